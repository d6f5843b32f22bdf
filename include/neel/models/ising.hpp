// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Ising model in one to three dimensions. With every bond counted once, and J > 0 ferromagnetic,
//
//   E = -J sum_bonds s s' - H sum_i s_i,  s = 1 or -1

#include <neel/core/bytes.hpp>
#include <neel/core/math.hpp>
#include <neel/lattice/neighbourhood.hpp>
#include <neel/models/concepts.hpp>

namespace neel::models {

/// A spin of 1 or -1, kept in a byte (255 is -1); 0: no spin.
struct UpDown {
  using Component = std::uint8_t;
  static constexpr int components = 1;
  std::uint8_t code;

  NEEL_FUNCTION int value() const { return static_cast<std::int8_t>(code); }
  static NEEL_FUNCTION UpDown of(int value) { return {static_cast<std::uint8_t>(value)}; }
  template <int K>
  NEEL_FUNCTION std::uint8_t component() const {
    return code;
  }
  /// As files show it.
  static std::uint8_t stored(float value) { return of(value > 0 ? 1 : (value < 0 ? -1 : 0)).code; }
  static NEEL_FUNCTION float shown(std::uint8_t component) {
    return static_cast<float>(static_cast<std::int8_t>(component));
  }
};

struct Ising {
  using Site = UpDown;
  using Quenched = NoQuenched;
  using Conditions = models::Conditions;
  static constexpr unsigned moves = moves_of(Move::metropolis, Move::heat_bath);
  /// Random words per site.
  static NEEL_FUNCTION constexpr int words(Move /*m*/) { return 1; }

  float coupling = 1.0F; ///< J

  template <class Neighbourhood>
  static NEEL_FUNCTION int neighbours(const Neighbourhood& n) {
    int sum = 0;
    lattice::for_each_neighbour(n,
                                [&](const UpDown& s, const NoQuenched&, int) NEEL_INLINE_LAMBDA { sum += s.value(); });
    return sum;
  }

  /// What decides a move of a spin s whose neighbours add up to `sum`: Metropolis proposes the other value, and has its acceptance;
  /// the heat bath has the odds of -1.
  template <Move M>
  NEEL_FUNCTION float chance(const Conditions& at, int s, int sum) const {
    const float twice = 2.0F * math::fma(coupling, static_cast<float>(sum), at.field); // the energy of 1 over -1
    if constexpr (M == Move::metropolis) {
      return random::acceptance(static_cast<float>(s) * twice * at.acceptance_scale);
    } else {
      static_assert(M == Move::heat_bath);
      return math::exp_clamped(-(at.inverse_temperature * twice));
    }
  }
  template <Move M, class Neighbourhood>
  NEEL_FUNCTION Step<UpDown> update(const Conditions& at, const Neighbourhood& n, const random::Draw& draw) const {
    const int s = n.site().value();
    const float decides = chance<M>(at, s, neighbours(n));
    if constexpr (M == Move::metropolis) {
      const bool accepted = random::happens(draw.a, decides);
      return {UpDown::of(accepted ? -s : s), accepted ? 1U : 0U};
    } else {
      return {UpDown::of(is_up(draw.a, decides) ? 1 : -1), 1U};
    }
  }
  /// With probability 1 / (1 + odds).
  static NEEL_FUNCTION bool is_up(std::uint32_t word, float odds) { return is_up(static_cast<float>(word), odds); }
  static NEEL_FUNCTION bool is_up(float word, float odds) {
    const float u = random::uniform_of(word);
    return math::fma(u, odds, u) <= 1.0F;
  }
  /// The largest float(word) with which it is, and so with all below; less than 0 if there is none.
  static NEEL_FUNCTION float highest_up(float odds) {
    constexpr float most = 0x1p32F, each = 0x1p24F; // below, every whole number is float(word)
    const auto to = [](float f, std::int32_t by) NEEL_INLINE_LAMBDA {
      return f < each || (f == each && by < 0) ? f + static_cast<float>(by)
                                               : Kokkos::bit_cast<float>(Kokkos::bit_cast<std::int32_t>(f) + by);
    };
    float f = Kokkos::floor(Kokkos::fmax(most / (1.0F + odds) - 0.5F, 0.0F)); // some steps from it
    while (f < most && is_up(to(f, 1), odds)) {
      f = to(f, 1);
    }
    while (f >= 0.0F && !is_up(f, odds)) {
      f = to(f, -1);
    }
    return f;
  }

