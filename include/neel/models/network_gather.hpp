// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the neighbours of sites add up to. Bonds of one kind are added first, then their coupling is applied, in the order of
// the tables: the same on hosts, in loops over a stretch of a row, and on devices, a quad at a time.

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

/// Device: the neighbours in a slot of a quad's sites. Those of most quads follow one another: then they are loaded as a whole
/// where they are a quad, too.
template <class Site>
NEEL_FUNCTION void load_linked(const lattice::NetworkPointers& n, const lattice::SitePointer<Site, true>& sites,
                               const lattice::RowLink& link, int place, Site (&to)[crystal::quad]) {
  using crystal::quad;
  const int first = place + link.shift;
  if (first < 0 || first + quad > link.count) {
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < quad; ++j) {
      to[j] = sites[n.follow(link, place + j)];
    }
  } else if (first % quad == 0) {
    lattice::load_quad(sites, link.start + first, to);
  } else {
    const lattice::SitePointer<Site, true> from = sites + (link.start + first);
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < quad; ++j) {
      to[j] = from[j];
    }
  }
}

/// Device: adds to `to` what the neighbours of a quad's sites do. `all` are the contents of its system.
template <class How, NetworkPhysics P>
NEEL_FUNCTION void gather(const NetworkContents<P>& all, const lattice::RowPart& at,
                          const typename P::Site (&own)[crystal::quad], typename How::Of (&to)[crystal::quad]) {
  using crystal::quad;
  const lattice::NetworkPointers& n = all.network;
  const lattice::SitePointer<typename P::Site, true> sites = all.sites.read();
  typename P::Site others[quad];
  if (n.kinds_by_site()) {
    for (int slot = 0; slot < n.slots; ++slot) {
      if (n.lined) {
        load_linked(n, sites, n.link_of(at.row, slot), at.place, others);
      }
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < quad; ++j) {
        if (!n.lined) {
          others[j] = sites[n.neighbour_of(at, slot, j)];
        }
        to[j] = How::add(to[j], all.couplings[n.kind_of_site(0, slot, at.entry + j)], own[j], P::alone(others[j]));
      }
    }
    return;
  }
  typename P::Sum sum[quad];
  int kind = crystal::Tables::none; // of the bonds in the sum
  const auto add = [&] {
    if (kind != crystal::Tables::none) {
      const typename P::Coupling coupling = all.couplings[kind];
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < quad; ++j) {
        to[j] = How::add(to[j], coupling, own[j], sum[j]);
      }
    }
  };
  const auto take = [&](int of, const typename P::Site(&from)[quad]) {
    const bool fresh = of != kind;
    if (fresh) {
      add();
      kind = of;
    }
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < quad; ++j) {
      sum[j] = fresh ? P::alone(from[j]) : P::with(sum[j], from[j]);
    }
  };
  // Three slots at a time, and their links before they are wanted: what a thread waits for is on its way together.
  typename P::Site second[quad], third[quad];
  lattice::RowLink one = n.link_of(at.row, 0), two = n.link_of(at.row, 1), three = n.link_of(at.row, 2);
  NEEL_ROLLED_LOOP
  for (int slot = 3; one.kind != crystal::Tables::none; slot += 3) {
    load_linked(n, sites, one, at.place, others);
    load_linked(n, sites, two, at.place, second);
    load_linked(n, sites, three, at.place, third);
    const int kinds[] = {one.kind, two.kind, three.kind};
    one = n.link_of(at.row, slot);
    two = n.link_of(at.row, slot + 1);
    three = n.link_of(at.row, slot + 2);
    take(kinds[0], others);
    if (kinds[1] != crystal::Tables::none) {
      take(kinds[1], second);
    }
    if (kinds[2] != crystal::Tables::none) {
      take(kinds[2], third);
    }
  }
  add();
}

/// Values of a stretch of entries on a host, a component after another.
template <class S, int Capacity>
class Stretch {
public:
  NEEL_HOST_FUNCTION lattice::SitePointer<S, false> pointer() {
    lattice::SitePointer<S, false> p;
    for (int k = 0; k < S::components; ++k) {
      p.at[k] = values_[k];
    }
    return p;
  }

private:
  typename S::Component values_[S::components][Capacity];
};

/// Host: the same for stretches of up to `capacity` entries of one row.
template <class How, NetworkPhysics P>
class StretchGather {
public:
  using Site = typename P::Site;
  static constexpr int capacity = 512;

