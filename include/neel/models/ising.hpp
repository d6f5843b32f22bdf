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

  /// Metropolis proposes the other value.
  template <Move M, class Neighbourhood>
  NEEL_FUNCTION Step<UpDown> update(const Conditions& at, const Neighbourhood& n, const random::Draw& draw) const {
    const int s = n.site().value();
    const float twice =
        2.0F * math::fma(coupling, static_cast<float>(neighbours(n)), at.field); // the energy of 1 over -1
    if constexpr (M == Move::metropolis) {
      const bool accepted = random::accepted(draw.a, static_cast<float>(s) * twice * at.acceptance_scale);
      return {UpDown::of(accepted ? -s : s), accepted ? 1U : 0U};
    } else {
      static_assert(M == Move::heat_bath); // up with probability 1 / (1 + exp(-odds))
      const float odds = at.inverse_temperature * twice, u = random::uniform(draw.a);
      return {UpDown::of(math::fma(u, math::exp_clamped(-odds), u) <= 1.0F ? 1 : -1), 1U};
    }
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
