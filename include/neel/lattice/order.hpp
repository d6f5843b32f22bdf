// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Storage orders: which entry of a half-lattice holds which site.
//
// In every order a half-lattice is made of rows of equal length, and the six neighbours of a row's entries are entries of
// six rows of the other half-lattice, at the same place or one further, periodically: so a row of sites has rows of
// neighbours. What else differs between orders is the arithmetic. Site numbers are the physical ones in every order; they
// key the random numbers, so that all orders have the same trajectory.
//
//   standard   rows along x, compressed: entry (z, y, i) is the site with x = 2 i + s, s = (colour + y + z) mod 2
//   bitwise    the same places for lengths that are powers of two, found by shifts and masks
//   sliced     x' = x, y' = y - x, z' = x - y + z, all mod L: planes of constant z' are of one colour (the parity of z'),
//              +x, -y and +z lead to plane z' + 1, and -x, +y and -z to plane z' - 1 (Lulli, Bernaschi, Parisi,
//              Comput. Phys. Commun. 196, 290 (2015))
//
// Links need even periodic lengths; positions and numbers are right for any Geometry (standard).
//
// Slabs have whole planes of an order, and their halo behind those. A plane of standard orders is seen from both sides; of the
// sliced order, one of a slab's colours sees a plane above, and the other one below: what a colour tells its neighbours goes one way.

#include <neel/core/divisor.hpp>
#include <neel/lattice/geometry.hpp>

#include <type_traits>

namespace neel::lattice {

struct Position {
  int x, y, z; ///< in the lattice, of which this can be a slab
};

/// A step along an axis to a neighbour: +1 or -1.
struct Step {
  int axis, sign;
};

/// A row of one colour: its index in the half-lattice, where it lies, and what its order needs to know of it.
struct Row {
  int index, y, z, s;
  Colour colour;
};

/// A row of neighbours: entry i of a row has its neighbour at entry i + shift (periodic) of `row`. `crossing` is -1 or +1
/// where the step to it leaves the lattice at the low or high end of the y or z axis (standard orders only), else 0.
struct Link {
  int row, shift, crossing;
};

/// An axis of any length.
struct AnyLength {
  int size;
  Divisor by;
  explicit AnyLength(int n) : size(n), by(n) {}
  NEEL_FUNCTION int quotient(int n) const { return by.quotient(n); }
  NEEL_FUNCTION int remainder(int n, int quotient) const { return n - quotient * size; }
  NEEL_FUNCTION int before(int at) const { return at > 0 ? at - 1 : size - 1; }
  NEEL_FUNCTION int after(int at) const { return at < size - 1 ? at + 1 : 0; }
};

/// An axis whose length is a power of two.
struct PowerOfTwo {
  int size, shift = 0;
  explicit PowerOfTwo(int n) : size(n) {
    while ((1 << shift) < n) {
      ++shift;
    }
  }
  NEEL_FUNCTION int quotient(int n) const { return n >> shift; }
  NEEL_FUNCTION int remainder(int n, int /*quotient*/) const { return n & (size - 1); }
  NEEL_FUNCTION int before(int at) const { return (at - 1) & (size - 1); }
  NEEL_FUNCTION int after(int at) const { return (at + 1) & (size - 1); }
};

/// Rows along x, compressed.
template <class Axis>
class Checkerboard {
public:
  static constexpr bool one_way = false;

  explicit Checkerboard(const Geometry& g)
      : along_(g.half_x()), y_(g.ly), rows_(g.ly * g.lz), last_z_(g.lz - 1), begin_z_(g.begin_z),
        low_z_(g.begin_z == 0 ? 0 : nowhere), high_z_(g.halo == 0 || g.at_end ? g.own_z() - 1 : nowhere),
        lx_(static_cast<std::uint32_t>(g.lx)), first_(g.short_number(0, 0, 0)) {}

