// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Ising spins, a bit each (1 is up), of one system: moves of the spins of some words by logic operations, in no field.
//
// A move has an outcome of probability p = 0.t0 t1 t2... (binary), which depends on the neighbours by few classes. Let J be the first
// of random digits r0, r1, r2... that is 0; the outcome is t_J. Since J = k has probability 2^-(k+1), this is exact, and sites of all
// classes can use the same digits. A site needs two digits on average; so
//   1. all sites of a group of 128 have `digits` of their own: digit d of word j is word j of the group's draw d;
//   2. the next draw has `shared` digits, its words. At each position of the bits, they belong to the first of the four words whose
//      site is still undecided there;
//   3. of each word, the lowest site that is still undecided compares the digits that follow with a word of the next draw, and so on.
// The words of a draw serve no site twice, and whom they serve depends on earlier draws alone. Probabilities are multiples of 2^-37
// or finer. The draws of group g of colour c are those of site 2 g + c (random/philox.hpp): number 64 k + d of move k.

#include <neel/core/math.hpp>
#include <neel/core/word.hpp>
#include <neel/models/moves.hpp>

namespace neel::models {

/// The outcome's probability in each class, as kernels compare it with random digits.
struct alignas(16) OutcomeDigits {
  static constexpr int digits = 5, shared = 4, classes = 4;
  struct alignas(16) Four { // one load
    std::uint32_t word[4];
  };
  /// Digit d of class (low + 2 high) is c0 ^ low c1 ^ high c2 ^ low high c3, where c_k = coefficient(k, d) is 0 or all ones.
  Four coefficients[classes][3] = {};
  /// The 32 digits from `digits` on, and those from `digits + shared` on.
  std::uint32_t rest[2][classes];

  OutcomeDigits() = default;
  explicit OutcomeDigits(const double (&probability)[classes]) {
    std::uint64_t t[classes];
    for (int c = 0; c < classes; ++c) {
      constexpr double half = 9223372036854775808.0; // 2^63; twice that is too large for an integer
      const double scaled = 2 * half * probability[c];
      t[c] = scaled >= 2 * half ? ~std::uint64_t{0} : static_cast<std::uint64_t>(scaled);
      rest[0][c] = static_cast<std::uint32_t>(t[c] << digits >> 32);
      rest[1][c] = static_cast<std::uint32_t>(t[c] << (digits + shared) >> 32);
    }
    for (int d = 0; d < digits + shared; ++d) {
      const auto of = [&](int c) { return mask_if((t[c] >> (63 - d) & 1U) != 0); };
      const std::uint32_t c[classes] = {of(0), of(0) ^ of(1), of(0) ^ of(2), of(0) ^ of(1) ^ of(2) ^ of(3)};
      for (int k = 0; k < classes; ++k) {
        coefficients[k][d / 4].word[d % 4] = c[k];
      }
    }
  }
  NEEL_FUNCTION std::uint32_t coefficient(int k, int d) const {
    const Four four = coefficients[k][d / 4];
    return four.word[d % 4];
  }
};

/// What decides the new value of each site: `base`, turned over where it needs an outcome and that is 1. The class is low + 2 high.
template <class Bits>
struct SiteClasses {
  Bits base, need, low, high;
};

/// In `Axes` dimensions, 2 or 3. Bits are a word, or words of several groups side by side.
template <int Axes>
struct IsingBits {
  static_assert(Axes == 2 || Axes == 3);
  static constexpr int neighbours = 2 * Axes;
  static constexpr unsigned moves = moves_of(Move::metropolis, Move::heat_bath);
  static constexpr int group_words = 4; ///< that have draws in common

  /// In each class, the probability that Metropolis' proposal against 1, 2, ... bonds more than with it is accepted, or that the heat bath
  /// chooses the value which 0, 2, ... neighbours less have. `coupling`: |J|/T.
  static OutcomeDigits outcome(Move m, double coupling) {
    double p[OutcomeDigits::classes];
    for (int c = 0; c < OutcomeDigits::classes; ++c) {
      p[c] = m == Move::metropolis ? math::exp_clamped(-4 * coupling * (c + 1))
                                   : 1 / (1 + math::exp_clamped(4 * coupling * c));
    }
    return OutcomeDigits(p);
  }

