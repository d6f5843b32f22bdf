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

#include <neel/lattice/field_grid.hpp>

#include <algorithm>

namespace neel::lattice {

struct HaloTiles {
  Geometry geometry;
  int dimensions = 3, radius = 1;
  int size[3] = {1, 1, 1};  ///< B: sites of a tile along x, y, z; 1 along y in two dimensions
  int count[3] = {1, 1, 1}; ///< tiles of one sub-grid along each axis
  Colouring colouring;      ///< of a tile, by coordinates that start at its corner

  /// Of a tile with its halo, components counted. A block of a device has 48 KiB, of which Kokkos takes 8 bytes for each of 256 threads.
  static constexpr int most_numbers = 11700;
  static constexpr int longest = 1024; ///< sites of a tile along an axis

  NEEL_FUNCTION constexpr int tile_colours() const { return 1 << dimensions; }
  NEEL_FUNCTION constexpr int per_tile_colour() const { return count[0] * count[1] * count[2]; }
  NEEL_FUNCTION constexpr int sites() const { return size[0] * size[1] * size[2]; }
  /// Sites of the halo on either side.
  NEEL_FUNCTION constexpr int margin(int axis) const { return axis == 1 && dimensions == 2 ? 0 : radius; }
  /// Length of an axis of a tile with its halo.
  NEEL_FUNCTION constexpr int haloed(int axis) const { return size[axis] + 2 * margin(axis); }
  NEEL_FUNCTION constexpr int haloed_sites() const { return haloed(0) * haloed(1) * haloed(2); }

  /// The corner of tile `index` of a sub-grid, which has a bit per axis, that of z the last.
  NEEL_FUNCTION Offset corner(int tile_colour, int index, const Offset& origin) const {
    const int x = index % count[0], rest = index / count[0], y = rest % count[1], z = rest / count[1];
    return {place(x, tile_colour & 1, size[0], origin.x, geometry.lx),
            dimensions == 3 ? place(y, tile_colour >> 1 & 1, size[1], origin.y, geometry.ly) : 0,
            place(z, tile_colour >> (dimensions - 1), size[2], origin.z, geometry.lz)};
  }

  /// Layers of a sub-grid's tiles along z, one after another (the last is followed by the first): those that reach into a slab.
  struct Layers {
    int first, count;
    int low, high; ///< so many of them, at either end, change what neighbouring slabs see
  };
  /// A slab whose halo is as thick as that of tiles which reach into it: one less than a tile, and a tile's own.
  int slab_halo() const { return size[2] - 1 + radius; }
  Layers layers(const Geometry& slab, int tile_colour, const Offset& origin) const {
    if (slab.halo == 0) {
      return {0, count[2], 0, 0};
    }
    Layers found{0, 0, 0, 0};
    int least = slab.own_z();
    for (int k = 0; k < count[2]; ++k) {
      const int begin = seen_from(slab, place(k, tile_colour >> (dimensions - 1), size[2], origin.z, geometry.lz));
      const int end = begin + size[2];
      if (end > 0) {
        ++found.count;
        found.first = begin < least ? k : found.first;
        least = std::min(least, begin);
        found.low += begin < slab.halo ? 1 : 0;
        found.high += end > slab.own_z() - slab.halo ? 1 : 0;
      }
    }
    return found;
  }
  /// A plane of the lattice, seen from a slab's first one: one of its own, or below zero.
  NEEL_FUNCTION constexpr int seen_from(const Geometry& slab, int z) const {
    const int up = wrapped(z - slab.begin_z, geometry.lz);
    return up < slab.own_z() ? up : up - geometry.lz;
  }

private:
  static NEEL_FUNCTION constexpr int place(int tile, int odd, int b, int o, int length) {
    return ((2 * tile + odd) * b + o) % length;
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
/// tile's `count` is 0 along an axis that has no length to offer. In two dimensions that of y is 1.
inline HaloTiles make_tiles(const Geometry& g, int dimensions, int radius, const std::array<int, 3>& wanted) {
  HaloTiles t{g, dimensions, radius, {}, {}, {}};
  const std::array<int, 3> lengths{g.lx, g.ly, g.lz};
  std::array<int, 3> size{1, 1, 1};
  for (int a = 0; a < 3; ++a) {
    const auto k = static_cast<std::size_t>(a);
    const bool divided = a != 1 || dimensions == 3;
    if (divided) {
      size[k] = detail::tile_length(lengths[k], radius, wanted[k] > 0 ? wanted[k] : (dimensions == 3 ? 8 : 32));
    }
    t.size[a] = size[k];
    t.count[a] = divided ? (size[k] > 0 ? lengths[k] / (2 * size[k]) : 0) : 1;
  }
  const std::vector<Offset> reach = stencil(dimensions, radius);
  // A colouring whose period fits the tile has equally many sites of each colour.
  const auto even = smallest_colouring(reach, size);
  t.colouring = even ? *even : *smallest_colouring(reach, {0, 0, 0});
  return t;
}

} // namespace neel::lattice
