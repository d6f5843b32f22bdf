// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a model with wide sites sees of a lattice in any storage order: a site, its quenched data and its six neighbours,
// component by component, so that a kernel loads what it uses.
//
// On the host a row of sites has rows of neighbours (RowView); the entries whose neighbours wrap around, and every entry
// on a device, look their neighbours up (EntryView). Periodic lattices only.

#include <neel/lattice/field.hpp>
#include <neel/lattice/order.hpp>

namespace neel::lattice {

/// The halves of a system as one colour sees them. Site values have one component; replicas of a system, which share its
/// quenched data, lie at a fixed offset from each other.
template <class Site, class Quenched>
struct Halves {
  SitePointer<Site, true> own, others;
  SitePointer<Quenched, true> quenched;

  /// Those whose entries begin so many further on.
  NEEL_FUNCTION Halves from(std::int64_t entries) const {
    return {own + entries, others + entries, quenched + entries};
  }
};

/// One entry anywhere.
template <class Site, class Quenched>
class EntryView {
public:
  using Component = typename Site::Component;

  /// Entry `i` of a row, in a system whose entries start at `start`.
  template <class Order>
  NEEL_FUNCTION EntryView(const Order& order, const Halves<Site, Quenched>& halves, const Row& row, int i, int start)
      : halves_(halves), entry_(start + row.index * order.length() + i) {
    neighbour_entries(order, row, i, neighbour_, crossing_);
    for (int d = 0; d < directions; ++d) {
      neighbour_[d] += start;
    }
  }

  /// The same entry of the replica `offset` entries further on.
  NEEL_FUNCTION EntryView replica(std::int64_t offset) const {
    EntryView moved = *this;
    moved.halves_.own.at[0] += offset;
    moved.halves_.others.at[0] += offset;
    return moved;
  }

  NEEL_FUNCTION Component site() const { return halves_.own.at[0][entry_]; }
  template <int D>
  NEEL_FUNCTION Component neighbour() const {
    return halves_.others.at[0][neighbour_[D]];
  }
  NEEL_FUNCTION Quenched quenched() const { return halves_.quenched[entry_]; }
  /// -1 or +1 where the step to neighbour D leaves the lattice at an end of the y or z axis, else 0.
  template <int D>
  NEEL_FUNCTION int crossing() const {
    return crossing_[D];
  }

private:
  Halves<Site, Quenched> halves_;
  int entry_;
  int neighbour_[directions], crossing_[directions];
};

/// The entries of a row whose neighbours do not wrap around along it: first() to last() - 1.
template <class Site, class Quenched>
class RowView {
public:
  using Component = typename Site::Component;

  template <class Order>
  NEEL_FUNCTION RowView(const Order& order, const Halves<Site, Quenched>& halves, const Row& row, std::int64_t start)
      : last_(order.length()) {
    own_ = halves.own + (start + row.index * order.length());
    quenched_ = halves.quenched + (start + row.index * order.length());
    point<0>(order, halves, row, start);
    point<1>(order, halves, row, start);
    point<2>(order, halves, row, start);
    point<3>(order, halves, row, start);
    point<4>(order, halves, row, start);
    point<5>(order, halves, row, start);
  }

  NEEL_FUNCTION int first() const { return first_; }
  NEEL_FUNCTION int last() const { return last_; }

  /// Entry i of the row with its neighbours; the questions are those of EntryView.
  struct At {
    const RowView& row;
    int i;
    std::int64_t offset = 0;
    NEEL_FUNCTION At replica(std::int64_t by) const { return {row, i, by}; }
    NEEL_FUNCTION Component site() const { return row.own_.at[0][i + offset]; }
    template <int D>
    NEEL_FUNCTION Component neighbour() const {
      return row.neighbour_[D].at[0][i + offset];
    }
    NEEL_FUNCTION Quenched quenched() const { return row.quenched_[i]; }
    template <int D>
    NEEL_FUNCTION int crossing() const {
      return row.crossing_[D];
    }
  };
  NEEL_FUNCTION At at(int i) const { return {*this, i}; }

private:
  template <int D, class Order>
  NEEL_FUNCTION void point(const Order& order, const Halves<Site, Quenched>& halves, const Row& row,
                           std::int64_t start) {
    const Link link = order.template link<static_cast<Direction>(D)>(row);
    neighbour_[D] = halves.others + (start + link.row * order.length() + link.shift);
    crossing_[D] = link.crossing;
    first_ = link.shift < 0 ? 1 : first_;
    last_ = link.shift > 0 ? order.length() - 1 : last_;
  }

  SitePointer<Site, true> own_, neighbour_[directions];
  SitePointer<Quenched, true> quenched_;
  int crossing_[directions];
  int first_ = 0, last_;
};

/// The slabs of synchronous coding: one large system whose sites are the bits of words. Bit b of word w of cell
/// (x, y, z) is the site (x, w My + y, b Mz + z), with My = Ly / W and Mz = Lz / 32: the neighbours of all bits of a cell
/// are the bits of its neighbour cells, moved by one word or one bit where a step crosses the end of the cells' lattice.
template <int W>
class Slabs : public Standard {
public:
  /// From the sizes of the system; Ly is a multiple of 2 W (of 2), Lz of 64.
  explicit Slabs(const Geometry& system) : Slabs(system, cells(system)) {}
  /// Of its cells, or a slab of them.
  Slabs(const Geometry& system, const Geometry& part)
      : Standard(part), lx_(static_cast<std::uint32_t>(system.lx)), ly_(static_cast<std::uint32_t>(system.ly)),
        my_(static_cast<std::uint32_t>(system.ly / W)) {}

  static Geometry cells(const Geometry& system) { return {system.lx, system.ly / W, system.lz / 32, true, true, true}; }

  /// The number of word 0 of a cell: words are numbered like the sites of a lattice of Lx x Ly x Lz/32, whatever W.
  NEEL_FUNCTION std::uint32_t number(const Row& r, int i) const {
    return static_cast<std::uint32_t>(2 * i + r.s) +
           lx_ * (static_cast<std::uint32_t>(r.y) + ly_ * static_cast<std::uint32_t>(r.z + begin_z()));
  }
  /// From the number of a word to that of the next one of its cell.
  NEEL_FUNCTION std::uint32_t stride() const { return lx_ * my_; }

private:
  std::uint32_t lx_, ly_, my_;
};

} // namespace neel::lattice
