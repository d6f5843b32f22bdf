// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Half a sweep of spins that are bits of one system. On a device, a thread moves a group of four words; a host moves sixteen groups at once,
// as wide words (core/word.hpp).

#include <neel/models/bit_state.hpp>
#include <neel/random/philox_lanes.hpp>

#include <bit>

namespace neel::update {

/// Move `number` of a sweep, for the sites of one colour.
template <ExecutionSpace Exec, models::Move M, int Axes, bool Aligned>
class BitHalfSweep {
  static constexpr bool host = runs_on_host<Exec>;
  static constexpr int device_team = 128;

public:
  static constexpr const char* label = "neel::update::bit_half_sweep";
  using Policy = std::conditional_t<host, Kokkos::TeamPolicy<Exec>,
                                    Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<device_team, 1>>>;
  using Team = typename Policy::member_type;

  /// If `since` is not null, so many sweeps later as it counts when the kernel runs. Accepted proposals are added, per system, unless `accepted`
  /// is null.
  BitHalfSweep(const models::BitState<Exec>& state, const lattice::Planes& planes, lattice::Colour c, const Seed& seed,
               std::uint64_t sweep, std::uint32_t number, std::int64_t* accepted = nullptr,
               const std::uint32_t* since = nullptr)
      : rows_(state.rows), colour_(c), seed_(seed), sweep_(sweep), number_(number), accepted_(accepted), since_(since),
        stream_(seed, random::Purpose::update), when_(stream_.of(sweep, draws_of_move / 4 * number)),
        own_(state.words.sites(c, 0).at[0]), others_(state.words.sites(lattice::other(c), 0).at[0]),
        outcomes_(state.outcomes.data()), inverted_(state.inverted), per_system_(rows_.words()) {
    const bool whole = planes.step == 1 && planes.count == state.geometry.lz;
    stretch_ = whole ? rows_.words() / group : rows_.plane_words() / group;
    first_ = whole ? 0 : planes.first * stretch_;
    step_ = whole ? 0 : planes.step * stretch_;
    numbered_from_ = static_cast<std::uint32_t>(state.geometry.begin_z) * static_cast<std::uint32_t>(rows_.plane_words() / group);
    groups_ = whole ? stretch_ : planes.count * stretch_;
    by_stretch_ = Divisor(Kokkos::max(stretch_, 1));
    team_ = host ? host_groups : Kokkos::min(device_team, (groups_ + 31) / 32 * 32);
    teams_of_system_ = (groups_ - 1) / team_ + 1;
    by_system_ = Divisor(teams_of_system_);
    teams_ = groups_ == 0 ? 0 : teams_of_system_ * state.systems;
  }

  auto policy(const Exec& exec) const { return with_much_to_tell(Policy(exec, teams_, host ? 1 : team_)); }
  /// Of a host, which shares them among its threads.
  int tasks() const { return teams_; }
  void task(int index) const {
    const int system = by_system_.quotient(index);
    move_groups(system, (index - system * teams_of_system_) * team_);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    if constexpr (host) {
      KOKKOS_IF_ON_HOST((task(team.league_rank());))
    } else {
      move_team(team);
    }
  }

private:
  using Bits = models::IsingBits<Axes>;
  static constexpr int group = Bits::group_words, host_groups = random::lanes;
  static constexpr std::uint32_t draws_of_move = 64;
  static_assert(group == lattice::BitRows::group_words);

  /// The group that is number `index` of the launch's.
  NEEL_FUNCTION int group_at(int index) const {
    if (step_ == 0) {
      return index;
    }
    const int stretch = by_stretch_.quotient(index);
    return first_ + stretch * step_ + index - stretch * stretch_;
  }
  NEEL_FUNCTION std::uint32_t site_of(int of_group) const {
    return 2 * (numbered_from_ + static_cast<std::uint32_t>(of_group)) + static_cast<std::uint32_t>(colour_);
  }

  NEEL_FUNCTION void move_team(const Team& team) const {
    const int system = by_system_.quotient(team.league_rank());
    const int index = (team.league_rank() - system * teams_of_system_) * team_ + team.team_rank();
    std::uint32_t moved = index < groups_ ? move_group(system, group_at(index)) : 0;
    if (accepted_ != nullptr) {
      team.team_reduce(Kokkos::Sum<std::uint32_t>(moved));
      if (team.team_rank() == 0) {
        Kokkos::atomic_add(&accepted_[system], std::int64_t{moved});
      }
    }
  }

