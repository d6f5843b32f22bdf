// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the neighbours of sites add up to, on a host: in loops over a stretch of a row, or over several rows where these are
// short. In the same order as on devices (graph_gather.hpp).

#include <neel/models/graph_gather.hpp>

namespace neel::models {

/// Values of a stretch of entries on a host, a component after another.
template <class S, int Capacity>
class RowRange {
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

/// Adds to `to` what the neighbours of up to `capacity` entries do.
template <class How, GraphPhysics P>
class RowGather {
public:
  using Site = typename P::Site;
  static constexpr int capacity = 512;

  /// `count` site vectors of a colour from q on; `own` and `to` begin there.
  NEEL_HOST_FUNCTION void operator()(const GraphContents<P>& all, const lattice::ColourVectors& vectors, int q,
                                     int count, const lattice::SitePointer<Site, true>& own,
                                     const lattice::SitePointer<typename How::Of, false>& to) {
    for (int done = 0; done < count;) {
      const int n = vectors.together(all.graph, q + done, q + count), i = crystal::vector_length * done;
      gather(all, vectors(q + done), crystal::vector_length * n, own + i, to + i);
      done += n;
    }
  }

private:
  /// Those of a row, or of rows of the same kinds that have lists.
  NEEL_HOST_FUNCTION void gather(const GraphContents<P>& all, const lattice::RowPart& at, int count,
                                 const lattice::SitePointer<Site, true>& own,
                                 const lattice::SitePointer<typename How::Of, false>& to) {
    const lattice::GraphPointers& n = all.graph;
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
    for (int slot = 0, past = 0; slot < n.slots; slot = past) {
      const int kind = n.link_of(at.row, slot).kind;
      if (kind == crystal::Tables::none) {
        return;
      }
      while (past < n.slots && n.link_of(at.row, past).kind == kind) {
        ++past;
      }
      add_up(all, at, slot, past, count);
      const typename P::Coupling coupling = all.couplings[kind];
      NEEL_INDEPENDENT_LOOP
      for (int i = 0; i < count; ++i) {
        to.store(i, How::add(to[i], coupling, own[i], sum[i]));
      }
    }
  }

  /// What the neighbours in some slots add up to.
  NEEL_HOST_FUNCTION void add_up(const GraphContents<P>& all, const lattice::RowPart& at, int first, int past,
                                 int count) {
    const auto sum = sums_.pointer();
    if constexpr (sums_packed_sites<P>) {
      if (all.packed != nullptr) {
        const std::int64_t entries = all.graph.entries;
        PackedSites<Site>::sum(all.packed, all.graph.neighbour + first * entries + at.entry, entries, past - first,
                               count, sum);
        return;
      }
    }
    const auto sites = neighbours(all, at, first, count);
    NEEL_INDEPENDENT_LOOP
    for (int i = 0; i < count; ++i) {
      sum.store(i, P::alone(sites[i]));
    }
    for (int slot = first + 1; slot < past; ++slot) {
      const auto others = neighbours(all, at, slot, count);
      NEEL_INDEPENDENT_LOOP
      for (int i = 0; i < count; ++i) {
        sum.store(i, P::with(sum[i], others[i]));
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
  NEEL_HOST_FUNCTION lattice::SitePointer<Site, true> neighbours(const GraphContents<P>& all,
                                                                 const lattice::RowPart& at, int slot, int count) {
    const lattice::GraphPointers& n = all.graph;
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
    const int padded = (length + crystal::vector_length - 1) / crystal::vector_length * crystal::vector_length;
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

  RowRange<typename P::Sum, capacity> sums_;
  RowRange<Site, capacity> copies_;
};

} // namespace neel::models
