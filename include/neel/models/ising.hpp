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
  static NEEL_FUNCTION bool is_up(std::uint32_t word, float odds) {
    const float u = random::uniform(word);
    return math::fma(u, odds, u) <= 1.0F;
  }

  /// What decides for update_four(): entry n + 8 d, and 64 more for a spin that is down, is of n neighbours, d of which are down.
  static constexpr int chances = 128;
  template <Move M>
  NEEL_FUNCTION float chance_of(const Conditions& at, int k) const {
    const float c = chance<M>(at, k < 64 ? 1 : -1, (k & 7) - (k >> 2 & 14));
    return M == Move::metropolis ? random::highest_that_happens(c) : c;
  }
  /// What update() makes of four sites, which are the bytes of a word as are their neighbours in each direction; `word`: their random
  /// words. Of a spin's byte, which is 1, 255 or 0, bits 0 and 3 are an entry of the table, and all are counted side by side.
  template <Move M>
  static NEEL_FUNCTION Four update_four(std::uint32_t own, const std::uint32_t (&others)[lattice::directions],
                                        const float* chance, const std::uint32_t (&word)[4]) {
    std::uint32_t at = own & 0x40404040U, change = 0;
    NEEL_UNROLLED_LOOP
    for (const std::uint32_t o : others) {
      at += o & 0x09090909U;
    }
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < 4; ++j) {
      const float decides = chance[at >> 8 * j & 127U];
      const bool changes = M == Move::metropolis ? static_cast<float>(word[j]) <= decides : !is_up(word[j], decides);
      change |= changes ? 0xFEU << 8 * j : 0U; // between 1 and 255
    }
    constexpr std::uint32_t each = 0x01010101U;
    return M == Move::metropolis ? Four{own ^ change, change >> 1 & each} : Four{each ^ change, each};
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
