// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a model sees of the lattice: a site, its quenched data, and its six neighbours with theirs.
//
// Two classes answer the same questions. On the host, a block of consecutive sites has its neighbours in consecutive
// places too (Rows), so that a loop over it vectorises. On a device, each thread looks its neighbours up (Lookup).
// Beyond an open edge both give the zero site.

#include <neel/lattice/field.hpp>

namespace neel::lattice {

/// The two halves of a system as one colour sees them: its own and the other, with their quenched data.
template <class Site, class Quenched>
struct Around {
  SitePointer<Site, true> own, others;
  SitePointer<Quenched, true> own_quenched, others_quenched;

  /// The same halves from `offset` entries on.
  NEEL_FUNCTION Around operator+(std::int64_t offset) const {
    return {own + offset, others + offset, own_quenched + offset, others_quenched + offset};
  }
};

/// Six pointers to rows of neighbours; entry i of each is the neighbour of site i of the block.
template <class Site, class Quenched>
struct Rows {
  SitePointer<Site, true> site;
  SitePointer<Site, true> neighbour[directions];
  SitePointer<Quenched, true> quenched;
  SitePointer<Quenched, true> neighbour_quenched[directions];
  Colour colour_;

  /// Site i of the block with its neighbours.
  struct At {
    const Rows& rows;
    int i;
    NEEL_FUNCTION Site site() const { return rows.site[i]; }
    NEEL_FUNCTION Quenched quenched() const { return rows.quenched[i]; }
    template <int D>
    NEEL_FUNCTION Site neighbour() const {
      return rows.neighbour[D][i];
    }
    template <int D>
    NEEL_FUNCTION Quenched neighbour_quenched() const {
      return rows.neighbour_quenched[D][i];
    }
    NEEL_FUNCTION Colour colour() const { return rows.colour_; }
  };
  NEEL_FUNCTION At at(int i) const { return {*this, i}; }
};

/// One site whose neighbours are entries of the other colour's half-lattice (-1: none).
template <class Site, class Quenched>
struct Lookup {
  Around<Site, Quenched> halves;
  std::int64_t entry;
  std::int64_t neighbour_entry[directions];
  Colour colour_;

  NEEL_FUNCTION Site site() const { return halves.own[entry]; }
  NEEL_FUNCTION Quenched quenched() const { return halves.own_quenched[entry]; }
  template <int D>
  NEEL_FUNCTION Site neighbour() const {
    return neighbour_entry[D] < 0 ? Site{} : halves.others[neighbour_entry[D]];
  }
  template <int D>
  NEEL_FUNCTION Quenched neighbour_quenched() const {
    return neighbour_entry[D] < 0 ? Quenched{} : halves.others_quenched[neighbour_entry[D]];
  }
  NEEL_FUNCTION Colour colour() const { return colour_; }
};

/// Calls visit(neighbour, its quenched data, direction) for the six neighbours, in the order of Direction.
NEEL_CALLS_WHAT_IT_IS_GIVEN
template <class Neighbourhood, class Visit>
NEEL_FUNCTION void for_each_neighbour(const Neighbourhood& n, Visit&& visit) {
  visit(n.template neighbour<0>(), n.template neighbour_quenched<0>(), 0);
  visit(n.template neighbour<1>(), n.template neighbour_quenched<1>(), 1);
  visit(n.template neighbour<2>(), n.template neighbour_quenched<2>(), 2);
  visit(n.template neighbour<3>(), n.template neighbour_quenched<3>(), 3);
  visit(n.template neighbour<4>(), n.template neighbour_quenched<4>(), 4);
  visit(n.template neighbour<5>(), n.template neighbour_quenched<5>(), 5);
}

} // namespace neel::lattice
