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
      if (offset == 2 || !n.wraps || link.count % quad != 0) {
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

/// Host: the same for stretches of up to `capacity` entries.
template <class How, NetworkPhysics P>
class StretchGather {
public:
  using Site = typename P::Site;
  static constexpr int capacity = 512;

  /// `count` quads of a colour from q on; `own` and `to` begin there.
  NEEL_HOST_FUNCTION void operator()(const NetworkContents<P>& all, const lattice::ColourQuads& quads, int q, int count,
                                     const lattice::SitePointer<Site, true>& own,
                                     const lattice::SitePointer<typename How::Of, false>& to) {
    for (int done = 0; done < count;) {
      const int n = quads.together(all.network, q + done, q + count), i = crystal::quad * done;
      gather(all, quads(q + done), crystal::quad * n, own + i, to + i);
      done += n;
    }
  }

private:
  /// Those of a row, or of rows of the same kinds that have lists.
  NEEL_HOST_FUNCTION void gather(const NetworkContents<P>& all, const lattice::RowPart& at, int count,
                                 const lattice::SitePointer<Site, true>& own,
                                 const lattice::SitePointer<typename How::Of, false>& to) {
    const lattice::NetworkPointers& n = all.network;
    const auto sum = sums_.pointer();
    if (n.kinds_by_site()) {
      for (int slot = 0; slot < n.slots; ++slot) {
        const auto others = neighbours(all, at, slot, count);
        const std::int64_t kinds = n.kinds_from(slot, at.entry);
        if (n.each) {
          add_own(all.couplings + kinds, others, count, own, to);
        } else if (n.small != nullptr) {
          add_each(all.couplings, n.small + kinds, others, count, own, to);
        } else {
          add_each(all.couplings, n.large + kinds, others, count, own, to);
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

  NEEL_HOST_FUNCTION static void add_own(const typename P::Coupling* couplings,
                                         const lattice::SitePointer<Site, true>& others, int count,
                                         const lattice::SitePointer<Site, true>& own,
                                         const lattice::SitePointer<typename How::Of, false>& to) {
    NEEL_INDEPENDENT_LOOP
    for (int i = 0; i < count; ++i) {
      to.store(i, How::add(to[i], couplings[i], own[i], P::alone(others[i])));
    }
  }
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
    if (n.neighbour != nullptr) {
      const int* const entry = n.neighbour + std::int64_t{slot} * n.entries + at.entry;
      for (int k = 0; k < Site::components; ++k) {
        const auto* const from = sites.at[k];
        auto* const to = copies.at[k];
        NEEL_INDEPENDENT_LOOP
        for (int i = 0; i < count; ++i) {
          to[i] = from[entry[i]];
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
