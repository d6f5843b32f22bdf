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
/// Named ones of two dimensions: no bond leads along their third axis where it has one cell.
bool is_flat_lattice(const std::string& name);
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

/// An axis of one open cell, which no pair leads along.
bool is_flat(const Crystal& c, std::size_t axis);
/// How far apart the ends of a pair are by the shortest way around periodic axes.
double shortest_way(const Crystal& c, const Pair& p);

/// The `count` nearest shells, or those up to a distance.
std::vector<Shell> nearest_shells(const Crystal& c, std::size_t count);
std::vector<Shell> shells_within(const Crystal& c, double distance);

} // namespace neel::crystal