  /// Classes that a move has.
  template <Move M>
  static constexpr int classes_of = M == Move::metropolis ? Axes : Axes + 1;

  /// `inverted`: all ones where neighbours shall differ (J < 0), else 0.
  template <Move M, class Bits>
  static NEEL_FUNCTION SiteClasses<Bits> classes(const Bits& own, const Bits (&of)[neighbours], const Bits& inverted) {
    if constexpr (M == Move::metropolis) { // n: bonds that are not satisfied
      const ThreeBits<Bits> n = count(of, own ^ inverted);
      const Bits need = ~(n.high | (Axes == 2 ? n.middle : n.middle & n.low));
      const Bits none = ~(n.low | n.middle);
      return Axes == 2 ? SiteClasses<Bits>{~(own ^ need), need, none, own ^ own}
                       : SiteClasses<Bits>{~(own ^ need), need, n.low & ~n.middle, none};
    } else { // n: neighbours that want this site up
      const ThreeBits<Bits> n = count(of, inverted);
      const Bits all = ~(own ^ own), some = n.low | n.middle;
      if constexpr (Axes == 2) {
        return {n.high | (n.middle & n.low), all, n.low, n.high | ~some};
      } else {
        return {n.high, all, ~n.low, (n.high & some) | ~(n.high | n.middle)};
      }
    }
  }

  /// The outcomes of the sites of a group, or several, that need one. draw(d, words): draw d.
  NEEL_CALLS_WHAT_IT_IS_GIVEN
  template <Move M, class Bits, class Draw>
  static NEEL_FUNCTION void decide(const Bits (&low)[group_words], const Bits (&high)[group_words],
                                   const OutcomeDigits& p, const Draw& draw, Bits (&undecided)[group_words],
                                   Bits (&owner)[group_words], Bits (&outcome)[group_words]) {
    constexpr int digits = OutcomeDigits::digits, shared = OutcomeDigits::shared;
    Bits r[group_words];
    NEEL_UNROLLED_LOOP
    for (int d = digits - 1; d >= 0; --d) {
      draw(d, r);
      NEEL_UNROLLED_LOOP
      for (int j = 0; j < group_words; ++j) {
        const Bits t = digit<M>(p, d, low[j], high[j]);
        outcome[j] = d == digits - 1 ? t : (r[j] & outcome[j]) | (~r[j] & t);
        undecided[j] = undecided[j] & r[j];
      }
    }
    draw(digits, r);
    const Bits all = r[0] & r[1] & r[2] & r[3];
    Bits taken = undecided[0] ^ undecided[0];
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < group_words; ++j) {
      owner[j] = undecided[j] & ~taken;
      taken = taken | undecided[j];
      Bits t = digit<M>(p, digits + shared - 1, low[j], high[j]);
      NEEL_UNROLLED_LOOP
      for (int d = shared - 2; d >= 0; --d) {
        t = (r[d] & t) | (~r[d] & digit<M>(p, digits + d, low[j], high[j]));
      }
      outcome[j] = (owner[j] & t) | (~owner[j] & outcome[j]);
      undecided[j] = undecided[j] & (all | ~owner[j]);
    }
  }

