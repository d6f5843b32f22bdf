// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sets of sites that ranks have found in their parts of a lattice, joined on the host. Each rank goes through all sites.

#include <neel/clusters/union_find.hpp>
#include <neel/run/communicator.hpp>

#include <cstring>
#include <span>
#include <vector>

namespace neel::clusters {

/// An item of a rank's storage: the number of its site, and whether that is the rank's own, not a copy of another's.
struct ItemSite {
  std::uint32_t site;
  std::uint32_t own;
};

/// `parent`, of all sites of a system, has the roots that this rank's own bonds lead to. Afterwards it has those of all bonds.
inline void join_ranks(run::Communicator& ranks, const std::vector<ItemSite>& items, std::span<std::uint32_t> parent) {
  struct Pair {
    std::uint32_t site, root;
  };
  std::vector<Pair> own, copies;
  for (const ItemSite& i : items) {
    (i.own != 0 ? own : copies).push_back({i.site, parent[i.site]});
  }
  const auto for_all = [&](const std::vector<Pair>& mine, const auto& use) {
    ranks.gather(std::as_bytes(std::span(mine)), [&](int /*rank*/, std::span<const std::byte> its) {
      std::vector<Pair> pairs(its.size() / sizeof(Pair));
      std::memcpy(pairs.data(), its.data(), its.size());
      for (const Pair& p : pairs) {
        use(p);
      }
    });
  };
  const UnionFind sets(parent.data());
  for_all(own, [&](const Pair& p) { parent[p.site] = p.root; });
  for_all(copies, [&](const Pair& p) { sets.join(p.site, p.root); });
  for (std::uint32_t site = 0; site < parent.size(); ++site) {
    parent[site] = sets.root(site);
  }
}

/// The first of these sites that has a spin: on the rank whose own it is, `along` of it is not zero. The last of them where none has.
inline std::size_t first_with_spin(run::Communicator& ranks, const std::vector<ItemSite>& items,
                                   std::span<const float> along, std::span<const std::uint32_t> sites) {
  std::vector<bool> own(along.size(), false);
  for (const ItemSite& i : items) {
    own[i.site] = own[i.site] || i.own != 0;
  }
  std::vector<std::int64_t> has;
  for (const std::uint32_t site : sites) {
    has.push_back(own[site] && along[site] != 0.0F ? 1 : 0);
  }
  ranks.add(std::span<std::int64_t>(has));
  std::size_t k = 0;
  while (k < has.size() && has[k] == 0) {
    ++k;
  }
  return k;
}

} // namespace neel::clusters