  NEEL_FUNCTION std::uint32_t move_group(int system, int of_group) const {
    random::VectorStream::Of when = when_;
    if (since_ != nullptr) {
      when.sweep += *since_;
    }
    const std::int64_t start = std::int64_t{system} * per_system_;
    std::uint32_t own[group], need[group], low[group], high[group], base[group], owner[group], outcome[group];
    {
      std::uint32_t around[Bits::neighbours][group];
      rows_.load(own_ + start + group * of_group, own);
      rows_.template neighbours_of_group<Aligned>(others_ + start, colour_, group * of_group, around);
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
    const models::OutcomeDigits& p = outcomes_[2 * system + (M == models::Move::heat_bath ? 1 : 0)];
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
    if (accepted_ != nullptr) {
      for (int j = 0; j < group; ++j) {
        moved += M == models::Move::heat_bath ? 32U : static_cast<std::uint32_t>(Kokkos::popcount(base[j] ^ own[j]));
      }
    }
    rows_.store(own_ + start + group * of_group, base);
    return moved;
  }

  // Host: host_groups groups, whose words are wide words, of which each has a word of every group; as they lie in memory ("flat"), wide
  // word v has groups 4 v to 4 v + 3.

  using Wide = Word<host_groups>;
  static constexpr int words_at_once = group * host_groups;
  static_assert(Wide::words == host_groups);

  struct alignas(64) Flat {
    std::uint32_t word[words_at_once];
    Wide wide(int v) const {
      Wide w;
      __builtin_memcpy(&w, word + v * host_groups, sizeof w);
      return w;
    }
    void set(int v, const Wide& w) { __builtin_memcpy(word + v * host_groups, &w, sizeof w); }
  };
  /// The group in lane 4 l + e of the wide words is 4 e + l of the flat ones; and back.
  static constexpr int group_in_lane(int lane) { return 4 * (lane % 4) + lane / 4; }
  static NEEL_HOST_FUNCTION void turn(const Flat& from, Flat& to) {
    for (int l = 0; l < 4; ++l) {
      for (int e = 0; e < 4; ++e) {
        for (int j = 0; j < group; ++j) {
          to.word[host_groups * j + 4 * l + e] = from.word[host_groups * e + 4 * l + j];
        }
      }
    }
  }

  void move_groups(int system, int index) const {
    const std::int64_t start = std::int64_t{system} * per_system_;
    const int count = Kokkos::min(host_groups, groups_ - index);
    Flat own{}, around[Bits::neighbours]{};
    std::uint32_t systems[host_groups], sites[host_groups];
    bool one_stretch = group_at(index + count - 1) == group_at(index) + count - 1;
    if (one_stretch) {
      gather(start, group * group_at(index), group * count, 0, own, around);
    } else {
      for (int g = 0; g < count; ++g) {
        gather(start, group * group_at(index + g), group, group * g, own, around);
      }
    }
    for (int lane = 0; lane < host_groups; ++lane) {
      const int g = group_in_lane(lane);
      systems[lane] = static_cast<std::uint32_t>(system);
      sites[lane] = site_of(g < count ? group_at(index + g) : 0);
    }
    Flat base, need, low, high;
    for (int v = 0; v < group; ++v) {
      Wide of[Bits::neighbours];
      for (int d = 0; d < Bits::neighbours; ++d) {
        of[d] = around[d].wide(v);
      }
      const auto c = Bits::template classes<M>(own.wide(v), of, Wide::filled(inverted_));
      base.set(v, c.base);
      need.set(v, c.need);
      low.set(v, c.low);
      high.set(v, c.high);
    }
    for (int k = group * count; k < words_at_once; ++k) {
      need.word[k] = 0;
    }
    Flat outcome;
    decide(system, systems, sites, need, low, high, outcome);
    std::int64_t moved = 0;
    for (int k = 0; k < group * count; ++k) {
      base.word[k] ^= outcome.word[k] & need.word[k];
      moved += M == models::Move::heat_bath ? 32 : std::popcount(base.word[k] ^ own.word[k]);
    }
    std::uint32_t* const to = own_ + start;
    for (int g = 0; g < count; ++g) {
      __builtin_memcpy(to + group * group_at(index + g), base.word + group * g, group * sizeof(std::uint32_t));
    }
    if (accepted_ != nullptr) {
      Kokkos::atomic_add(&accepted_[system], moved);
    }
  }

  void decide(int system, const std::uint32_t (&systems)[host_groups], const std::uint32_t (&sites)[host_groups],
              const Flat& need, const Flat& low, const Flat& high, Flat& outcome) const {
    const auto draw = [&](int d, std::uint32_t(&w)[words_at_once]) NEEL_INLINE_LAMBDA {
      random::draw_lanes(seed_, random::Purpose::update, sweep_,
                         draws_of_move * number_ + static_cast<std::uint32_t>(d), systems, sites,
                         {w, w + host_groups, w + 2 * host_groups, w + 3 * host_groups});
    };
    const models::OutcomeDigits& p = outcomes_[2 * system + (M == models::Move::heat_bath ? 1 : 0)];
    Flat a, b, undecided, owner, one;
    turn(low, a);
    turn(high, b);
    turn(need, undecided);
    {
      Wide of_low[group], of_high[group], left[group], owned[group], decided[group];
      for (int j = 0; j < group; ++j) {
        of_low[j] = a.wide(j);
        of_high[j] = b.wide(j);
        left[j] = undecided.wide(j);
      }
      Bits::template decide<M>(
          of_low, of_high, p,
          [&](int d, Wide(&r)[group]) NEEL_INLINE_LAMBDA {
            Flat words;
            draw(d, words.word);
            for (int j = 0; j < group; ++j) {
              r[j] = words.wide(j);
            }
          },
          left, owned, decided);
      for (int j = 0; j < group; ++j) {
        undecided.set(j, left[j]);
        owner.set(j, owned[j]);
        one.set(j, decided[j]);
      }
    }
    Bits::template decide_rest<M>(a.word, b.word, p, draw, undecided.word, owner.word, one.word);
    turn(one, outcome);
  }

  /// `count` words from `word` on with their neighbours, to places from `to` on.
  void gather(std::int64_t start, int word, int count, int to, Flat& own, Flat (&around)[Bits::neighbours]) const {
    const std::uint32_t* const others = others_ + start;
    __builtin_memcpy(own.word + to, own_ + start + word, static_cast<std::size_t>(count) * sizeof(std::uint32_t));
    for (int length; count > 0; word += length, to += length, count -= length) { // row by row
      const lattice::BitRows::Row r = rows_.row_of(colour_, word);
      length = Kokkos::min(count, rows_.row_words() - r.x);
      const std::uint32_t* const row = others + r.begin;
      std::uint32_t* const shifted = around[1].word + to;
      copy(row + r.x, around[0].word + to, length);
      copy(others + r.beside[2] + r.x, around[2].word + to, length);
      copy(others + r.beside[3] + r.x, around[3].word + to, length);
      if constexpr (Axes == 3) {
        copy(others + r.beside[0] + r.x, around[4].word + to, length);
        copy(others + r.beside[1] + r.x, around[5].word + to, length);
      }
      const int last = rows_.row_words() - 1, end = r.x + length - 1;
      if (r.shifted_right) {
        for (int i = 0; i < length - 1; ++i) {
          shifted[i] = row[r.x + i] >> 1 | row[r.x + i + 1] << 31;
        }
        shifted[length - 1] = row[end] >> 1 | row[end == last ? 0 : end + 1] << 31;
      } else {
        shifted[0] = row[r.x] << 1 | row[r.x == 0 ? last : r.x - 1] >> 31;
        for (int i = 1; i < length; ++i) {
          shifted[i] = row[r.x + i] << 1 | row[r.x + i - 1] >> 31;
        }
      }
    }
  }
  static NEEL_HOST_FUNCTION void copy(const std::uint32_t* from, std::uint32_t* to, int count) {
    for (int i = 0; i < count; ++i) {
      to[i] = from[i];
    }
  }

  lattice::BitRows rows_;
  lattice::Colour colour_;
  Seed seed_;
  std::uint64_t sweep_;
  std::uint32_t number_;
  std::int64_t* accepted_;
  const std::uint32_t* since_;
  random::VectorStream stream_;
  random::VectorStream::Of when_;
  std::uint32_t* own_;
  const std::uint32_t* others_;
  const models::OutcomeDigits* outcomes_;
  std::uint32_t inverted_;
  int per_system_; ///< words
  int first_ = 0, step_ = 0, stretch_ = 0, groups_ = 0, team_ = 1, teams_of_system_ = 1, teams_ = 0;
  std::uint32_t numbered_from_ = 0; ///< the slab's first group's number
  Divisor by_stretch_, by_system_;
};

} // namespace neel::update
