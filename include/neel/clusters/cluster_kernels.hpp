// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A cluster move of many systems at once, after R. H. Swendsen and J.-S. Wang, Phys. Rev. Lett. 58, 86 (1987), and U. Wolff,
// Phys. Rev. Lett. 62, 361 (1989). A mirror with normal r is drawn for each system. Reflecting one end of a bond costs the energy
// 2 J (S.r)(S'.r); where that is above zero, the bond is active with the probability 1 - exp(-cost/T). Sites that active bonds join
// are a cluster. Swendsen-Wang reflects each cluster with probability 1/2, Wolff the one of a random site. In a field, a
// cluster is reflected with the probability of its two states, given its energy in the field: a ghost spin that is summed over.
//
// Random numbers are functions of site numbers, and so is the root of a cluster. So the result does not depend on the order in which
// threads work, on the storage, or on ranks.
//
// A Layout is a lattice as these kernels see it (layouts.hpp).

#include <neel/clusters/cluster_phases.hpp>
#include <neel/clusters/union_find.hpp>
#include <neel/core/divisor.hpp>
#include <neel/random/philox.hpp>

namespace neel::clusters {

template <class Layout>
class ClusterKernels {
public:
  using Place = typename Layout::Place;

  static constexpr std::uint32_t reflected = 0x80000000U;
  static constexpr float unit = 0x1p30F; ///< of sums

  explicit ClusterKernels(const Layout& l) : layout(l) {}

  Layout layout;
  ClusterArrays a{};
  Mirrors mirrors{1};
  float field_axis[4] = {1, 0, 0, 0};
  Seed seed{};
  std::uint64_t move = 0; ///< number of the move in the run
  ClusterMove kind = ClusterMove::swendsen_wang;
  ClusterSum sums = ClusterSum::none;
  int first = 0;             ///< system
  int sites = 0;             ///< of a system
  int chunk = 1, chunks = 1; ///< items of a team, or of a part; how many of these a system has
  Divisor by_chunks{};
  double spins = 1;                 ///< of a system
  float per_largest = 1;            ///< 1 over the largest |S.r|
  std::int64_t* accepted = nullptr; ///< (system of all), or null
  std::int64_t* improved = nullptr; ///< (system of all, power): see Decide

  static constexpr double improved_unit = 0x1p62;

  /// A thread for each system.
  KOKKOS_FUNCTION void operator()(const DrawMirrors&, int s) const {
    const random::Stream draw = stream(s, 0);
    a.mirror[s] = mirrors.draw(draw(0));
  }

  /// A thread for each system: any site with a spin. Where none is found, no cluster is reflected.
  KOKKOS_FUNCTION void operator()(const Choose&, int s) const {
    a.chosen[s] = no_site;
    for (int k = 0; k < attempts && a.chosen[s] == no_site; ++k) {
      const std::uint32_t at = attempt(s, k);
      a.chosen[s] = a.along[place(s, at)] != 0.0F ? at : no_site;
    }
  }
  static constexpr int attempts = 64;
  /// The site that is tried.
  NEEL_FUNCTION std::uint32_t attempt(int s, int k) const {
    const std::uint32_t word = stream(s, last_number)(static_cast<std::uint64_t>(k)).a;
    return static_cast<std::uint32_t>(std::uint64_t{word} * static_cast<std::uint64_t>(sites) >> 32);
  }

  /// A thread for each site of the whole lattice, of which a rank has some.
  KOKKOS_FUNCTION void operator()(const Separate&, std::int64_t flat) const {
    const auto s = static_cast<int>(flat / sites);
    separate(s, static_cast<std::uint32_t>(flat - std::int64_t{s} * sites));
  }

  /// Each site is a set by itself.
  KOKKOS_FUNCTION void operator()(const Project&, int part) const {
    for_part(part, [&](int s, const Place& p) {
      a.along[place(s, p.number)] = clusters::along(layout.site(first + s, p), a.mirror[s]);
      separate(s, p.number);
    });
  }