  NEEL_FUNCTION int length() const { return along_.size; }
  NEEL_FUNCTION int rows() const { return rows_; }
  NEEL_FUNCTION int row_of(int entry) const { return along_.quotient(entry); }
  NEEL_FUNCTION int place_of(int entry, int row) const { return along_.remainder(entry, row); }
  /// Rows of a plane: of one z.
  NEEL_FUNCTION int plane() const { return y_.size; }
  NEEL_FUNCTION Row row(Colour c, int y, int z) const { return {z * y_.size + y, y, z, Geometry::first_x(c, y, z), c}; }
  NEEL_FUNCTION Row row(Colour c, int index) const {
    const int z = y_.quotient(index);
    return row(c, y_.remainder(index, z), z);
  }
  NEEL_FUNCTION Position position(const Row& r, int i) const { return {2 * i + r.s, r.y, r.z + begin_z_}; }
  NEEL_FUNCTION std::uint32_t number(const Row& r, int i) const {
    return first_ + static_cast<std::uint32_t>(2 * i + r.s) + lx_ * static_cast<std::uint32_t>(r.index);
  }

  /// Place i + shift of a row.
  NEEL_FUNCTION int moved(int i, int shift) const {
    return shift == 0 ? i : (shift < 0 ? along_.before(i) : along_.after(i));
  }

  template <Direction D>
  NEEL_FUNCTION Link link(const Row& r) const {
    if constexpr (D == Direction::x_same) {
      return {r.index, 0, 0};
    } else if constexpr (D == Direction::x_shifted) {
      return {r.index, 2 * r.s - 1, 0};
    } else if constexpr (D == Direction::y_minus) {
      return {r.index + y_.before(r.y) - r.y, 0, r.y == 0 ? -1 : 0};
    } else if constexpr (D == Direction::y_plus) {
      return {r.index + y_.after(r.y) - r.y, 0, r.y == y_.size - 1 ? 1 : 0};
    } else if constexpr (D == Direction::z_minus) {
      return {r.z == 0 ? r.index + last_z_ * y_.size : r.index - y_.size, 0, r.z == low_z_ ? -1 : 0};
    } else {
      return {r.z == last_z_ ? r.index - last_z_ * y_.size : r.index + y_.size, 0, r.z == high_z_ ? 1 : 0};
    }
  }

  /// Which physical step a direction is, at a site with this x.
  static NEEL_FUNCTION Step step(Direction d, int x) {
    switch (d) {
    case Direction::x_same:
      return {0, x % 2 == 0 ? 1 : -1};
    case Direction::x_shifted:
      return {0, x % 2 == 0 ? -1 : 1};
    default:
      return {static_cast<int>(d) / 2, static_cast<int>(d) % 2 == 0 ? -1 : 1};
    }
  }

protected:
  NEEL_FUNCTION int begin_z() const { return begin_z_; }

private:
  static constexpr int nowhere = -1;

  Axis along_, y_;
  int rows_, last_z_;
  int begin_z_;              ///< of a slab
  int low_z_, high_z_;       ///< the planes that are the lattice's first and last
  std::uint32_t lx_, first_; ///< the number of the first site
};

using Standard = Checkerboard<AnyLength>;
using Bitwise = Checkerboard<PowerOfTwo>;

/// The standard order of a lattice that can have more than 2^32 sites.
class LargeStandard : public Standard {
public:
  explicit LargeStandard(const Geometry& g)
      : Standard(g), first_(g.site_number(0, 0, 0)), lx_(static_cast<std::uint64_t>(g.lx)) {}

  NEEL_FUNCTION std::uint64_t number(const Row& r, int i) const {
    return first_ + static_cast<std::uint64_t>(2 * i + r.s) + lx_ * static_cast<std::uint64_t>(r.index);
  }

private:
  std::uint64_t first_, lx_; ///< number of the first site; sites of a row
};

/// Planes normal to (1, -1, 1). All three lengths of the lattice are the same. Plane z' of it is plane z' / 2 of its colour;
/// the z of a slab's geometry are those z'.
class Sliced {
public:
  static constexpr bool one_way = true;

  explicit Sliced(const Geometry& g) : axis_(g.lx), planes_(g.lz / 2), begin_(g.begin_z) {}

