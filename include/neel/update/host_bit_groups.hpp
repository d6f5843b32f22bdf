// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A host moves sixteen groups at once, as four wide words (core/word.hpp) of which each has a word of every group. As they lie in memory,
// wide word v would have groups 4 v to 4 v + 3 ("flat").

#include <neel/random/philox_lanes.hpp>
#include <neel/update/bit_groups.hpp>

#include <bit>

namespace neel::update {

template <ExecutionSpace Exec, models::Move M, int Axes>
class HostBitGroups : BitGroups<Exec> {
public:
  static constexpr const char* label = BitGroups<Exec>::label;
  static constexpr int host_groups = random::lanes;

  /// The last argument is for devices.
  HostBitGroups(const models::BitState<Exec>& state, const lattice::Planes& planes, lattice::Colour c, const Seed& seed,
                std::uint64_t sweep, std::uint32_t number, std::int64_t* accepted, const std::uint32_t* /*since*/)
      : Base(state, planes, c, seed, sweep, number, accepted) {}

  auto policy(const Exec& exec) const { return Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, tasks()); }
  KOKKOS_FUNCTION void operator()(int index) const { KOKKOS_IF_ON_HOST((task(index);)) }

  /// Parts of the work of a launch, of which a system has tasks_of_system().
  int tasks_of_system() const { return (groups_ + host_groups - 1) / host_groups; }
  int tasks() const { return tasks_of_system() * systems_; }
  void task(int index) const {
    const int system = index / tasks_of_system();
    move_groups(system, (index - system * tasks_of_system()) * host_groups);
  }

private:
  using Base = BitGroups<Exec>;
  using Base::group, Base::draws_of_move, Base::group_at, Base::site_of;
  using Base::rows_, Base::colour_, Base::seed_, Base::sweep_, Base::number_, Base::own_, Base::others_,
      Base::accepted_, Base::inverted_, Base::per_system_, Base::systems_, Base::groups_;
  using typename Base::Index;
  using Bits = models::IsingBits<Axes>;
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
    const Index start = static_cast<Index>(system) * per_system_;
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
    const models::OutcomeDigits& p = this->template outcome_of<M>(system);
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
  void gather(Index start, int word, int count, int to, Flat& own, Flat (&around)[Bits::neighbours]) const {
    __builtin_memcpy(own.word + to, own_ + start + word, static_cast<std::size_t>(count) * sizeof(std::uint32_t));
    for (int length; count > 0; word += length, to += length, count -= length) { // row by row
      const lattice::BitRows::Row r = rows_.row_of(start, colour_, word);
      const int x = static_cast<int>(r.x), last = rows_.row_words() - 1;
      length = Kokkos::min(count, last + 1 - x);
      const std::uint32_t* const row = others_ + r.begin;
      std::uint32_t* const shifted = around[1].word + to;
      copy(row + x, around[0].word + to, length);
      copy(others_ + r.beside[2] + r.x, around[2].word + to, length);
      copy(others_ + r.beside[3] + r.x, around[3].word + to, length);
      if constexpr (Axes == 3) {
        copy(others_ + r.beside[0] + r.x, around[4].word + to, length);
        copy(others_ + r.beside[1] + r.x, around[5].word + to, length);
      }
      const int end = x + length - 1;
      if (r.shifted_right) {
        for (int i = 0; i < length - 1; ++i) {
          shifted[i] = row[x + i] >> 1 | row[x + i + 1] << 31;
        }
        shifted[length - 1] = row[end] >> 1 | row[end == last ? 0 : end + 1] << 31;
      } else {
        shifted[0] = row[x] << 1 | row[x == 0 ? last : x - 1] >> 31;
        for (int i = 1; i < length; ++i) {
          shifted[i] = row[x + i] << 1 | row[x + i - 1] >> 31;
        }
      }
    }
  }
  static NEEL_HOST_FUNCTION void copy(const std::uint32_t* from, std::uint32_t* to, int count) {
    for (int i = 0; i < count; ++i) {
      to[i] = from[i];
    }
  }
};

} // namespace neel::update
