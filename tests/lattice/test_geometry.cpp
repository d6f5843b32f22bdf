// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include <neel/lattice/geometry.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <set>
#include <vector>

using namespace neel::lattice;

namespace {

const std::vector<Geometry> geometries{{4, 4, 4, true, true, true},
                                       {6, 4, 2, true, true, true},
                                       {5, 3, 7},
                                       {1, 1, 1},
                                       {2, 1, 1},
                                       {4, 1, 1, true},
                                       {8, 6, 1, true, true},
                                       {7, 4, 2, false, true, true},
                                       {1, 4, 4, false, true},
                                       {6, 5, 3, true, false, false}};

/// Coordinates of an entry of a half-lattice; x may be no site where Lx is odd.
struct Position {
  int x, y, z;
};

Position position(const Geometry& g, Colour c, int entry) {
  const int row = entry / g.half_x();
  const int y = row % g.ly, z = row / g.ly;
  return {2 * (entry % g.half_x()) + Geometry::first_x(c, y, z), y, z};
}

/// Site numbers of the neighbours of (x, y, z), from the definition of the lattice alone.
std::multiset<std::uint64_t> neighbours(const Geometry& g, const Position& p) {
  std::multiset<std::uint64_t> found;
  const int at[3] = {p.x, p.y, p.z}, size[3] = {g.lx, g.ly, g.lz};
  const bool periodic[3] = {g.periodic_x, g.periodic_y, g.periodic_z};
  for (int axis = 0; axis < 3; ++axis) {
    for (const int step : {-1, 1}) {
      int to[3] = {at[0], at[1], at[2]};
      to[axis] += step;
      if (periodic[axis]) {
        to[axis] = (to[axis] + size[axis]) % size[axis];
      }
      if (to[axis] >= 0 && to[axis] < size[axis]) {
        found.insert(g.site_number(to[0], to[1], to[2]));
      }
    }
  }
  return found;
}

} // namespace

TEST_CASE("every site is stored once, in the half of its colour", "[lattice]") {
  for (const Geometry& g : geometries) {
    std::set<std::uint64_t> seen;
    for (const Colour c : {Colour::even, Colour::odd}) {
      std::int64_t count = 0;
      for (int entry = 0; entry < g.half_volume(); ++entry) {
        const Position p = position(g, c, entry);
        if (p.x < g.lx) {
          CHECK(Geometry::colour(p.x, p.y, p.z) == c);
          seen.insert(g.site_number(p.x, p.y, p.z));
          ++count;
        }
      }
      CHECK(count == g.sites(c));
    }
    CHECK(static_cast<std::int64_t>(seen.size()) == g.sites());
    CHECK(static_cast<std::int64_t>(*seen.rbegin()) == g.sites() - 1);
  }
}

TEST_CASE("the six neighbours are the lattice's, and of the other colour", "[lattice]") {
  for (const Geometry& g : geometries) {
    std::int64_t ends = 0;
    for (const Colour c : {Colour::even, Colour::odd}) {
      for (int entry = 0; entry < g.half_volume(); ++entry) {
        const Position p = position(g, c, entry);
        if (p.x >= g.lx) {
          continue;
        }
        std::multiset<std::uint64_t> found;
        for (int d = 0; d < directions; ++d) {
          const std::int64_t n =
              g.neighbour(static_cast<Direction>(d), p.x / 2, p.y, p.z, Geometry::first_x(c, p.y, p.z));
          if (n < 0) {
            continue;
          }
          const Position q = position(g, other(c), static_cast<int>(n));
          if (q.x < g.lx) { // else the zero entry beyond an odd open row
            found.insert(g.site_number(q.x, q.y, q.z));
          }
        }
        CHECK(found == neighbours(g, p));
        ends += static_cast<std::int64_t>(found.size());
      }
    }
    CHECK(ends == 2 * g.bonds());
  }
}
