// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A periodic lattice cut into tiles. Every second tile along each axis is worked on at the same time, while what lies
// between them stands still.
//
// Along each axis a lattice of length L is cut into L / B segments of length B, L / B even, and their product are the tiles.
// Tiles whose segments have the same parities form a sub-grid: 2^k of them in k dimensions. Two tiles of a sub-grid are B
// sites apart or more, so that with B at least the reach of the stencil none reads what another changes. The cuts can lie
// anywhere: an origin is added that moves from sweep to sweep, so that no site is always near an edge.

#include <neel/lattice/geometry.hpp>
#include <neel/lattice/stencil.hpp>

#include <string>

namespace neel::lattice {

struct HaloTiles {
  Geometry geometry;
  int dimensions = 3, radius = 1;
  int size[3] = {1, 1, 1};  ///< B: sites of a tile along x, y, z; 1 along z in two dimensions
  int count[3] = {1, 1, 1}; ///< tiles of one sub-grid along each axis
  Colouring colouring;      ///< of a tile, by coordinates that start at its corner

  static constexpr int most_numbers = 12288; ///< of a tile with its halo, components counted: 48 KiB of scratch memory

  NEEL_FUNCTION constexpr int sub_grids() const { return 1 << dimensions; }
  NEEL_FUNCTION constexpr int per_sub_grid() const { return count[0] * count[1] * count[2]; }
  NEEL_FUNCTION constexpr int sites() const { return size[0] * size[1] * size[2]; }
  /// Length of an axis of a tile with its halo.
  NEEL_FUNCTION constexpr int haloed(int axis) const { return axis < dimensions ? size[axis] + 2 * radius : 1; }
  NEEL_FUNCTION constexpr int haloed_sites() const { return haloed(0) * haloed(1) * haloed(2); }

  /// The corner of tile `index` of a sub-grid; `sub_grid` has a bit per axis.
  NEEL_FUNCTION Offset corner(int sub_grid, int index, const Offset& origin) const {
    const int x = index % count[0], rest = index / count[0], y = rest % count[1], z = rest / count[1];
    const auto place = [](int tile, int odd, int b, int o, int length) { return ((2 * tile + odd) * b + o) % length; };
    return {place(x, sub_grid & 1, size[0], origin.x, geometry.lx),
            place(y, sub_grid >> 1 & 1, size[1], origin.y, geometry.ly),
            dimensions == 3 ? place(z, sub_grid >> 2 & 1, size[2], origin.z, geometry.lz) : 0};
  }
};

namespace detail {

/// Of the divisors of half the length that are not below the stencil's reach, the largest up to `wanted`, else the least.
inline int tile_length(int length, int radius, int wanted) {
  int best = 0;
  for (int b = radius; b <= length / 2; ++b) {
    if (length % (2 * b) == 0 && (best == 0 || b <= wanted)) {
      best = b;
    }
  }
  return best;
}

} // namespace detail

/// Tiles of the wanted lengths (0: 8 in three dimensions, 32 in two), or as near to them as lengths of the lattice allow. A
/// tile's `count` is 0 along an axis that has no length to offer.
inline HaloTiles make_tiles(const Geometry& g, int dimensions, int radius, const std::array<int, 3>& wanted) {
  HaloTiles t{g, dimensions, radius, {}, {}, {}};
  const std::array<int, 3> lengths{g.lx, g.ly, g.lz};
  std::array<int, 3> size{1, 1, 1};
  for (int a = 0; a < 3; ++a) {
    const auto k = static_cast<std::size_t>(a);
    if (a < dimensions) {
      size[k] = detail::tile_length(lengths[k], radius, wanted[k] > 0 ? wanted[k] : (dimensions == 3 ? 8 : 32));
    }
    t.size[a] = size[k];
    t.count[a] = a < dimensions ? (size[k] > 0 ? lengths[k] / (2 * size[k]) : 0) : 1;
  }
  const std::vector<Offset> reach = stencil(dimensions, radius);
  // A colouring whose period fits the tile has equally many sites of each colour.
  const auto even = smallest_colouring(reach, size);
  t.colouring = even ? *even : *smallest_colouring(reach, {0, 0, 0});
  return t;
}

} // namespace neel::lattice
