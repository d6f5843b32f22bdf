// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// POSCAR and CONTCAR of VASP: a title, a scale, three vectors, the elements and how many atoms each has, then the positions.

#include "errors/errors.hpp"
#include "import/cell.hpp"
#include "import/elements.hpp"
#include "import/structure.hpp"

#include <fmt/format.h>

#include <cmath>

namespace neel::imports {

namespace {

class PoscarReader {
public:
  /// The title is a line by itself, which may be empty.
  explicit PoscarReader(const std::string& path) : file_(path, "!#") {}

  Structure read() {
    s_.file = file_.name();
    const Line* scale = &file_.next("a title");
    if (scale->number == 1) {
      scale = &file_.next("a scale");
    }
    read_cell(*scale);
    read_elements();
    read_positions();
    std::vector<Vector> positions;
    std::vector<int> types;
    for (const Atom& a : s_.atoms) {
      positions.push_back(a.position);
      types.push_back(atomic_number(a.element));
    }
    std::string group;
    s_.operations = find_operations(s_.file, s_.cell, positions, types, group);
    s_.source = fmt::format("the POSCAR {}, space group {} by spglib", file_name(s_.file), group);
    s_.notes.emplace_back("positions and cell were made to fit the symmetry that spglib finds within 0.001 angstrom");
    return std::move(s_);
  }

private:
  void read_cell(const Line& line) {
    double scale = file_.number(line, 0, "a scale");
    if (line.words.size() != 1 || scale == 0) {
      file_.fail(line, "expected one scale that is not zero");
    }
    for (Vector& v : s_.cell) {
      v = three_numbers(file_, file_.next("three vectors of the cell"), 0, "a vector of the cell");
    }
    const auto back = inverse(s_.cell);
    if (!back) {
      file_.fail(line, "the three vectors of the cell lie in one plane");
    }
    if (scale < 0) { // minus the volume
      const Vector a = s_.cell[0], b = s_.cell[1], c = s_.cell[2];
      const double volume =
          a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
      scale = std::cbrt(-scale / std::abs(volume));
    }
    for (Vector& v : s_.cell) {
      for (double& x : v) {
        x *= scale;
      }
    }
    scale_ = scale;
    s_.cell_from = file_.mark(line) + ", in angstrom";
  }

  void read_elements() {
    const Line& names = file_.next("the elements");
    if (to_number(names.words.front())) {
      file_.fail(names, "expected the elements above their numbers, as VASP 5 and later have them");
    }
    const Line& counts = file_.next("how many atoms each element has");
    if (counts.words.size() != names.words.size()) {
      file_.fail(counts, "expected a number of atoms for each element");
    }
    for (std::size_t k = 0; k < names.words.size(); ++k) {
      const std::string element = element_of(names.words[k]); // "Fe_pv"
      if (element.empty()) {
        file_.fail(names, "\"" + names.words[k].substr(0, 40) + "\" names no element");
      }
      const std::int64_t count = file_.integer(counts, k, "numbers of atoms");
      if (count < 0 || static_cast<std::size_t>(count) + s_.atoms.size() > most_atoms) {
        file_.fail(counts, fmt::format("expected numbers of atoms, {} at most in all", most_atoms));
      }
      for (std::int64_t n = 1; n <= count; ++n) {
        Atom a;
        a.element = element;
        a.label = element + std::to_string(n);
        s_.atoms.push_back(a);
      }
    }
  }

  void read_positions() {
    const Line* kind = &file_.next("Direct or Cartesian");
    if (kind->words.front()[0] == 'S' || kind->words.front()[0] == 's') {
      kind = &file_.next("Direct or Cartesian");
    }
    const char first = kind->words.front()[0];
    const bool cartesian = first == 'C' || first == 'c' || first == 'K' || first == 'k';
    const Matrix back = inverse(s_.cell).value_or(Matrix{}); // read_cell() has seen to it that there is one
    for (Atom& a : s_.atoms) {
      a.position = three_numbers(file_, file_.next("a position for each atom"), 0, "a position");
      if (cartesian) {
        for (double& x : a.position) {
          x *= scale_;
        }
        a.position = product(a.position, back);
      }
    }
  }

  static constexpr std::size_t most_atoms = 10'000;
  TextFile file_;
  double scale_ = 1;
  Structure s_;
};

} // namespace

Structure read_poscar(const std::string& path) { return PoscarReader(path).read(); }

} // namespace neel::imports
