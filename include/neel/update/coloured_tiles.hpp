// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Where the tiles of a sub-grid are, and where their sites are: on the lattice, in a system's field, and in a copy of a tile with its halo.

#include <neel/core/divisor.hpp>
#include <neel/lattice/halo_tiles.hpp>

namespace neel::update {

struct Tile {
  int system;
  lattice::Offset corner; ///< on the lattice
  int z;                  ///< of the corner, in the slab

  /// Of tiles that reach into several slabs, each works on all, and one counts.
  NEEL_FUNCTION bool counts() const { return z >= 0; }
};

/// A site by its coordinates in a tile.
struct InTile {
  int x, y, z;

  /// Of a place of a TileOrder.
  static NEEL_FUNCTION InTile of(int place) { return {place & 1023, place >> 10 & 1023, place >> 20}; }
};

/// Some layers of tiles of one sub-grid, from one on, in all systems.
class ColouredTiles {
public:
  ColouredTiles(const lattice::HaloTiles& tiles, const lattice::Geometry& slab, int systems, int tile_colour,
                const lattice::Offset& origin, int first_layer, int layers)
      : tiles_(tiles), slab_(slab), tile_colour_(tile_colour), origin_(origin),
        first_(first_layer * tiles.count[0] * tiles.count[1]), per_system_(layers * tiles.count[0] * tiles.count[1]),
        all_(per_system_ * systems), row_(tiles.haloed(0)), plane_(row_ * tiles.haloed(1)),
        haloed_sites_(tiles.haloed_sites()), by_row_(row_), by_plane_(plane_) {}

  NEEL_FUNCTION int all() const { return all_; }
  NEEL_FUNCTION int colours() const { return tiles_.colouring.colours; }
  NEEL_FUNCTION const lattice::Geometry& lattice() const { return tiles_.geometry; }
  NEEL_FUNCTION Tile tile(int index) const {
    const int system = index / per_system_, k = first_ + index - system * per_system_, all = tiles_.per_tile_colour();
    const lattice::Offset corner = tiles_.corner(tile_colour_, k < all ? k : k - all, origin_);
    return {system, corner, tiles_.seen_from(slab_, corner.z)};
  }
  /// A site's number on the lattice.
  NEEL_FUNCTION std::uint32_t number(const Tile& t, const InTile& s) const {
    const lattice::Geometry& g = tiles_.geometry;
    return g.short_number(lattice::wrapped(t.corner.x + s.x, g.lx), lattice::wrapped(t.corner.y + s.y, g.ly),
                          lattice::wrapped(t.corner.z + s.z, g.lz));
  }
  /// Its place in a system, which can be a slab.
  NEEL_FUNCTION int place(const Tile& t, const InTile& s) const {
    return lattice::wrapped(t.corner.x + s.x, slab_.lx) +
           slab_.lx * (lattice::wrapped(t.corner.y + s.y, slab_.ly) + slab_.ly * lattice::wrapped(t.z + s.z, slab_.lz));
  }

  /// Sites of a tile with its halo, as entries of its copy.
  NEEL_FUNCTION int haloed_sites() const { return haloed_sites_; }
  NEEL_FUNCTION int haloed_place(const Tile& t, int entry) const {
    const int z = by_plane_.quotient(entry), in_plane = entry - z * plane_;
    const int y = by_row_.quotient(in_plane), x = in_plane - y * row_;
    return place(t, {x - tiles_.margin(0), y - tiles_.margin(1), z - tiles_.margin(2)});
  }
  NEEL_FUNCTION int entry(const InTile& s) const {
    return s.x + tiles_.margin(0) + row_ * (s.y + tiles_.margin(1)) + plane_ * (s.z + tiles_.margin(2));
  }
  /// The surroundings of an entry in copies of so many tiles, number by number.
  template <int Components>
  NEEL_FUNCTION lattice::LocalSite<Components> around(const float* here, int lanes) const {
    return {here, lanes, lanes * row_, lanes * plane_, lanes * haloed_sites_};
  }

private:
  lattice::HaloTiles tiles_;
  lattice::Geometry slab_;
  int tile_colour_;
  lattice::Offset origin_;
  int first_, per_system_, all_;   ///< tiles: the first one, and how many, of a system; those of all systems
  int row_, plane_, haloed_sites_; ///< of a tile with its halo
  Divisor by_row_, by_plane_;
};

} // namespace neel::update
