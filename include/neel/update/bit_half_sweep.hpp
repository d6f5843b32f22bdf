// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Half a sweep of spins that are bits of one system. On a device, a thread moves a group of four words.

#include <neel/update/host_bit_groups.hpp>

namespace neel::update {

/// Of a device. `Counts`: accepted proposals, which takes teams.
template <ExecutionSpace Exec, models::Move M, int Axes, bool Aligned, bool Counts>
class DeviceBitGroups : BitGroups<Exec> {
  static constexpr int most_in_team = 128;
  using Bounds = Kokkos::LaunchBounds<most_in_team, 1>;

public:
  static constexpr const char* label = BitGroups<Exec>::label;
  using Team = typename Kokkos::TeamPolicy<Exec, Bounds>::member_type;

  /// If `since` is not null, so many sweeps later as it counts when the kernel runs.
  DeviceBitGroups(const models::BitState<Exec>& state, const lattice::Planes& planes, lattice::Colour c,
                  const Seed& seed, std::uint64_t sweep, std::uint32_t number, std::int64_t* accepted,
                  const std::uint32_t* since)
      : Base(state, planes, c, seed, sweep, number, accepted), since_(since),
        team_(Kokkos::min(most_in_team, (groups_ + 31) / 32 * 32)),
        teams_of_system_((groups_ - 1) / Kokkos::max(team_, 1) + 1), by_system_(teams_of_system_),
        by_groups_(Kokkos::max(groups_, 1)) {}

  auto policy(const Exec& exec) const {
    if constexpr (Counts) {
      return with_much_to_tell(Kokkos::TeamPolicy<Exec, Bounds>(exec, groups_ == 0 ? 0 : teams_of_system_ * systems_,
                                                                Kokkos::max(team_, 1)));
    } else {
      return with_much_to_tell(Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>, Bounds>(exec, 0, groups_ * systems_));
    }
  }

  KOKKOS_FUNCTION void operator()(int index) const {
    const int system = by_groups_.quotient(index);
    move_group(system, group_at(index - system * groups_));
  }
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = by_system_.quotient(team.league_rank());
    const int index = (team.league_rank() - system * teams_of_system_) * team_ + team.team_rank();
    std::uint32_t moved = index < groups_ ? move_group(system, group_at(index)) : 0;
    team.team_reduce(Kokkos::Sum<std::uint32_t>(moved));
    if (team.team_rank() == 0) {
      Kokkos::atomic_add(&accepted_[system], std::int64_t{moved});
    }
  }

private:
  using Base = BitGroups<Exec>;
  using Base::group, Base::group_at, Base::site_of;
  using Base::rows_, Base::colour_, Base::stream_, Base::when_, Base::own_, Base::others_, Base::accepted_,
      Base::inverted_, Base::per_system_, Base::systems_, Base::groups_;
  using typename Base::Index;
  using Bits = models::IsingBits<Axes>;

  /// Returns the accepted proposals, if they count.
  NEEL_FUNCTION std::uint32_t move_group(int system, int of_group) const {
    random::VectorStream::Of when = when_;
    if (since_ != nullptr) {
      when.sweep += *since_;
    }
    const Index start = static_cast<Index>(system) * per_system_, here = start + static_cast<Index>(group * of_group);
    std::uint32_t own[group], need[group], low[group], high[group], base[group], owner[group], outcome[group];
    {
      std::uint32_t around[Bits::neighbours][group];
      rows_.load(own_, here, own);
      rows_.template neighbours_of_group<Aligned>(others_, start, colour_, group * of_group, around);
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < group; ++j) {
        std::uint32_t of[Bits::neighbours];
        NEEL_UNROLLED_LOOP
        for (int d = 0; d < Bits::neighbours; ++d) {
          of[d] = around[d][j];
        }
        const auto c = Bits::template classes<M>(own[j], of, inverted_);
        base[j] = c.base;
        need[j] = c.need;
        low[j] = c.low;
        high[j] = c.high;
      }
    }
    const models::OutcomeDigits& p = this->template outcome_of<M>(system);
    const std::uint32_t site = site_of(of_group);
    const auto draw = [&](int d, std::uint32_t(&r)[group]) NEEL_INLINE_LAMBDA {
      const random::Draw w = stream_(when, static_cast<std::uint32_t>(system), site, static_cast<std::uint32_t>(d));
      r[0] = w.a;
      r[1] = w.b;
      r[2] = w.c;
      r[3] = w.d;
    };
    std::uint32_t undecided[group] = {need[0], need[1], need[2], need[3]};
    Bits::template decide<M>(low, high, p, draw, undecided, owner, outcome);
    Bits::template decide_rest<M>(low, high, p, draw, undecided, owner, outcome);
    std::uint32_t moved = 0;
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < group; ++j) {
      base[j] ^= outcome[j] & need[j];
    }
    if constexpr (Counts) {
      for (int j = 0; j < group; ++j) {
        moved += M == models::Move::heat_bath ? 32U : static_cast<std::uint32_t>(Kokkos::popcount(base[j] ^ own[j]));
      }
    }
    rows_.store(own_, here, base);
    return moved;
  }

  const std::uint32_t* since_;
  int team_, teams_of_system_;
  Divisor by_system_, by_groups_;
};

/// Move `number` of a sweep, for the sites of one colour.
template <ExecutionSpace Exec, models::Move M, int Axes, bool Aligned, bool Counts>
using BitHalfSweep = std::conditional_t<runs_on_host<Exec>, HostBitGroups<Exec, M, Axes>,
                                        DeviceBitGroups<Exec, M, Axes, Aligned, Counts>>;

} // namespace neel::update
