// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How a device goes through a half-lattice: neighbouring threads take a tile of a few rows, so that neighbours of their
// entries across rows are neighbours of others of them, too, and are loaded once for all (measured: docs/performance.md).
// Where tiles do not fit the lattice, threads take entries as they lie in memory.

#include <neel/lattice/order.hpp>

namespace neel::lattice {

/// For entries of so many bytes.
template <class Order, int Bytes>
class Tiles {
public:
  static constexpr int entries = 128;
  /// Entries of a tile along a row, which are 512 bytes in one piece; rows of a plane.
  static constexpr int along = 512 / Bytes, rows = entries / along;

  explicit Tiles(const Order& order)
      : order_(order), total_(order.rows() * order.length()),
        fit_(order.length() % along == 0 && order.plane() % rows == 0), per_row_(fit_ ? order.length() / along : 1),
        per_plane_(fit_ ? per_row_.size * (order.plane() / rows) : 1) {}

  /// Places in all tiles of a half-lattice; the last tile may have more places than entries.
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
      return {order_.row(c, row), order_.place_of(entry, row), place < total_};
    }
    const int tile = place / entries, rank = place % entries;
    const int z = per_plane_.quotient(tile);
    const int in_plane = per_plane_.remainder(tile, z);
    const int y = per_row_.quotient(in_plane);
    return {order_.row(c, y * rows + rank / along, z), per_row_.remainder(in_plane, y) * along + rank % along, true};
  }

private:
  Order order_;
  int total_; ///< entries of a half-lattice
  bool fit_;
  AnyLength per_row_, per_plane_; ///< tiles
};

} // namespace neel::lattice