  /// Which bonds of a site are active, as bits; sites of a part of a row that follow one another and are joined become one set. A
  /// thread does a part of a row.
  KOKKOS_FUNCTION void operator()(const Activate&, int part) const {
    const int s = by_chunks.quotient(part), begin = layout.begin_of_part(part - s * chunks);
    bool goes_on = true;
    for (int i = begin; goes_on; ++i) {
      const Place p = layout.place(i);
      const std::uint32_t at = p.number;
      goes_on = layout.goes_on(p);
      if (at != no_site) {
        std::uint8_t active = 0;
        for_active(s, p, [&](int k, std::uint32_t other) {
          active = static_cast<std::uint8_t>(active | 1U << k);
          if (k == 0 && goes_on) {
            a.parent[place(s, other)] = a.parent[place(s, at)];
          }
        });
        a.active[place(s, at)] = active;
      }
    }
  }
  /// Joins by all other active bonds but those beside one between the same sets.
  KOKKOS_FUNCTION void operator()(const JoinActive&, int part) const {
    for_part(part, [&](int s, const Place& p) {
      const std::uint8_t* const active = a.active + place(s, 0);
      const std::uint8_t bits = active[p.number];
      if (!p.own || bits == 0 || (bits == 1 && layout.goes_on(p))) {
        return;
      }
      const std::uint8_t before = layout.follows(p) ? active[p.number - 1] : std::uint8_t{0};
      const UnionFind sets(a.parent + place(s, 0));
      layout.bonds(first + s, p, [&](int k, std::uint32_t other, float) {
        const bool joined =
            k == 0 ? layout.goes_on(p) : (before & 1U) != 0 && (before >> k & 1U) != 0 && (active[other - 1] & 1U) != 0;
        if ((bits >> k & 1U) != 0 && !joined) {
          sets.join(p.number, other);
        }
      });
    });
  }
  /// Of lattices without rows of sites that follow one another.
  KOKKOS_FUNCTION void operator()(const Join&, int part) const {
    for_part(part, [&](int s, const Place& p) {
      if (p.own) {
        const UnionFind sets(a.parent + place(s, 0));
        for_active(s, p, [&](int, std::uint32_t other) { sets.join(p.number, other); });
      }
    });
  }

  /// Parents become roots; sums over clusters.
  KOKKOS_FUNCTION void operator()(const Flatten&, int part) const {
    std::int64_t sum = 0, to = -1; // the place of a root
    for_part(part, [&](int s, const Place& p) {
      const std::uint32_t root = UnionFind(a.parent + place(s, 0)).root(p.number);
      Kokkos::atomic_store(a.parent + place(s, p.number), root);
      if (sums != ClusterSum::none && p.own) {
        if (to != place(s, root)) {
          add(to, sum);
          to = place(s, root);
          sum = 0;
        }
        const float v = a.along[place(s, p.number)] * per_largest;
        const float term = sums == ClusterSum::field ? v * layout.weight(first + s, p) : Kokkos::fabs(v);
        sum += static_cast<std::int64_t>(Kokkos::round(term * unit));
      }
    });
    add(to, sum);
  }

  /// For each root, whether its cluster is reflected. Improved estimators: sums over clusters of (their sum / spins)^2 and ^4, with
  /// the largest |S.r| as unit.
  template <class Team>
  KOKKOS_FUNCTION void operator()(const Decide&, const Team& team) const {
    ClusterPowers powers{};
    for_each(
        team, sites,
        [&](int s, int at, ClusterPowers& to) {
          const auto root = static_cast<std::uint32_t>(at);
          if (a.parent[place(s, root)] != root) {
            return;
          }
          if (decide(s, root)) {
            a.parent[place(s, root)] = root | reflected;
          }
          if (improved != nullptr) {
            const double part = static_cast<double>(a.sum[place(s, root)]) / (double{unit} * spins);
            to.square += static_cast<std::int64_t>(Kokkos::round(part * part * improved_unit));
            to.fourth += static_cast<std::int64_t>(Kokkos::round(part * part * part * part * improved_unit));
          }
        },
        powers);
    if (improved != nullptr) {
      Kokkos::single(Kokkos::PerTeam(team), [&] {
        std::int64_t* const to = improved + 2 * (first + team.league_rank() / chunks);
        Kokkos::atomic_add(to, powers.square);
        Kokkos::atomic_add(to + 1, powers.fourth);
      });
    }
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Reflect&, const Team& team) const {
    std::int64_t count = 0;
    for_each(
        team, layout.items,
        [&](int s, int i, std::int64_t& to) {
          const Place p = layout.place(i);
          if (p.number == no_site || a.along[place(s, p.number)] == 0.0F) {
            return;
          }
          const std::uint32_t root = a.parent[place(s, p.number)] & ~reflected;
          if ((a.parent[place(s, root)] & reflected) != 0) {
            layout.store(first + s, p, image(layout.site(first + s, p), a.mirror[s]));
            to += p.own ? 1 : 0;
          }
        },
        count);
    if (accepted != nullptr) {
      Kokkos::single(Kokkos::PerTeam(team),
                     [&] { Kokkos::atomic_add(accepted + first + team.league_rank() / chunks, count); });
    }
  }

private:
  NEEL_FUNCTION void add(std::int64_t to, std::int64_t sum) const {
    if (to >= 0) {
      Kokkos::atomic_add(a.sum + to, sum);
    }
  }

