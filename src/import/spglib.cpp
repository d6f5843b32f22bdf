// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The symmetry of atoms by spglib (Togo, Shinohara and Tanaka, Science and Technology of Advanced Materials: Methods 4, 2384822
// (2024)).

#include "errors/errors.hpp"
#include "import/structure.hpp"

#include <fmt/format.h>

#include <spglib.h>

#include <cmath>
#include <memory>

namespace neel::imports {

std::vector<crystal::Operation> find_operations(const std::string& path, const Matrix& cell,
                                                const std::vector<Vector>& positions, const std::vector<int>& types,
                                                std::string& name) {
  constexpr double near = 1e-3; // in angstrom
  double columns[3][3];
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      columns[a][b] = cell[b][a];
    }
  }
  static_assert(sizeof(Vector) == 3 * sizeof(double));
  const std::unique_ptr<SpglibDataset, decltype(&spg_free_dataset)> found(
      spg_get_dataset(columns, reinterpret_cast<const double(*)[3]>(positions.data()), types.data(),
                      static_cast<int>(types.size()), near),
      spg_free_dataset);
  if (!found) {
    throw InputError(path + ": spglib finds no symmetry: " + spg_get_error_message(spg_get_error_code()));
  }
  name = fmt::format("{} (No. {})", found->international_symbol, found->spacegroup_number);
  std::vector<crystal::Operation> group;
  for (int k = 0; k < found->n_operations; ++k) {
    crystal::Operation o;
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) {
        o.rotation[a][b] = found->rotations[k][a][b];
      }
      o.shift[a] = found->translations[k][a] - std::floor(found->translations[k][a]);
    }
    group.push_back(o);
  }
  return group;
}

} // namespace neel::imports
