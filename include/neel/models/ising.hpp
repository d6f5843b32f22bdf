// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Ising model in one to three dimensions. With every bond counted once, and J > 0 ferromagnetic,
//
//   E = -J sum_bonds s s' - H sum_i s_i,  s = 1 or -1

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
  template <Move M>
  static NEEL_FUNCTION Step<UpDown> decide(int s, float chance, std::uint32_t word) {
    if constexpr (M == Move::metropolis) {
      const bool accepted = random::happens(word, chance);
      return {UpDown::of(accepted ? -s : s), accepted ? 1U : 0U};
    } else { // up with probability 1 / (1 + chance)
      const float u = random::uniform(word);
      return {UpDown::of(math::fma(u, chance, u) <= 1.0F ? 1 : -1), 1U};
    }
  }
  template <Move M, class Neighbourhood>
  NEEL_FUNCTION Step<UpDown> update(const Conditions& at, const Neighbourhood& n, const random::Draw& draw) const {
    const int s = n.site().value();
    return decide<M>(s, chance<M>(at, s, neighbours(n)), draw.a);
  }

  /// For update_four(): chance() of spins up, and 16 further on down, whose neighbours add up to -6 and so on.
  static constexpr int chances = 32;
  template <Move M>
  NEEL_FUNCTION float chance_of(const Conditions& at, int k) const {
    return chance<M>(at, k < 16 ? 1 : -1, k % 16 - 6);
  }
  /// What update() makes of four sites, which are the bytes of a word as are their neighbours in each direction; `word`: their random
  /// words. Adds up bytes side by side.
  template <Move M>
  static NEEL_FUNCTION std::uint32_t update_four(std::uint32_t own, const std::uint32_t (&others)[lattice::directions],
                                                 const float* chance, const std::uint32_t (&word)[4],
                                                 std::uint32_t (&moved)[4]) {
    constexpr std::uint32_t each = 0x01010101U;
    std::uint32_t spins = 0, down = 0;
    NEEL_UNROLLED_LOOP
    for (const std::uint32_t o : others) {
      spins += o & each;
      down += o >> 7 & each;
    }
    const std::uint32_t own_down = own >> 7 & each, at = 6 * each + spins - 2 * down + 16 * own_down;
    std::uint32_t to = 0;
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < 4; ++j) {
      const int s = (own_down >> 8 * j & 1U) != 0 ? -1 : 1;
      const Step<UpDown> step = decide<M>(s, chance[at >> 8 * j & 31U], word[j]);
      to |= std::uint32_t{step.site.code} << 8 * j;
      moved[j] = step.accepted;
    }
    return to;
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
};
static_assert(SitePhysics<Ising>);

} // namespace neel::models
