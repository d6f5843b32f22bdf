// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the neighbours of sites add up to. Bonds of one kind are added first, then their coupling is applied, in the order of
// the tables: the same on devices, a site vector or a site at a time, as here, and on hosts (row_gather.hpp).

#include <neel/models/graph_state.hpp>

namespace neel::models {

/// Where an entry is. All rows of a lined network are equally long.
NEEL_FUNCTION lattice::RowPart place_of(const lattice::GraphPointers& n, int entry) {
  if (!n.lined) {
    return {0, 0, entry};
  }
  const int length = n.vacuum / n.rows;
  return {entry / length, entry % length, entry};
}

/// What a site's neighbours do to it, so that it may move.
template <GraphPhysics P>
struct GatherField {
  using Of = typename P::LocalField;
  NEEL_FUNCTION static Of add(const Of& so_far, const typename P::Coupling& c, const typename P::Site& /*own*/,
                              const typename P::Sum& sum) {
    return P::local_field(so_far, c, sum);
  }
};

/// The energies of a site's bonds, to measure.
template <GraphPhysics P>
struct GatherShares {
  using Of = typename P::EnergyParts;
  NEEL_FUNCTION static Of add(const Of& so_far, const typename P::Coupling& c, const typename P::Site& own,
                              const typename P::Sum& sum) {
    return P::share(so_far, c, own, sum);
  }
};

/// Device: the neighbours in a slot of a site vector's sites. They follow one another, so that they are a site vector, or three of one and the
/// next of its row: loads that do not wait for anything, everywhere in a row that closes on whole site vectors, else away from its ends.
template <class Site>
class LinkedVector {
public:
  NEEL_FUNCTION LinkedVector(const lattice::GraphPointers& n, const lattice::SitePointer<Site, true>& sites,
                             const lattice::RowLink& link, int place) {
    const int first = place + link.shift, offset = first & (vector_length - 1);
    int most = first - offset + (offset == 3 ? vector_length : 0), other = offset == 0   ? most
                                                                           : offset == 1 ? most + vector_length
                                                                                         : most - 1;
    turned_ = offset;
    if (first < 0 || first + vector_length > link.count || offset == 2) {
      if (offset == 2 || !n.wraps || link.count % vector_length != 0 || link.count == 0) { // 0: beyond an open edge
        NEEL_UNROLLED_LOOP
        for (int j = 0; j < vector_length; ++j) {
          vector_[j] = sites[n.follow(link, place + j)];
        }
        other_ = vector_[0];
        turned_ = 0;
        return;
      }
      most += most < 0 ? link.count : 0;
      most -= most >= link.count ? link.count : 0;
      other += other < 0 ? link.count : 0;
      other -= other >= link.count ? link.count : 0;
    }
    lattice::load_vector(sites, link.start + most, vector_);
    other_ = sites[link.start + other];
  }

  /// Calls use(j, neighbour of site j).
  template <class Use>
  NEEL_FUNCTION void each(const Use& use) const {
    if (turned_ == 0) {
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < vector_length; ++j) {
        use(j, vector_[j]);
      }
    } else if (turned_ == 1) {
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < vector_length; ++j) {
        use(j, j < vector_length - 1 ? vector_[(j + 1) % vector_length] : other_);
      }
    } else {
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < vector_length; ++j) {
        use(j, j > 0 ? vector_[(j + vector_length - 1) % vector_length] : other_);
      }
    }
  }

private:
  static constexpr int vector_length = crystal::vector_length;
  Site vector_[vector_length], other_;
  int turned_; ///< by so many sites, modulo four; never by two
};

/// Device: the sum over all neighbours of a site vector's sites, each of which has as many as there are slots.
template <GraphPhysics P>
NEEL_FUNCTION void gather_alike(const GraphContents<P>& all, const lattice::RowPart& at,
                                typename P::Sum (&sum)[crystal::vector_length]) {
  using Linked = LinkedVector<typename P::Site>;
  using Site = typename P::Site;
  const lattice::GraphPointers& n = all.graph;
  const lattice::SitePointer<Site, true> sites = all.sites.read();
  const auto add = [&](int j, const Site& s) { sum[j] = P::with(sum[j], s); };
  lattice::RowLink one = n.link_of(at.row, 1), two = n.link_of(at.row, 2), three = n.link_of(at.row, 3);
  Linked(n, sites, n.link_of(at.row, 0), at.place).each([&](int j, const Site& s) { sum[j] = P::alone(s); });
  // Three slots at a time, and their links before they are wanted: what a thread waits for is on its way together.
  NEEL_ROLLED_LOOP
  for (int slot = 1; slot < n.slots; slot += 3) {
    const Linked first(n, sites, one, at.place), second(n, sites, two, at.place), third(n, sites, three, at.place);
    one = n.link_of(at.row, slot + 3);
    two = n.link_of(at.row, slot + 4);
    three = n.link_of(at.row, slot + 5);
    first.each(add);
    if (slot + 1 < n.slots) {
      second.each(add);
    }
    if (slot + 2 < n.slots) {
      third.each(add);
    }
  }
}

