// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Where the sites of a crystal are, and which of them are how far apart.

#include "crystal/bonds.hpp"

#include <optional>
#include <string>
#include <vector>

namespace neel::crystal {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

struct BasisSite {
  std::string name;
  Vector position{}; ///< in units of the cell's vectors
};

struct Crystal {
  Matrix cell{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}; ///< three vectors
  std::vector<BasisSite> basis{{"A", {}}};
  Cells cells;

  /// In the units of the cell's vectors.
  Vector from_first_cell(const Vector& fractions) const;
  Vector between(int from, int to, const std::array<int, 3>& offset) const;
};

/// The lattices that have names.
std::vector<std::string> named_lattices();
/// Cell and basis of one of them, in its usual cell, whose edge (in the plane, of flat lattices) has length `constant`.
Crystal named_lattice(const std::string& name, double constant);

/// Two sites, each pair once: of one basis site, the offset is above zero in its last component that is not zero; else `from`
/// has the lower number.
struct Pair {
  int from, to;
  std::array<int, 3> offset;
  double distance;
};

/// All pairs of equal distance.
struct Shell {
  double distance;
  std::vector<Pair> pairs; ///< of one cell
};

/// The `count` nearest shells, or those up to a distance. Axes of one open cell are flat: no pair leads along them.
std::vector<Shell> nearest_shells(const Crystal& c, std::size_t count);
std::vector<Shell> shells_within(const Crystal& c, double distance);

} // namespace neel::crystal
