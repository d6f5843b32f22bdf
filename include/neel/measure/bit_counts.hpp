// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sums over sites for each bit of a word by itself: bit-coded systems keep a sample in each bit. Numbers are added up in
// binary, one word per digit, so that a few logical operations serve all bits; only then each bit's sum is read off.

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

/// Adds terms.at(group, step), a ThreeBits number per bit, over the steps of each group. `Terms` has words, groups() and
/// steps().
template <class Terms, ExecutionSpace Exec>
class BitCounts {
public:
  static constexpr int words = Terms::words;

  BitCounts(const Terms& terms, const BitSums<Exec>& sums)
      : terms_(terms), sums_(sums.data()), per_group_((terms.steps() + per_item - 1) / per_item),
        by_group_(per_group_) {}

  void launch(const Exec& exec, const Part& part) const {
    const int all = per_group_ * terms_.groups();
    Kokkos::parallel_for("neel::measure::bit_counts",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, part.begin(all), part.end(all)),
                         *this);
  }

  /// Every per_group_-th step of one group, so that neighbouring threads see neighbouring steps.
  KOKKOS_FUNCTION void operator()(int item) const {
    using Counter = BitCounter<Word<words>>;
    const int group = by_group_.quotient(item);
    const int steps = terms_.steps();
    std::uint32_t total[32 * words] = {};
    int step = item - group * per_group_;
    while (step < steps) {
      Counter counter(Word<words>::filled(0));
      for (int n = 0; n < Counter::most_steps && step < steps; ++n, step += per_group_) {
        counter.add(terms_.at(group, step));
      }
      counter.add_to(total);
    }
    for (int bit = 0; bit < 32 * words; ++bit) {
      Kokkos::atomic_add(&sums_[static_cast<std::int64_t>(group) * (32 * words) + bit], std::int64_t{total[bit]});
    }
  }

private:
  static constexpr int per_item = BitCounter<std::uint32_t>::most_steps * (runs_on_host<Exec> ? 16 : 1);

  Terms terms_;
  std::int64_t* sums_;
  int per_group_; ///< items
  Divisor by_group_;
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