  /// `count` entries from `at` on; `own` and `to` begin there.
  NEEL_HOST_FUNCTION void operator()(const NetworkContents<P>& all, const lattice::RowPart& at, int count,
                                     const lattice::SitePointer<Site, true>& own,
                                     const lattice::SitePointer<typename How::Of, false>& to) {
    const lattice::NetworkPointers& n = all.network;
    const auto sum = sums_.pointer();
    if (n.kinds_by_site()) {
      for (int slot = 0; slot < n.slots; ++slot) {
        const auto others = neighbours(all, at, slot, count);
        if (n.small != nullptr) {
          add_each(all.couplings, n.small + std::int64_t{slot} * n.entries + at.entry, others, count, own, to);
        } else {
          add_each(all.couplings, n.large + std::int64_t{slot} * n.entries + at.entry, others, count, own, to);
        }
      }
      return;
    }
    for (int slot = 0; slot < n.slots;) {
      const int kind = n.link_of(at.row, slot).kind;
      if (kind == crystal::Tables::none) {
        return;
      }
      const auto first = neighbours(all, at, slot, count);
      NEEL_INDEPENDENT_LOOP
      for (int i = 0; i < count; ++i) {
        sum.store(i, P::alone(first[i]));
      }
      for (++slot; slot < n.slots && n.link_of(at.row, slot).kind == kind; ++slot) {
        const auto others = neighbours(all, at, slot, count);
        NEEL_INDEPENDENT_LOOP
        for (int i = 0; i < count; ++i) {
          sum.store(i, P::with(sum[i], others[i]));
        }
      }
      const typename P::Coupling coupling = all.couplings[kind];
      NEEL_INDEPENDENT_LOOP
      for (int i = 0; i < count; ++i) {
        to.store(i, How::add(to[i], coupling, own[i], sum[i]));
      }
    }
  }

private:
  template <class Kind>
  NEEL_HOST_FUNCTION static void add_each(const typename P::Coupling* couplings, const Kind* kinds,
                                          const lattice::SitePointer<Site, true>& others, int count,
                                          const lattice::SitePointer<Site, true>& own,
                                          const lattice::SitePointer<typename How::Of, false>& to) {
    NEEL_INDEPENDENT_LOOP
    for (int i = 0; i < count; ++i) {
      to.store(i, How::add(to[i], couplings[kinds[i]], own[i], P::alone(others[i])));
    }
  }

  /// The neighbours in a slot: where they lie, if they lie there in order, else a copy.
  NEEL_HOST_FUNCTION lattice::SitePointer<Site, true> neighbours(const NetworkContents<P>& all,
                                                                 const lattice::RowPart& at, int slot, int count) {
    const lattice::NetworkPointers& n = all.network;
    const auto sites = all.sites.read();
    const auto copies = copies_.pointer();
    if (!n.lined) {
      const int* const entry = n.neighbour + std::int64_t{slot} * n.entries + at.entry;
      for (int k = 0; k < Site::components; ++k) {
        for (int i = 0; i < count; ++i) {
          copies.at[k][i] = sites.at[k][entry[i]];
        }
      }
      return copies.read();
    }
    const lattice::RowLink link = n.link_of(at.row, slot);
    const int length = link.count, first = at.place + link.shift, start = link.start;
    const int padded = (length + crystal::quad - 1) / crystal::quad * crystal::quad;
    if (first >= 0 && first + count <= padded) { // what is beyond the row's end is no site, and nobody's neighbour
      if (first + count <= length || !n.wraps) {
        return sites + (start + first);
      }
    }
    // Before the row, in it, behind it.
    const int in = std::clamp(-first, 0, count), out = std::clamp(length - first, in, count);
    for (int k = 0; k < Site::components; ++k) {
      const auto* const row = sites.at[k] + start;
      auto* const to = copies.at[k];
      for (int i = 0; i < in; ++i) {
        to[i] = n.wraps && first + i + length >= 0 && length > 0 ? row[first + i + length] : typename Site::Component{};
      }
      for (int i = in; i < out; ++i) {
        to[i] = row[first + i];
      }
      for (int i = out; i < count; ++i) {
        to[i] = n.wraps && first + i - length < length ? row[first + i - length] : typename Site::Component{};
      }
    }
    return copies.read();
  }

  Stretch<typename P::Sum, capacity> sums_;
  Stretch<Site, capacity> copies_;
};

} // namespace neel::models
