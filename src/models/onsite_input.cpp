// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Tensors and Stevens functions of [material].

#include "models/material.hpp"

#include <algorithm>
#include <cmath>

namespace neel::models {

using input::Dimension;
using input::Reader;

namespace {

constexpr const char *tensor = "material.tensor", *stevens = "material.stevens";

OnsiteTerms::Matrix read_tensor(Reader& in, const std::string& key) {
  OnsiteTerms::Matrix a{};
  for (std::size_t row = 0; row < 3; ++row) {
    const std::string path = key + "." + std::to_string(row + 1);
    const std::vector<double> v = in.quantities(path, Dimension::energy);
    if (v.size() != 3) {
      in.error(key, "expected three lists of three energies");
      return {};
    }
    a[row] = {v[0], v[1], v[2]};
  }
  double largest = 0;
  for (const OnsiteTerms::Vector& row : a) {
    for (const double x : row) {
      largest = std::max(largest, std::abs(x));
    }
  }
  constexpr double rounding = 1e-6;
  for (const auto& [i, j] : {std::pair<std::size_t, std::size_t>{0, 1}, {0, 2}, {1, 2}}) {
    if (in.sound(key) && std::abs(a[i][j] - a[j][i]) > rounding * largest) {
      in.error(key, "is symmetric: its rows are its columns");
    }
    a[i][j] = a[j][i] = (a[i][j] + a[j][i]) / 2;
  }
  return a;
}

OnsiteTerms::Stevens read_functions(Reader& in, const std::string& table) {
  OnsiteTerms::Stevens all;
  for (const std::string& name : in.keys(table)) {
    const std::pair<int, int> numbers = stevens_numbers(name);
    if (numbers.first == 0) {
      in.error(table + "." + name, "expected B with a rank of 2, 4 or 6 and a number from -rank to rank, as in B20 and "
                                   "B4-3");
    } else {
      all[numbers] = in.quantity(table + "." + name, Dimension::energy);
    }
  }
  return all;
}

/// One value for all ions, or a table of ions that have one.
template <class T, class Read>
std::vector<T> of_ions(Reader& in, const Material& m, const std::string& key, bool one, const Read& read) {
  if (one) {
    return std::vector<T>(m.ions.size(), read(in, key));
  }
  check_names(in, key, m.ions);
  std::vector<T> all;
  for (const std::string& ion : m.ions) {
    const std::string path = key + "." + ion;
    all.push_back(in.has(path) ? read(in, path) : T{});
  }
  return all;
}

} // namespace

void read_onsite(Reader& in, Material& m) {
  in.declare({tensor,
              "A of E = S.A S, a symmetric matrix, or `{ION = ...}` (crystals: "
              "[docs](crystals.md#energies-of-single-spins))",
              "zero"},
             "three lists of three energies");
  in.declare({stevens,
              "B of E = sum B_lm O_lm(S), such as `{B20 = 0.1, B44 = 0.02, B4-3 = 0.01}`, or `{ION = {B20 = ...}}` "
              "(crystals)",
              "zero"},
             "a table of energies");
  const input::Value* const matrix = in.node(tensor);
  const bool by_ions = matrix == nullptr || matrix->as<input::Value::Table>() != nullptr;
  m.tensor = of_ions<OnsiteTerms::Matrix>(in, m, tensor, !by_ions, read_tensor);
  bool one = false;
  for (const std::string& name : in.keys(stevens)) {
    one = one || in.node(std::string(stevens) + "." + name)->as<input::Value::Table>() == nullptr;
  }
  m.stevens = of_ions<OnsiteTerms::Stevens>(in, m, stevens, one, read_functions);
}

void refuse_onsite(Reader& in) {
  for (const char* key : {"material.anisotropy_4", "material.anisotropy_6", tensor, stevens}) {
    if (in.has(key)) {
      in.error(key, "is of crystals: name lattice.kind, and couplings in [[couplings.bonds]]");
      in.accept(key);
    }
  }
}

OnsiteTerms::Matrix read_frame(Reader& in, const std::string& key) {
  OnsiteTerms::Matrix f{};
  const auto dot = [](const auto& a, const auto& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; };
  bool proper = true;
  for (std::size_t a = 0; a < 3; ++a) {
    const std::vector<double> v = in.numbers(key + "." + std::to_string(a + 1));
    proper = proper && v.size() == 3;
    const double length = v.size() == 3 ? std::sqrt(dot(v, v)) : 0;
    proper = proper && length > 0;
    for (std::size_t k = 0; k < 3 && proper; ++k) { // a resolved input's must not be rounded once more
      f[a][k] = std::abs(length - 1) < 1e-15 ? v[k] : v[k] / length;
    }
  }
  constexpr double rounding = 1e-5;
  if (!proper || std::abs(dot(f[0], f[1])) > rounding || std::abs(dot(f[1], f[2])) > rounding ||
      std::abs(dot(f[2], f[0])) > rounding) {
    in.error(key, "expected three vectors at right angles to each other");
  }
  return f;
}

OnsiteTerms Material::onsite(std::size_t ion) const {
  return {anisotropy[ion], fourth[ion], sixth[ion], cubic[ion], tensor[ion], stevens[ion]};
}

bool Material::sixth_order() const {
  for (std::size_t ion = 0; ion < tensor.size(); ++ion) {
    if (fourth[ion] != 0 || sixth[ion] != 0 || tensor[ion] != OnsiteTerms::Matrix{} || !stevens[ion].empty()) {
      return true;
    }
  }
  return false;
}

} // namespace neel::models