  NEEL_FUNCTION int length() const { return axis_.size; }
  NEEL_FUNCTION int rows() const { return axis_.size * planes_; }
  NEEL_FUNCTION int row_of(int entry) const { return axis_.quotient(entry); }
  NEEL_FUNCTION int place_of(int entry, int row) const { return axis_.remainder(entry, row); }
  /// Rows of a plane: of one z'.
  NEEL_FUNCTION int plane() const { return axis_.size; }
  /// y and z are y' and the plane of the colour.
  NEEL_FUNCTION Row row(Colour c, int y, int z) const { return {z * axis_.size + y, y, z, static_cast<int>(c), c}; }
  NEEL_FUNCTION Row row(Colour c, int index) const {
    const int plane = axis_.quotient(index);
    return row(c, axis_.remainder(index, plane), plane);
  }
  NEEL_FUNCTION Position position(const Row& r, int i) const {
    return {i, wrapped(r.y + i), wrapped(begin_ + 2 * r.z + r.s + r.y)};
  }
  NEEL_FUNCTION std::uint32_t number(const Row& r, int i) const {
    const Position p = position(r, i);
    return static_cast<std::uint32_t>(p.x + axis_.size * (p.y + axis_.size * p.z));
  }
  NEEL_FUNCTION int moved(int i, int shift) const {
    return shift == 0 ? i : (shift < 0 ? axis_.before(i) : axis_.after(i));
  }

  /// Directions 0 to 5 are +x, -x, -y, +y, -z, +z.
  template <Direction D>
  NEEL_FUNCTION Link link(const Row& r) const {
    constexpr bool up = static_cast<int>(D) == 0 || D == Direction::y_minus || D == Direction::z_plus;
    constexpr int shift = static_cast<int>(D) == 0 ? 1 : (static_cast<int>(D) == 1 ? -1 : 0);
    constexpr bool along_z = D == Direction::z_minus || D == Direction::z_plus;
    const int y = along_z ? r.y : (up ? axis_.before(r.y) : axis_.after(r.y));
    // From plane 2 z + s to 2 z + s + 1 (- 1): the other colour's plane is z + s (z - 1 + s).
    const int above = r.z + r.s == planes_ ? 0 : r.z + r.s;
    const int below = r.z + r.s == 0 ? planes_ - 1 : r.z + r.s - 1;
    return {(up ? above : below) * axis_.size + y, shift, 0};
  }

  static NEEL_FUNCTION Step step(Direction d, int /*x*/) {
    const int n = static_cast<int>(d);
    return {n / 2, n == 0 || n == 3 || n == 5 ? 1 : -1};
  }

private:
  NEEL_FUNCTION int wrapped(int at) const { return at >= axis_.size ? at - axis_.size : at; }

  AnyLength axis_;
  int planes_;
  int begin_; ///< z' of a slab's first plane
};

/// An entry of a half-lattice.
struct Entry {
  int system, row, i;  ///< i: place in the row
  std::int64_t number; ///< in the system's half
};
/// The one at `flat` of all systems' entries of a colour.
template <class Order>
NEEL_FUNCTION Entry entry_at(const Order& order, std::int64_t flat) {
  const std::int64_t volume = std::int64_t{order.rows()} * order.length(), system = flat / volume;
  const auto number = static_cast<std::uint32_t>(flat - system * volume),
             row = number / static_cast<std::uint32_t>(order.length());
  return {static_cast<int>(system), static_cast<int>(row),
          static_cast<int>(number - row * static_cast<std::uint32_t>(order.length())), number};
}

/// The entries of the six neighbours of entry `i` of a row.
template <class Order>
NEEL_FUNCTION void neighbour_entries(const Order& order, const Row& r, int i, int (&entry)[directions],
                                     int (&crossing)[directions]) {
  const auto find = [&]<int D>(std::integral_constant<int, D>) NEEL_INLINE_LAMBDA {
    const Link link = order.template link<static_cast<Direction>(D)>(r);
    entry[D] = link.row * order.length() + order.moved(i, link.shift);
    crossing[D] = link.crossing;
  };
  find(std::integral_constant<int, 0>{});
  find(std::integral_constant<int, 1>{});
  find(std::integral_constant<int, 2>{});
  find(std::integral_constant<int, 3>{});
  find(std::integral_constant<int, 4>{});
  find(std::integral_constant<int, 5>{});
}

} // namespace neel::lattice
