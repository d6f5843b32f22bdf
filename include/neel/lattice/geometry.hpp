// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sizes, boundaries, colours: where a site of a red/black lattice is stored and who its neighbours are.
//
// A lattice of Lx x Ly x Lz sites is stored as two half-lattices, one per colour (x + y + z) mod 2, compressed along x:
// the site (x, y, z) is entry (z, y, i) of its colour with x = 2 i + s and s = (colour + y + z) mod 2. Its neighbours
// in y and z have the same i; of the two in x, one has the same i, the other i - 1 (s = 0) or i + 1 (s = 1).
// Where Lx is odd (open x axis only), rows with s = 1 end in an entry that is no site; it stays zero and thus is the
// vacuum beyond the edge.
//
// A lattice can be cut into slabs along z, one for each process. Behind its own planes a slab has some more, its halo: copies of
// the planes after its last one and of those before its first, so that it is periodic by itself and kernels find neighbours as
// ever. Beyond an open edge the halo stays zero, which is the vacuum again.

#include <neel/core/platform.hpp>

#include <cstdint>

namespace neel::lattice {

/// A site's colour: its sublattice.
enum class Colour : int { even = 0, odd = 1 };

NEEL_FUNCTION constexpr Colour other(Colour c) { return c == Colour::even ? Colour::odd : Colour::even; }

/// The six neighbours of a site, in the order in which sums over them are taken.
enum class Direction : int { x_same, x_shifted, y_minus, y_plus, z_minus, z_plus };
inline constexpr int directions = 6;

/// Sizes and boundaries of a simple cubic (Lz = 1: square) lattice, or a slab of one. Periodic axes have even length.
struct Geometry {
  int lx = 1, ly = 1, lz = 1; ///< with the halo
  bool periodic_x = false, periodic_y = false, periodic_z = false;
  int halo = 0;        ///< of a slab, planes of each neighbour's; else 0
  int begin_z = 0;     ///< of the slab in the lattice; even
  bool at_end = false; ///< the slab's last plane is the lattice's

  /// Stored entries along x per colour.
  NEEL_FUNCTION constexpr int half_x() const { return (lx + 1) / 2; }
  /// Stored entries of one colour of one system.
  NEEL_FUNCTION constexpr std::int64_t half_volume() const { return std::int64_t{half_x()} * ly * lz; }
  /// Planes that are no halo: the first ones.
  NEEL_FUNCTION constexpr int own_z() const { return lz - 2 * halo; }
  /// Entries of planes that are no halo, in a row if there is one system.
  NEEL_FUNCTION constexpr std::int64_t own_half_volume() const { return std::int64_t{half_x()} * ly * own_z(); }
  /// The slab of planes [begin, end).
  constexpr Geometry part(int begin, int end, int reach = 1) const {
    Geometry slab = *this;
    slab.lz = end - begin + 2 * reach;
    slab.periodic_z = true;
    slab.halo = reach;
    slab.begin_z = begin;
    slab.at_end = end == lz;
    return slab;
  }
  /// Rows as planes of one row: sites have the same numbers, colours and neighbours, in memory, too. Of a square lattice, so that it
  /// can be cut into slabs.
  constexpr Geometry with_rows_as_planes() const { return {lx, lz, ly, periodic_x, periodic_z, periodic_y}; }
  /// A square lattice so, unless it is a part of one; all else as it is. What shares planes among threads has many of them then. Not for
  /// sites that know something of each direction.
  constexpr Geometry tall() const { return lz == 1 && halo == 0 ? with_rows_as_planes() : *this; }
  /// Sites of one system.
  NEEL_FUNCTION constexpr std::int64_t sites() const { return std::int64_t{lx} * ly * lz; }
  /// Without the halo.
  NEEL_FUNCTION constexpr std::int64_t own_sites() const { return std::int64_t{lx} * ly * own_z(); }
  /// Sites of one colour of one system.
  NEEL_FUNCTION constexpr std::int64_t sites(Colour c) const { return (sites() + (c == Colour::even ? 1 : 0)) / 2; }
  /// Nearest-neighbour bonds of one system, each once.
  constexpr std::int64_t bonds() const {
    const auto along = [](int n, bool periodic) { return std::int64_t{n > 1 && periodic ? n : n - 1}; };
    return along(lx, periodic_x) * ly * lz + along(ly, periodic_y) * lx * lz + along(lz, periodic_z) * lx * ly;
  }

