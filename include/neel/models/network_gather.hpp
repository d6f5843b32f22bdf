// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the neighbours of sites add up to. Bonds of one kind are added first, then their coupling is applied, in the order of
// the tables: the same on devices, a quad or a site at a time, as here, and on hosts (stretch_gather.hpp).

#include <neel/models/network_state.hpp>

namespace neel::models {

/// What a site's neighbours do to it, so that it may move.
template <NetworkPhysics P>
struct GatherField {
  using Of = typename P::Felt;
  NEEL_FUNCTION static Of add(const Of& so_far, const typename P::Coupling& c, const typename P::Site& /*own*/,
                              const typename P::Sum& sum) {
    return P::feel(so_far, c, sum);
  }
};

/// The energies of a site's bonds, to measure.
template <NetworkPhysics P>
struct GatherShares {
  using Of = typename P::Shares;
  NEEL_FUNCTION static Of add(const Of& so_far, const typename P::Coupling& c, const typename P::Site& own,
                              const typename P::Sum& sum) {
    return P::share(so_far, c, own, sum);
  }
};

/// Device: the neighbours in a slot of a quad's sites. They follow one another, so that they are a quad, or three of one and the
/// next of its row: loads that do not wait for anything, everywhere in a row that closes on whole quads, else away from its ends.
template <class Site>
class LinkedQuad {
public:
  NEEL_FUNCTION LinkedQuad(const lattice::NetworkPointers& n, const lattice::SitePointer<Site, true>& sites,
                           const lattice::RowLink& link, int place) {
    const int first = place + link.shift, offset = first & (quad - 1);
    int most = first - offset + (offset == 3 ? quad : 0), other = offset == 0   ? most
                                                                  : offset == 1 ? most + quad
                                                                                : most - 1;
    turned_ = offset;
    if (first < 0 || first + quad > link.count || offset == 2) {
      if (offset == 2 || !n.wraps || link.count % quad != 0 || link.count == 0) { // 0: beyond an open edge
        NEEL_UNROLLED_LOOP
        for (int j = 0; j < quad; ++j) {
          quad_[j] = sites[n.follow(link, place + j)];
        }
        other_ = quad_[0];
        turned_ = 0;
        return;
      }
      most += most < 0 ? link.count : 0;
      most -= most >= link.count ? link.count : 0;
      other += other < 0 ? link.count : 0;
      other -= other >= link.count ? link.count : 0;
    }
    lattice::load_quad(sites, link.start + most, quad_);
    other_ = sites[link.start + other];
  }

  /// Calls use(j, neighbour of site j).
  template <class Use>
  NEEL_FUNCTION void each(const Use& use) const {
    if (turned_ == 0) {
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < quad; ++j) {
        use(j, quad_[j]);
      }
    } else if (turned_ == 1) {
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < quad; ++j) {
        use(j, j < quad - 1 ? quad_[(j + 1) % quad] : other_);
      }
    } else {
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < quad; ++j) {
        use(j, j > 0 ? quad_[(j + quad - 1) % quad] : other_);
      }
    }
  }

private:
  static constexpr int quad = crystal::quad;
  Site quad_[quad], other_;
  int turned_; ///< by so many sites, modulo four; never by two
};

/// Device: the sum over all neighbours of a quad's sites, each of which has as many as there are slots.
template <NetworkPhysics P>
NEEL_FUNCTION void gather_alike(const NetworkContents<P>& all, const lattice::RowPart& at,
                                typename P::Sum (&sum)[crystal::quad]) {
  using Linked = LinkedQuad<typename P::Site>;
  using Site = typename P::Site;
  const lattice::NetworkPointers& n = all.network;
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

/// Device: adds to `to` what the neighbours of a quad's sites do. `all` are the contents of its system.
template <class How, NetworkPhysics P>
NEEL_FUNCTION void gather(const NetworkContents<P>& all, const lattice::RowPart& at,
                          const typename P::Site (&own)[crystal::quad], typename How::Of (&to)[crystal::quad]) {
  using crystal::quad;
  using Site = typename P::Site;
  using Linked = LinkedQuad<Site>;
  const lattice::NetworkPointers& n = all.network;
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
        for (int j = 0; j < quad; ++j) {
          add(j, sites[n.neighbour_of(at, slot, j)]);
        }
      }
    }
    return;
  }
  typename P::Sum sum[quad];
  int kind = n.kind; // of the bonds in the sum
  const auto add = [&] {
    if (kind != crystal::Tables::none) {
      const typename P::Coupling coupling = all.couplings[kind];
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < quad; ++j) {
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
  static constexpr int count = lattice::NetworkPointers::at_once;
  int entry[count], kind[count];

  /// `start`: where the site's system begins.
  NEEL_FUNCTION SomeNeighbours(const lattice::NetworkPointers& n, int start, const lattice::RowPart& at, int slot) {
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
template <class How, NetworkPhysics P>
NEEL_FUNCTION void gather_one(const NetworkContents<P>& all, int system, const lattice::RowPart& at,
                              SomeNeighbours next, const typename P::Site& own, typename How::Of& to) {
  using Site = typename P::Site;
  constexpr int none = crystal::Tables::none;
  const int start = system * all.network.entries;
  const lattice::SitePointer<Site, true> sites = all.sites.read();
  if (all.network.kinds_by_site()) {
    const lattice::NetworkPointers n = all.network.of_system(all.system + system);
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
    next = SomeNeighbours(all.network, start, at, slot); // before they are wanted
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
