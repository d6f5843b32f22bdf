// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What moves of one site have in common, whatever the model.

#include <neel/random/uniform.hpp>

#include <bit>
#include <cstdint>

namespace neel::models {

/// Ways to move a site. Each leaves the Boltzmann distribution as it is, so that any sequence of them does.
///   metropolis       a proposal that does not depend on the neighbours, accepted with min(1, exp(-dE/T))
///   cone             the same, the proposal being near the present value: its range adapts itself before measuring begins
///   heat_bath        a new value drawn from its distribution in the field of the neighbours
///   over_relaxation  the value reflected in that field, at the same energy: no random number decides where it goes
enum class Move { metropolis, heat_bath, over_relaxation, cone };

/// What a move leaves, and whether it was made: 0 or 1.
template <class Site>
struct Step {
  Site site;
  std::uint32_t accepted;
};

/// Sites without quenched data.
struct NoQuenched {
  using Component = std::uint8_t;
  static constexpr int components = 1;
  std::uint8_t unused;
  template <int K>
  NEEL_FUNCTION std::uint8_t component() const {
    return unused;
  }
};

/// What a system is exposed to: 1/T and the field H, in the units of J.
struct Conditions {
  float inverse_temperature = 1.0F;
  float field = 0.0F;
  float width = 2.0F; ///< of Move::cone: 1 - cos of the largest angle by which it turns a vector; 2: any
  float acceptance_scale = random::acceptance_scale(1.0); ///< of energy changes, for random::accepted()

  Conditions() = default;
  NEEL_FUNCTION Conditions(double beta, double h, double w = 2.0)
      : inverse_temperature(static_cast<float>(beta)), field(static_cast<float>(h)), width(static_cast<float>(w)),
        acceptance_scale(random::acceptance_scale(beta)) {}
};

/// The model knows the move.
template <class Model, Move M>
concept Knows = ((Model::moves >> static_cast<int>(M)) & 1U) != 0;

/// The first of them.
template <class Model>
constexpr Move first_move() {
  return static_cast<Move>(std::countr_zero(Model::moves));
}

/// The moves that a model knows, as bits.
template <class... Moves>
constexpr unsigned moves_of(Moves... moves) {
  return ((1U << static_cast<int>(moves)) | ...);
}

} // namespace neel::models
