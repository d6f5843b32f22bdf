// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How a device goes through a half-lattice: neighbouring threads take a tile of a few rows, so that neighbours of their
// entries across rows are neighbours of others of them, too, and are loaded once for all. Tiles follow each other along
// strips of the planes, from the first plane to the last, so that what a plane's entries loaded is in the cache still when
// the next planes' need it (measured). Where tiles do not fit the lattice, threads take entries as
// they lie in memory.

#include <neel/lattice/order.hpp>

namespace neel::lattice {

/// For entries of so many bytes, of some planes that follow one another.
template <class Order, int Bytes>
class Tiles {
public:
  static constexpr int entries = 128;
  /// Entries of a tile along a row, which are 512 bytes in one piece; rows of a plane.
  static constexpr int along = 512 / Bytes, rows = entries / along;
  /// What a strip takes of a plane: so many entries, about, for 64 KiB (measured with 16 bytes an entry), in rows enough.
  static constexpr int strip = 65536 / Bytes, least_rows = 16;

  explicit Tiles(const Order& order) : Tiles(order, 0, order.rows() / order.plane()) {}
  Tiles(const Order& order, int first_plane, int planes)
      : order_(order), first_(first_plane), total_(planes * order.plane() * order.length()),
        fit_(order.length() % along == 0 && order.plane() % rows == 0), per_row_(fit_ ? order.length() / along : 1),
        rows_of_strip_(fit_ ? order.plane() / rows / strips(order) : 1), per_piece_(per_row_.size * rows_of_strip_),
        per_strip_(fit_ ? per_piece_.size * planes : 1) {}

  /// Places in all tiles; the last tile may have more places than entries.
  int size() const { return (total_ + entries - 1) / entries * entries; }

  struct At {
    Row row;
    int place;
    bool exists;
  };
  /// What is at a place; those of a tile follow each other.
  NEEL_FUNCTION At operator()(Colour c, int place) const {
    if (!fit_) {
      const int entry = Kokkos::min(place, total_ - 1);
      const int row = order_.row_of(entry);
      return {order_.row(c, first_ * order_.plane() + row), order_.place_of(entry, row), place < total_};
    }
    const int tile = place / entries, rank = place % entries;
    const int s = per_strip_.quotient(tile);
    const int in_strip = per_strip_.remainder(tile, s);
    const int z = per_piece_.quotient(in_strip);
    const int in_piece = per_piece_.remainder(in_strip, z);
    const int y = per_row_.quotient(in_piece);
    return {order_.row(c, (s * rows_of_strip_ + y) * rows + rank / along, first_ + z),
            per_row_.remainder(in_piece, y) * along + rank % along, true};
  }

private:
  /// How many equal strips a plane is cut into; small planes are left whole.
  static int strips(const Order& order) {
    const int in_plane = order.plane() * order.length();
    int n = in_plane > 2 * strip ? Kokkos::min(in_plane / strip, Kokkos::max(1, order.plane() / least_rows)) : 1;
    while (order.plane() / rows % n != 0) {
      --n;
    }
    return n;
  }

  Order order_;
  int first_; ///< plane
  int total_; ///< entries
  bool fit_;
  AnyLength per_row_;               ///< tiles
  int rows_of_strip_;               ///< of tiles
  AnyLength per_piece_, per_strip_; ///< tiles of a strip in one plane, and in all planes
};

} // namespace neel::lattice
