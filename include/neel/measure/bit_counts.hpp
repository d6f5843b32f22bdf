// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sums over sites for each bit of a word by itself: bit-coded systems keep a sample in each bit. Numbers are added up in
// binary, one word per digit, so that a few logical operations serve all bits; only then each bit's sum is read off: on hosts by the
// thread that has them, on devices by a team that has added up those of its threads, a bit each.

#include <neel/core/divisor.hpp>
#include <neel/core/word.hpp>

namespace neel::measure {

/// Sums of shape (group, bit).
template <ExecutionSpace Exec>
using BitSums = Kokkos::View<std::int64_t**, Kokkos::LayoutRight, typename Exec::memory_space>;

/// One sum below 256 per bit, digit by digit.
template <class Bits>
class BitCounter {
public:
  static constexpr int digits = 8;
  static constexpr int most_steps = 36; ///< numbers of up to 7 that fit

  NEEL_FUNCTION explicit BitCounter(const Bits& zero) {
    for (int k = 0; k < digits; ++k) {
      digit_[k] = zero;
    }
  }

  NEEL_FUNCTION void add(const ThreeBits<Bits>& n) {
    Bits carry = digit_[0] & n.low;
    digit_[0] = digit_[0] ^ n.low;
    const TwoBits<Bits> second = neel::add(digit_[1], n.middle, carry);
    digit_[1] = second.low;
    const TwoBits<Bits> third = neel::add(digit_[2], n.high, second.high);
    digit_[2] = third.low;
    carry = third.high;
    for (int k = 3; k < digits; ++k) {
      const Bits sum = digit_[k] ^ carry;
      carry = digit_[k] & carry;
      digit_[k] = sum;
    }
  }

  NEEL_FUNCTION const Bits& digit(int k) const { return digit_[k]; }

  /// Adds each bit's sum to total[bit]. (Not inlined: it is long, and called once in many steps.)
  KOKKOS_FUNCTION void add_to(std::uint32_t* total) const {
    for (int w = 0; w < Bits::words; ++w) {
      std::uint32_t part[digits];
      for (int k = 0; k < digits; ++k) {
        part[k] = digit_[k][w];
      }
      for (int b = 0; b < 32; ++b) {
        std::uint32_t sum = 0;
        for (int k = 0; k < digits; ++k) {
          sum |= (part[k] >> b & 1U) << k;
        }
        total[32 * w + b] += sum;
      }
    }
  }

private:
  Bits digit_[digits];
};

/// A part of some work: `number` of `of` equal ones.
struct Part {
  int number = 0, of = 1;
  int begin(int all) const { return static_cast<int>(std::int64_t{all} * number / of); }
  int end(int all) const { return static_cast<int>(std::int64_t{all} * (number + 1) / of); }
};

/// Sums of the threads of a team, digit by digit, as Kokkos adds them up.
template <class Bits>
struct TeamCounter {
  static constexpr int threads = 32;
  static constexpr int digits = BitCounter<Bits>::digits + 5; ///< of as many counters as there are threads
  Bits digit[digits];

  NEEL_FUNCTION TeamCounter() : TeamCounter(BitCounter<Bits>(Bits::filled(0))) {}
  NEEL_FUNCTION explicit TeamCounter(const BitCounter<Bits>& one) {
    for (int k = 0; k < digits; ++k) {
      digit[k] = k < BitCounter<Bits>::digits ? one.digit(k) : Bits::filled(0);
    }
  }
  NEEL_FUNCTION TeamCounter& operator+=(const TeamCounter& other) {
    Bits carry = Bits::filled(0);
    for (int k = 0; k < digits; ++k) {
      const TwoBits<Bits> sum = neel::add(digit[k], other.digit[k], carry);
      digit[k] = sum.low;
      carry = sum.high;
    }
    return *this;
  }
  /// Of a bit.
  NEEL_FUNCTION std::int64_t sum(int bit) const {
    std::int64_t all = 0;
    for (int k = 0; k < digits; ++k) {
      all |= std::int64_t{digit[k][bit / 32] >> bit % 32 & 1U} << k;
    }
    return all;
  }
};

} // namespace neel::measure

template <class Bits>
struct Kokkos::reduction_identity<neel::measure::TeamCounter<Bits>> {
  KOKKOS_FORCEINLINE_FUNCTION static neel::measure::TeamCounter<Bits> sum() { return {}; }
};

