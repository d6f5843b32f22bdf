// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sites with a finite number of states: the byte that holds one, and moves among them, given the energy of each.

#include <neel/core/math.hpp>
#include <neel/models/concepts.hpp>

namespace neel::models {

/// State `value()` of a model, kept as value + Zero; 0: no site.
template <class Model, int Zero>
struct StateByte {
  using Component = std::uint8_t;
  static constexpr int components = 1;
  std::uint8_t code;

  NEEL_FUNCTION bool exists() const { return code != 0; }
  NEEL_FUNCTION int value() const { return code - Zero; }
  static NEEL_FUNCTION StateByte of(int value) { return {static_cast<std::uint8_t>(value + Zero)}; }
  template <int K>
  NEEL_FUNCTION std::uint8_t component() const {
    return code;
  }
  /// As files show it.
  static std::uint8_t stored(float value) { return of(static_cast<int>(value)).code; }
  static NEEL_FUNCTION float shown(std::uint8_t component) {
    return static_cast<float>(static_cast<int>(component) - Zero);
  }
};

/// A whole number from 0 to count - 1.
NEEL_FUNCTION int uniform_below(int count, std::uint32_t word) {
  return static_cast<int>((std::uint64_t{word} * static_cast<std::uint64_t>(count)) >> 32);
}

/// Random words per site of these moves.
NEEL_FUNCTION constexpr int words_among_states(Move m) { return m == Move::metropolis ? 2 : 1; }

/// Moves a site from state `now` of 0 to q - 1; energy(k): of state k beside its neighbours. Metropolis proposes any other state; the heat
/// bath draws a state by its Boltzmann factor.
template <Move M, class EnergyOf>
NEEL_FUNCTION Step<int> move_among(int q, int now, const Conditions& at, const random::Draw& draw,
                                   const EnergyOf& energy) {
  if constexpr (M == Move::metropolis) {
    const int beyond = now + 1 + uniform_below(q - 1, draw.a), to = beyond < q ? beyond : beyond - q;
    const bool accepted = random::accepted(draw.b, (energy(to) - energy(now)) * at.acceptance_scale);
    return {accepted ? to : now, accepted ? 1U : 0U};
  } else {
    static_assert(M == Move::heat_bath);
    float least = energy(0);
    for (int k = 1; k < q; ++k) {
      const float e = energy(k);
      least = math::select(e < least, e, least);
    }
    const auto factor = [&](int k) NEEL_INLINE_LAMBDA {
      return math::exp_clamped(at.inverse_temperature * (least - energy(k)));
    };
    float all = 0;
    for (int k = 0; k < q; ++k) {
      all += factor(k);
    }
    const float drawn = random::uniform(draw.a) * all;
    float passed = 0;
    int to = 0;
    for (int k = 0; k + 1 < q; ++k) {
      passed += factor(k);
      to += passed < drawn ? 1 : 0;
    }
    return {to, 1U};
  }
}

} // namespace neel::models
