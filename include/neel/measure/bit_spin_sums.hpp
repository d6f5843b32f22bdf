// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sums over spins that are bits: per system and colour, of s, and of s s' over the bonds of even sites.

#include <neel/models/bit_state.hpp>

namespace neel::measure {

/// Adds to sums of shape (system, colour, (spin, bonds)), as models::Ising's terms.
template <ExecutionSpace Exec, int Axes, bool Aligned>
class BitSpinSums {
public:
  static constexpr const char* label = "neel::measure::bit_spin_sums";
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  /// Of planes that are no halo.
  BitSpinSums(const models::BitState<Exec>& state, std::int64_t* sums)
      : rows_(state.rows),
        spins_{state.words.sites(lattice::Colour::even, 0).at[0], state.words.sites(lattice::Colour::odd, 0).at[0]},
        sums_(sums), groups_(rows_.plane_words() * state.geometry.own_z() / group),
        teams_of_system_((groups_ - 1) / groups_of_team + 1), by_system_(teams_of_system_), systems_(state.systems) {}

  auto policy(const Exec& exec) const {
    return Kokkos::TeamPolicy<Exec>(exec, teams_of_system_ * systems_, runs_on_host<Exec> ? 1 : threads);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = by_system_.quotient(team.league_rank());
    const int first = (team.league_rank() - system * teams_of_system_) * groups_of_team;
    const int past = Kokkos::min(first + groups_of_team, groups_);
    const auto start =
        static_cast<lattice::BitRows::Index>(system) * static_cast<lattice::BitRows::Index>(rows_.words());
    Sums all;
    for (int g = first + team.team_rank(); g < past; g += team.team_size()) {
      std::uint32_t even[group], odd[group], around[2 * Axes][group];
      rows_.load(spins_[0], start + static_cast<lattice::BitRows::Index>(group * g), even);
      rows_.load(spins_[1], start + static_cast<lattice::BitRows::Index>(group * g), odd);
      rows_.template neighbours_of_group<Aligned>(spins_[1], start, lattice::Colour::even, group * g, around);
      for (int j = 0; j < group; ++j) {
        all.up[0] += Kokkos::popcount(even[j]);
        all.up[1] += Kokkos::popcount(odd[j]);
        for (int d = 0; d < 2 * Axes; ++d) {
          all.unlike += Kokkos::popcount(even[j] ^ around[d][j]);
        }
      }
    }
    team.team_reduce(Kokkos::Sum<int>(all.up[0]));
    team.team_reduce(Kokkos::Sum<int>(all.up[1]));
    team.team_reduce(Kokkos::Sum<int>(all.unlike));
    if (team.team_rank() == 0) {
      constexpr int terms = 2, bits = lattice::BitRows::bits * group;
      const int sites = (past - first) * bits;
      std::int64_t* const to = sums_ + 2 * terms * system;
      Kokkos::atomic_add(to, std::int64_t{2 * all.up[0] - sites});
      Kokkos::atomic_add(to + 1, std::int64_t{2 * Axes * sites - 2 * all.unlike});
      Kokkos::atomic_add(to + terms, std::int64_t{2 * all.up[1] - sites});
    }
  }

private:
  static constexpr int group = lattice::BitRows::group_words, threads = 128, groups_of_team = 8 * threads;
  struct Sums {
    int up[2] = {0, 0}, unlike = 0;
  };

  lattice::BitRows rows_;
  const std::uint32_t* spins_[2];
  std::int64_t* sums_;
  int groups_, teams_of_system_;
  Divisor by_system_;
  int systems_;
};

} // namespace neel::measure