/// Device: adds to `to` what the neighbours of a site vector's sites do. `all` are the contents of its system.
template <class How, GraphPhysics P>
NEEL_FUNCTION void gather(const GraphContents<P>& all, const lattice::RowPart& at,
                          const typename P::Site (&own)[crystal::vector_length],
                          typename How::Of (&to)[crystal::vector_length]) {
  using crystal::vector_length;
  using Site = typename P::Site;
  using Linked = LinkedVector<Site>;
  const lattice::GraphPointers& n = all.graph;
  const lattice::SitePointer<Site, true> sites = all.sites.read();
  if (n.kinds_by_site()) {
    for (int slot = 0; slot < n.slots; ++slot) {
      const auto add = [&](int j, const Site& s) {
        to[j] = How::add(to[j], all.couplings[n.kind_of_site(slot, at.entry + j)], own[j], P::alone(s));
      };
      if (n.lined) {
        Linked(n, sites, n.link_of(at.row, slot), at.place).each(add);
      } else {
        NEEL_UNROLLED_LOOP
        for (int j = 0; j < vector_length; ++j) {
          add(j, sites[n.neighbour_of(at, slot, j)]);
        }
      }
    }
    return;
  }
  typename P::Sum sum[vector_length];
  int kind = n.kind; // of the bonds in the sum
  const auto add = [&] {
    if (kind != crystal::Tables::none) {
      const typename P::Coupling coupling = all.couplings[kind];
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < vector_length; ++j) {
        to[j] = How::add(to[j], coupling, own[j], sum[j]);
      }
    }
  };
  if (kind != crystal::Tables::none) {
    gather_alike(all, at, sum);
    add();
    return;
  }
  const auto take = [&](int of, const Linked& from) {
    if (of == kind) {
      from.each([&](int j, const Site& s) { sum[j] = P::with(sum[j], s); });
    } else if (of != crystal::Tables::none) {
      add();
      kind = of;
      from.each([&](int j, const Site& s) { sum[j] = P::alone(s); });
    }
  };
  lattice::RowLink one = n.link_of(at.row, 0), two = n.link_of(at.row, 1), three = n.link_of(at.row, 2);
  NEEL_ROLLED_LOOP
  for (int slot = 3; one.kind != crystal::Tables::none; slot += 3) {
    const Linked first(n, sites, one, at.place), second(n, sites, two, at.place), third(n, sites, three, at.place);
    const int kinds[] = {one.kind, two.kind, three.kind};
    one = n.link_of(at.row, slot);
    two = n.link_of(at.row, slot + 1);
    three = n.link_of(at.row, slot + 2);
    take(kinds[0], first);
    take(kinds[1], second);
    take(kinds[2], third);
  }
  add();
}

/// The neighbours of a site in some slots from one on: their entries, counted from the first system's first; kinds of their bonds.
struct SomeNeighbours {
  static constexpr int count = lattice::GraphPointers::at_once;
  int entry[count], kind[count];

  /// `start`: where the site's system begins.
  NEEL_FUNCTION SomeNeighbours(const lattice::GraphPointers& n, int start, const lattice::RowPart& at, int slot) {
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < count; ++j) {
      const lattice::RowLink link = n.link_of(at.row, slot + j);
      entry[j] = start + n.follow(link, at.place);
      kind[j] = link.kind;
    }
  }
};

/// Adds to `to` what the neighbours of the site at `at` of a system do, the first of whom are `next`. `all`: contents from the
/// first system on, which need fewer registers than those of the site's.
template <class How, GraphPhysics P>
NEEL_FUNCTION void gather_one(const GraphContents<P>& all, int system, const lattice::RowPart& at, SomeNeighbours next,
                              const typename P::Site& own, typename How::Of& to) {
  using Site = typename P::Site;
  constexpr int none = crystal::Tables::none;
  const int start = system * all.graph.entries;
  const lattice::SitePointer<Site, true> sites = all.sites.read();
  if (all.graph.kinds_by_site()) {
    const lattice::GraphPointers n = all.graph.of_system(all.system + system);
    for (int slot = 0; slot < n.slots; ++slot) {
      to = How::add(to, all.couplings[n.kind_of_site(slot, at.entry)], own,
                    P::alone(sites[start + n.neighbour_of(at, slot, 0)]));
    }
    return;
  }
  typename P::Sum sum{};
  int kind = none; // of the bonds in the sum
  NEEL_ROLLED_LOOP
  for (int slot = SomeNeighbours::count; next.kind[0] != none; slot += SomeNeighbours::count) {
    const SomeNeighbours now = next;
    Site there[SomeNeighbours::count]; // on their way together
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < SomeNeighbours::count; ++j) {
      there[j] = sites[now.entry[j]];
    }
    next = SomeNeighbours(all.graph, start, at, slot); // before they are wanted
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < SomeNeighbours::count; ++j) {
      if (now.kind[j] == kind) {
        sum = P::with(sum, there[j]);
        continue;
      }
      if (kind != none) {
        to = How::add(to, all.couplings[kind], own, sum);
      }
      kind = now.kind[j];
      sum = P::alone(there[j]);
    }
  }
  if (kind != none) {
    to = How::add(to, all.couplings[kind], own, sum);
  }
}

} // namespace neel::models