namespace neel::measure {

/// Adds terms.at(group, step), a ThreeBits number per bit, over the steps of each group. `Terms` has words, groups() and
/// steps().
template <class Terms, ExecutionSpace Exec>
class BitCounts {
public:
  static constexpr int words = Terms::words;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  BitCounts(const Terms& terms, const BitSums<Exec>& sums)
      : terms_(terms), sums_(sums.data()), per_group_((terms.steps() - 1) / steps_of_item(terms) + 1),
        by_group_(per_group_) {}

  void launch(const Exec& exec, const Part& part) const {
    const int all = per_group_ * terms_.groups();
    if constexpr (runs_on_host<Exec>) {
      Kokkos::parallel_for(
          label, Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, part.begin(all), part.end(all)), *this);
    } else {
      BitCounts mine = *this;
      mine.first_ = part.begin(all);
      Kokkos::parallel_for(
          label, Kokkos::TeamPolicy<Exec>(exec, part.end(all) - mine.first_, TeamCounter<Word<words>>::threads), mine);
    }
  }

  /// Host: every per_group_-th step of one group.
  KOKKOS_FUNCTION void operator()(int item) const {
    const int group = by_group_.quotient(item);
    std::uint32_t total[32 * words] = {};
    for (int step = item - group * per_group_; step < terms_.steps();) {
      counted(group, step, per_group_).add_to(total);
    }
    for (int bit = 0; bit < 32 * words; ++bit) {
      add(group, bit, total[bit]);
    }
  }
  /// Device: some steps of one group, neighbouring ones by neighbouring threads.
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int item = first_ + team.league_rank(), group = by_group_.quotient(item);
    const int threads = team.team_size();
    int step = (item - group * per_group_) * threads + team.team_rank();
    TeamCounter<Word<words>> all(counted(group, step, per_group_ * threads));
    team.team_reduce(Kokkos::Sum<TeamCounter<Word<words>>>(all));
    for (int bit = team.team_rank(); bit < 32 * words; bit += threads) {
      add(group, bit, all.sum(bit));
    }
  }

private:
  static constexpr const char* label = "neel::measure::bit_counts";
  static constexpr int most_steps = BitCounter<std::uint32_t>::most_steps;

  /// Hosts: enough to be worth reading off. Devices: as few as keep many teams at work.
  static int steps_of_item(const Terms& terms) {
    if constexpr (runs_on_host<Exec>) {
      return most_steps * 16;
    } else {
      constexpr int threads = TeamCounter<Word<words>>::threads, teams = 4096;
      const std::int64_t all = std::int64_t{terms.groups()} * terms.steps();
      return threads * static_cast<int>(Kokkos::clamp(all / (std::int64_t{threads} * teams), std::int64_t{1},
                                                      std::int64_t{most_steps}));
    }
  }
  /// From a step on, every `apart`-th, as many as can be counted; moves `step` behind them.
  NEEL_FUNCTION BitCounter<Word<words>> counted(int group, int& step, int apart) const {
    BitCounter<Word<words>> counter(Word<words>::filled(0));
    const int steps = terms_.steps();
    for (int n = 0; n < most_steps && step < steps; ++n, step += apart) {
      counter.add(terms_.at(group, step));
    }
    return counter;
  }
  NEEL_FUNCTION void add(int group, int bit, std::int64_t sum) const {
    Kokkos::atomic_add(&sums_[static_cast<std::int64_t>(group) * (32 * words) + bit], sum);
  }

  Terms terms_;
  std::int64_t* sums_;
  int per_group_; ///< items
  Divisor by_group_;
  int first_ = 0; ///< of a launch's items
};

/// Adds to sums(group, bit). All parts together add the sums.
template <class Terms, ExecutionSpace Exec>
void count_bits(const Exec& exec, const Terms& terms, const BitSums<Exec>& sums, const Part& part = {}) {
  BitCounts<Terms, Exec>(terms, sums).launch(exec, part);
}

/// How many of the seven words word(0) to word(6) have each bit set.
template <class WordAt>
NEEL_FUNCTION auto count_of_seven(const WordAt& word) {
  const auto first = add(word(0), word(1), word(2)), second = add(word(3), word(4), word(5));
  const auto ones = add(first.low, second.low, word(6));
  const auto twos = add(first.high, second.high, ones.high);
  return ThreeBits<decltype(word(0))>{ones.low, twos.low, twos.high};
}

} // namespace neel::measure