  /// Those that are left, of a group or several. draw(d, words): draw d.
  NEEL_CALLS_WHAT_IT_IS_GIVEN
  template <Move M, int Words, class Draw>
  static NEEL_FUNCTION void decide_rest(const std::uint32_t (&low)[Words], const std::uint32_t (&high)[Words],
                                        const OutcomeDigits& p, const Draw& draw, std::uint32_t (&undecided)[Words],
                                        const std::uint32_t (&owner)[Words], std::uint32_t (&outcome)[Words]) {
    Rest limits;
    for (int c = 0; c < OutcomeDigits::classes; ++c) {
      limits.other[c] = p.rest[0][c];
      limits.owned[c] = p.rest[1][c];
    }
    bool more = any(undecided);
    NEEL_ROLLED_LOOP
    for (int d = OutcomeDigits::digits + 1; more; ++d) {
      std::uint32_t r[Words];
      draw(d, r);
      if constexpr (Words == group_words) { // in registers
        NEEL_UNROLLED_LOOP
        for (int j = 0; j < Words; ++j) {
          decide_lowest<M>(low[j], high[j], limits, r[j], owner[j], undecided[j], outcome[j]);
        }
      } else {
        NEEL_INDEPENDENT_LOOP
        for (int j = 0; j < Words; ++j) {
          decide_lowest<M>(low[j], high[j], limits, r[j], owner[j], undecided[j], outcome[j]);
        }
      }
      more = any(undecided);
    }
  }

private:
  /// Of OutcomeDigits, by class.
  struct Rest {
    std::uint32_t other[OutcomeDigits::classes], owned[OutcomeDigits::classes];
  };

  template <int Words>
  static NEEL_FUNCTION bool any(const std::uint32_t (&words)[Words]) {
    std::uint32_t all = 0;
    for (int j = 0; j < Words; ++j) {
      all |= words[j];
    }
    return all != 0;
  }
  /// Decides the lowest site of a word that is left by a random number.
  template <Move M>
  static NEEL_FUNCTION void decide_lowest(std::uint32_t low, std::uint32_t high, const Rest& p, std::uint32_t number,
                                          std::uint32_t owner, std::uint32_t& undecided, std::uint32_t& outcome) {
    const std::uint32_t lowest = undecided & (0U - undecided);
    const bool owned = (owner & lowest) != 0;
    const auto of = [&](int c) NEEL_INLINE_LAMBDA { return owned ? p.owned[c] : p.other[c]; };
    const bool odd = (low & lowest) != 0;
    const std::uint32_t of0 = of(0), of1 = of(1); // all of them, or hosts have branches instead of vectors
    std::uint32_t limit = odd ? of1 : of0;
    if constexpr (classes_of<M> > 2) {
      const std::uint32_t of2 = of(2), of3 = classes_of<M> > 3 ? of(3) : of2, of_upper = odd ? of3 : of2;
      limit = (high & lowest) != 0 ? of_upper : limit;
    }
    outcome = (outcome & ~lowest) | (number < limit ? lowest : 0U);
    undecided ^= lowest;
  }

  template <class Bits>
  static NEEL_FUNCTION ThreeBits<Bits> count(const Bits (&of)[neighbours], const Bits& as) {
    const auto three = [&](int d)
                           NEEL_INLINE_LAMBDA { // parity and majority of three bits turned over are those turned over
                             const TwoBits<Bits> sum = add(of[d], of[d + 1], of[d + 2]);
                             return TwoBits<Bits>{sum.low ^ as, sum.high ^ as};
                           };
    const TwoBits<Bits> first = three(0);
    if constexpr (Axes == 3) {
      const TwoBits<Bits> second = three(3), twos = add(first.high, second.high, first.low & second.low);
      return {first.low ^ second.low, twos.low, twos.high};
    } else {
      const Bits last = of[3] ^ as, carry = first.low & last;
      return {first.low ^ last, first.high ^ carry, first.high & carry};
    }
  }

  /// Of the classes that a move has.
  template <Move M, class Bits>
  static NEEL_FUNCTION Bits digit(const OutcomeDigits& p, int d, const Bits& low, const Bits& high) {
    constexpr int classes = classes_of<M>;
    Bits t = (low & p.coefficient(1, d)) ^ filled(low, p.coefficient(0, d));
    if constexpr (classes > 2) {
      t = t ^ (high & p.coefficient(2, d));
    }
    if constexpr (classes > 3) {
      t = t ^ (low & high & p.coefficient(3, d));
    }
    return t;
  }
  static NEEL_FUNCTION std::uint32_t filled(std::uint32_t /*like*/, std::uint32_t value) { return value; }
  template <int W>
  static NEEL_FUNCTION Word<W> filled(const Word<W>& /*like*/, std::uint32_t value) {
    return Word<W>::filled(value);
  }
};

} // namespace neel::models
