// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A lattice cut into bricks of whole rows, each small enough for the memory that a block of threads has for itself. There it
// is a lattice of its own, with a halo along the axes that are cut: copies of the rows next to it, zero beyond an open edge.

#include <neel/lattice/geometry.hpp>

namespace neel::lattice {

class Bricks {
public:
  Bricks() = default;
  /// So many along y and z, none empty; their sizes differ by one row at most.
  Bricks(const Geometry& g, int along_y, int along_z)
      : whole_(g), stored_(g), along_y_(along_y), along_z_(along_z), halo_y_(along_y > 1 ? 1 : 0),
        halo_z_(along_z > 1 ? 1 : 0) {
    stored_.ly = (g.ly + along_y - 1) / along_y + 2 * halo_y_;
    stored_.lz = (g.lz + along_z - 1) / along_z + 2 * halo_z_;
    stored_.periodic_y = g.periodic_y || halo_y_ > 0;
    stored_.periodic_z = g.periodic_z || halo_z_ > 0;
  }

  NEEL_FUNCTION int count() const { return along_y_ * along_z_; }
  /// What every brick is stored as: the largest, with its halo.
  NEEL_FUNCTION const Geometry& stored() const { return stored_; }
  /// Rows of the largest, and of its halo.
  NEEL_FUNCTION int most_rows() const { return own_y() * own_z(); }
  NEEL_FUNCTION int most_halo() const { return 2 * (halo_y_ * own_z() + halo_z_ * own_y()); }
  /// Some have rows beyond an open edge.
  NEEL_FUNCTION bool open() const { return (halo_y_ > 0 && !whole_.periodic_y) || (halo_z_ > 0 && !whole_.periodic_z); }

  /// A row: its coordinates where a brick is stored, its place z Ly + y in the lattice, and whether other bricks see it.
  struct Row {
    int y, z, place;
    bool seen;
  };

  /// One of the bricks.
  class One {
  public:
    NEEL_FUNCTION One(const Bricks& bricks, int number)
        : all_(bricks), y_(bricks.whole_.ly, bricks.along_y_, number % bricks.along_y_, bricks.whole_.periodic_y),
          z_(bricks.whole_.lz, bricks.along_z_, number / bricks.along_y_, bricks.whole_.periodic_z) {}

    /// The colour that sites of colour `c` have in the brick by itself.
    NEEL_FUNCTION Colour colour(Colour c) const {
      return static_cast<Colour>((static_cast<int>(c) + y_.first - all_.halo_y_ + z_.first - all_.halo_z_) & 1);
    }
    /// Its own rows, in the order of memory.
    NEEL_FUNCTION int rows() const { return y_.count * z_.count; }
    NEEL_FUNCTION Row row(int n) const {
      const int z = n / y_.count, y = n - z * y_.count;
      const bool seen =
          (all_.halo_y_ > 0 && (y == 0 || y == y_.count - 1)) || (all_.halo_z_ > 0 && (z == 0 || z == z_.count - 1));
      return {y + all_.halo_y_, z + all_.halo_z_, (z_.first + z) * all_.whole_.ly + y_.first + y, seen};
    }
    /// The rows of its halo that are in the lattice, each of them one of another brick.
    NEEL_FUNCTION int halo() const { return y_.sides * z_.count + z_.sides * y_.count; }
    NEEL_FUNCTION Row halo(int n) const {
      const int beside = y_.sides * z_.count;
      const bool along_z = n < beside;
      const int m = along_z ? n : n - beside, sides = along_z ? y_.sides : z_.sides, along = m / sides;
      const int side = along_z ? y_.side(m - along * sides) : z_.side(m - along * sides);
      const int y = along_z ? side : along, z = along_z ? along : side;
      return {y + all_.halo_y_, z + all_.halo_z_, z_.around(z) * all_.whole_.ly + y_.around(y), true};
    }

  private:
    /// Rows or planes of a brick.
    struct Part {
      NEEL_FUNCTION Part(int of, int parts, int number, bool periodic)
          : size(of), first(of * number / parts), count(of * (number + 1) / parts - first),
            before(parts > 1 && (periodic || number > 0)), sides((before ? 1 : 0) + after(parts, number, periodic)) {}
      static NEEL_FUNCTION int after(int parts, int number, bool periodic) {
        return parts > 1 && (periodic || number < parts - 1) ? 1 : 0;
      }
      /// The coordinate on side n of those that there are.
      NEEL_FUNCTION int side(int n) const { return before && n == 0 ? -1 : count; }
      NEEL_FUNCTION int around(int at) const {
        const int there = first + at;
        return there < 0 ? size - 1 : (there < size ? there : 0);
      }

      int size, first, count;
      bool before;
      int sides;
    };

    const Bricks& all_;
    Part y_, z_;
  };
  NEEL_FUNCTION One one(int number) const { return {*this, number}; }

private:
  NEEL_FUNCTION int own_y() const { return stored_.ly - 2 * halo_y_; }
  NEEL_FUNCTION int own_z() const { return stored_.lz - 2 * halo_z_; }

  Geometry whole_, stored_;
  int along_y_ = 1, along_z_ = 1, halo_y_ = 0, halo_z_ = 0;
};

} // namespace neel::lattice