  /// Calls use(k, site) for the active bonds that an item draws.
  template <class Use>
  NEEL_FUNCTION void for_active(int s, const Place& p, const Use& use) const {
    const std::uint32_t at = p.number;
    const float* const along = a.along + place(s, 0);
    const float own = along[at], scale = random::acceptance_scale(layout.conditions(first + s).inverse_temperature);
    int drawn = -1;
    random::Draw words{};
    layout.bonds(first + s, p, [&](int k, std::uint32_t other, float coupling) {
      const float cost = 2.0F * coupling * own * along[other];
      if (cost > 0.0F) {
        if (k / 4 != drawn) {
          drawn = k / 4;
          words = stream(s, 1 + static_cast<std::uint32_t>(drawn))(at);
        }
        const int j = k % 4;
        const std::uint32_t word = j < 2 ? (j == 0 ? words.a : words.b) : (j == 2 ? words.c : words.d);
        if (!random::accepted(word, cost * scale)) {
          use(k, other);
        }
      }
    });
  }

  /// Calls use(system, place) for a part of a system's items, `chunk` of them, that are sites.
  template <class Use>
  NEEL_FUNCTION void for_part(int part, const Use& use) const {
    const int s = by_chunks.quotient(part), begin = (part - s * chunks) * chunk,
              end = Kokkos::min(begin + chunk, layout.items);
    for (int i = begin; i < end; ++i) {
      if (const Place p = layout.place(i); p.number != no_site) {
        use(s, p);
      }
    }
  }

  static constexpr std::uint32_t last_number = 4095; ///< of a stream; bonds have those from 1 on

  NEEL_FUNCTION void separate(int s, std::uint32_t at) const {
    a.parent[place(s, at)] = at;
    if (sums != ClusterSum::none) {
      a.sum[place(s, at)] = 0;
    }
  }

  NEEL_FUNCTION std::int64_t place(int s, std::uint32_t at) const { return std::int64_t{s} * sites + at; }
  NEEL_FUNCTION random::Stream stream(int s, std::uint32_t number) const {
    return {seed, random::Purpose::clusters, static_cast<std::uint32_t>(first + s), move, number};
  }

  NEEL_FUNCTION bool decide(int s, std::uint32_t root) const {
    float exponent = 0; // of the cost of reflecting it, over T
    if (sums == ClusterSum::field) {
      const ClusterConditions at = layout.conditions(first + s);
      const Mirror& m = a.mirror[s];
      float turn = 0;
      for (int k = 0; k < 4; ++k) {
        turn = math::fma(m.normal[k], field_axis[k], turn);
      }
      exponent = at.inverse_temperature * at.twice_field * turn *
                 static_cast<float>(static_cast<double>(a.sum[place(s, root)]) / double{unit});
    }
    const std::uint32_t word = stream(s, 0)(std::uint64_t{root} + 1).a;
    if (kind == ClusterMove::wolff) {
      return a.chosen[s] != no_site && root == (a.parent[place(s, a.chosen[s])] & ~reflected) &&
             (exponent <= 0 || random::uniform(word) <= math::exp_clamped(-exponent));
    }
    return random::happens_against(word, math::exp_clamped(exponent));
  }

  /// Calls use(system, number, sum) for the numbers of a team: part of those below `end`, of a system.
  template <class Team, class Use, class Sum>
  NEEL_FUNCTION void for_each(const Team& team, int end, const Use& use, Sum& sum) const {
    const int s = team.league_rank() / chunks, begin = (team.league_rank() - s * chunks) * chunk;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, begin, Kokkos::min(begin + chunk, end)), [&](int i, Sum& to) { use(s, i, to); },
        sum);
  }
};

} // namespace neel::clusters
