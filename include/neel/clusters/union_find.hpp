// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Disjoint sets of sites, which many threads join at the same time: union-find with path halving, in which the later of two roots is
// hooked to the earlier one by compare-and-swap. Sites are ordered as if shuffled, so that threads which join neighbouring sites at
// the same time make no long chains. The root of a set is the earliest of all that were roots at first, whatever the order of calls.

#include <neel/core/platform.hpp>

#include <cstdint>

namespace neel::clusters {

class UnionFind {
public:
  /// `parent`: of each site, at first the site itself.
  NEEL_FUNCTION explicit UnionFind(std::uint32_t* parent) : parent_(parent) {}

  /// The root of a site's set, once sets are joined.
  NEEL_FUNCTION std::uint32_t root(std::uint32_t site) const {
    for (std::uint32_t above = load(site); above != site; above = load(site)) {
      site = above;
    }
    return site;
  }

  NEEL_FUNCTION void join(std::uint32_t a, std::uint32_t b) const {
    a = halve(a);
    b = halve(b);
    while (a != b) {
      const bool in_order = place(a) < place(b);
      const std::uint32_t early = in_order ? a : b, late = in_order ? b : a;
      const std::uint32_t found = Kokkos::atomic_compare_exchange(parent_ + late, late, early);
      if (found == late) {
        return;
      }
      a = halve(found); // another thread has hooked it
      b = halve(early);
    }
  }

  /// A site's place in the order: another one for each site (the finaliser of MurmurHash3, A. Appleby).
  static NEEL_FUNCTION std::uint32_t place(std::uint32_t site) {
    site = (site ^ site >> 16) * 0x85EBCA6BU;
    site = (site ^ site >> 13) * 0xC2B2AE35U;
    return site ^ site >> 16;
  }

private:
  /// The root, as far as sets are joined; sites on the way there are hooked to the next but one.
  NEEL_FUNCTION std::uint32_t halve(std::uint32_t site) const {
    std::uint32_t above = load(site);
    while (above != site) {
      const std::uint32_t next = load(above);
      if (next != above) { // an ancestor stays one, so this may come late
        Kokkos::atomic_store(parent_ + site, next);
      }
      site = above;
      above = next;
    }
    return site;
  }

  /// A plain load, which caches serve: all threads read the roots of large sets. What it reads late was the parent once, and so is an
  /// ancestor; join() learns from compare-and-swap that a site is no root any more.
  NEEL_FUNCTION std::uint32_t load(std::uint32_t site) const { return parent_[site]; }

  std::uint32_t* parent_;
};

} // namespace neel::clusters