  /// For update_four(). Of each neighbour's byte, which is 1, 255 or 0, these bits are added up: u of them up and d down are u + 7 d, a number
  /// for each (u, d).
  static constexpr std::uint32_t seen = bytes::each(7);
  /// These make other places for a spin that is down, 4 and 256 further on: in other banks of a device's shared memory than what else
  /// occurs in a closed lattice, but for spins that all six neighbours oppose.
  static constexpr std::uint32_t own_seen = bytes::each(4);
  /// Entry k of the table, of `chances`, is at entry_of(k), of `table_size`.
  static constexpr int sums = 6 * 7 + 1, chances = 2 * sums, of_down = 256 + 4, table_size = of_down + sums;
  static_assert((sums - 1 + 4) * sizeof(float) < 256);
  static NEEL_FUNCTION constexpr int entry_of(int k) { return k < sums ? k : of_down + (k - sums); }
  /// What decides: the largest float(word) with which a proposal is accepted, or the new value is 1.
  template <Move M>
  NEEL_FUNCTION float chance_of(const Conditions& at, int k) const {
    const int of = k < sums ? k : k - sums;
    const float c = chance<M>(at, k < sums ? 1 : -1, of % 7 - of / 7);
    return M == Move::metropolis ? random::highest_that_happens(c) : highest_up(c);
  }
  /// What update() makes of four sites, which are the bytes of a word as are their neighbours in each direction, of which only `seen` is
  /// left; `word`: their random words. Four places in the table are made side by side.
  template <Move M>
  static NEEL_FUNCTION Four update_four(std::uint32_t own, const std::uint32_t (&others)[lattice::directions],
                                        const float* chance, const std::uint32_t (&word)[4]) {
    const std::uint32_t down = own & own_seen;
    std::uint32_t at = down;
    NEEL_UNROLLED_LOOP
    for (const std::uint32_t o : others) {
      at += o;
    }
    at *= sizeof(float);
    const auto above = [&]<int J>() NEEL_INLINE_LAMBDA { // less than 0: the word is too large
      const char* const there = reinterpret_cast<const char*>(chance) + bytes::joined<J>(at, down);
      return *reinterpret_cast<const float*>(there) - static_cast<float>(word[J]);
    };
    const std::uint32_t not_so = bytes::of_signs({above.template operator()<0>(), above.template operator()<1>(),
                                                  above.template operator()<2>(), above.template operator()<3>()});
    return M == Move::metropolis ? Four{own ^ (~not_so & bytes::each(0xFE)), ~not_so} // between 1 and 255
                                 : Four{not_so | bytes::each(1), ~0U};
  }

  static NEEL_FUNCTION bool valid(const UpDown& s) { return s.value() == 1 || s.value() == -1; }

  /// The site's share of the energy: half of that of its bonds, and its own. For checks.
  template <class Neighbourhood>
  NEEL_FUNCTION double energy(const Conditions& at, const Neighbourhood& n) const {
    const double s = n.site().value();
    return -s * (double{coupling} * neighbours(n) / 2 + double{at.field});
  }

  /// What one site contributes to the sums over its colour: s, and s s' over its bonds, which count at their even site.
  enum Term : int { spin, bonds };
  static constexpr int terms = 2;
  struct Terms {
    std::int32_t value[terms];
  };
  struct Formats {
    Formats of_pass(int /*pass*/) const { return {}; }
    double value(int /*term*/, std::int64_t sum) const { return static_cast<double>(sum); }
  };
  template <lattice::Colour C, class Neighbourhood>
  NEEL_FUNCTION Terms measure(const Conditions& /*at*/, const Neighbourhood& n, const Formats& /*formats*/) const {
    const int s = n.site().value();
    return {{s, C == lattice::Colour::even ? s * neighbours(n) : 0}};
  }

  /// The same of sites that are bytes of words, up to four of these: byte by byte, how many spins there are and how many bonds, and twice
  /// how many of them are down, or join spins that differ.
  struct Counts {
    std::uint32_t spins = 0, down = 0, bonds = 0, differ = 0;
  };
  static constexpr std::uint32_t counted = bytes::each(3); ///< of 1, 255 and 0: there is a spin, and it is down
  /// Four sites, and their neighbours in each direction, of which only `counted` is left. `Open`: some may have none.
  template <lattice::Colour C, bool Open>
  static NEEL_FUNCTION void count_four(std::uint32_t own, const std::uint32_t (&others)[lattice::directions],
                                       Counts& to) {
    constexpr std::uint32_t one = bytes::each(1), two = bytes::each(2);
    to.spins += Open ? own & one : one;
    to.down += own & two;
    if constexpr (C == lattice::Colour::even) {
      NEEL_UNROLLED_LOOP
      for (const std::uint32_t o : others) {
        const std::uint32_t bond = Open ? o & own & one : one;
        to.bonds += bond;
        to.differ += (own ^ o) & bond << 1;
      }
    }
  }
  static NEEL_FUNCTION Terms terms_of(const Counts& c) {
    return {{bytes::sum(c.spins) - bytes::sum(c.down), bytes::sum(c.bonds) - bytes::sum(c.differ)}};
  }
};
static_assert(SitePhysics<Ising>);

} // namespace neel::models