  /// s: the x of the first entry of a row of one colour.
  static NEEL_FUNCTION constexpr int first_x(Colour c, int y, int z) { return (static_cast<int>(c) + y + z) & 1; }
  static NEEL_FUNCTION constexpr Colour colour(int x, int y, int z) { return static_cast<Colour>((x + y + z) & 1); }
  /// Sites in a row of one colour: half_x(), or one less where Lx is odd.
  NEEL_FUNCTION constexpr int row_sites(int s) const { return (lx - s + 1) / 2; }
  /// Entry (z, y, i) in a half-lattice.
  NEEL_FUNCTION constexpr std::int64_t entry(int i, int y, int z) const {
    return std::int64_t{z * ly + y} * half_x() + i;
  }
  /// The site's number, x fastest: it names the site in random counters and files, whatever the storage.
  NEEL_FUNCTION constexpr std::uint64_t site_number(int x, int y, int z) const {
    return static_cast<std::uint64_t>(x) + static_cast<std::uint64_t>(lx) * row_number(y, z);
  }
  /// The same where all of the lattice's have 32 bits.
  NEEL_FUNCTION constexpr std::uint32_t short_number(int x, int y, int z) const {
    return static_cast<std::uint32_t>(site_number(x, y, z));
  }
  /// The number of a row of the lattice, y fastest.
  NEEL_FUNCTION constexpr std::uint64_t row_number(int y, int z) const {
    return static_cast<std::uint64_t>(y) + static_cast<std::uint64_t>(ly) * static_cast<std::uint64_t>(z + begin_z);
  }

  /// The coordinate before (after) `at` along an axis of length `size`, or -1 beyond an open edge.
  static NEEL_FUNCTION constexpr int before(int at, int size, bool periodic) {
    return at > 0 ? at - 1 : (periodic ? size - 1 : -1);
  }
  static NEEL_FUNCTION constexpr int after(int at, int size, bool periodic) {
    return at < size - 1 ? at + 1 : (periodic ? 0 : -1);
  }

  /// Entry of a neighbour of entry (z, y, i) in the other colour's half-lattice, or -1 beyond an open edge.
  NEEL_FUNCTION constexpr std::int64_t neighbour(Direction d, int i, int y, int z, int s) const {
    const std::int64_t here = entry(i, y, z);
    // From `here` to the same place at coordinate `to` instead of `from`, where steps are `stride` entries apart.
    const auto moved = [here](int from, int to, std::int64_t stride) {
      return to < 0 ? -1 : here + (to - from) * stride;
    };
    switch (d) {
    case Direction::x_same:
      return here;
    case Direction::x_shifted:
      return moved(i, s == 0 ? before(i, half_x(), periodic_x) : after(i, half_x(), periodic_x), 1);
    case Direction::y_minus:
      return moved(y, before(y, ly, periodic_y), half_x());
    case Direction::y_plus:
      return moved(y, after(y, ly, periodic_y), half_x());
    case Direction::z_minus:
      return moved(z, before(z, lz, periodic_z), std::int64_t{half_x()} * ly);
    default:
      return moved(z, after(z, lz, periodic_z), std::int64_t{half_x()} * ly);
    }
  }
};

/// Planes of a half-lattice: `first`, `first + step`, ...
struct Planes {
  int first, count, step = 1;

  /// All that are no halo.
  static Planes all(const Geometry& g) { return {0, g.own_z()}; }
  /// Of `own` planes of a slab, those whose sites neighbouring slabs see, if that is one on either side; and the others.
  static Planes edges(int own) { return {0, own < 2 ? own : 2, own < 2 ? 1 : own - 1}; }
  static Planes inner(int own) { return {1, own < 2 ? 0 : own - 2}; }

  NEEL_FUNCTION int operator[](int k) const { return first + k * step; }
};

} // namespace neel::lattice
