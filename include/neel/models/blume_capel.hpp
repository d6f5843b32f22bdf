// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Blume-Capel model: spins of 1, 0 or -1. With every bond counted once, and J > 0 ferromagnetic,
//
//   E = -J sum_bonds S S' + D sum_i S_i^2 - H sum_i S_i

#include <neel/models/discrete.hpp>

namespace neel::models {

struct BlumeCapel {
  using Site = StateByte<BlumeCapel, 2>;
  using Quenched = NoQuenched;
  using Conditions = models::Conditions;
  static constexpr unsigned moves = moves_of(Move::metropolis, Move::heat_bath);
  /// Random words per site.
  static NEEL_FUNCTION constexpr int words(Move m) { return words_among_states(m); }

  float coupling = 1.0F; ///< J
  float anisotropy = 0;  ///< D

  template <class Neighbourhood>
  static NEEL_FUNCTION int neighbours(const Neighbourhood& n) {
    int sum = 0;
    lattice::for_each_neighbour(n, [&](const Site& s, const NoQuenched&, int)
                                       NEEL_INLINE_LAMBDA { sum += s.exists() ? s.value() : 0; });
    return sum;
  }

  template <Move M, class Neighbourhood>
  NEEL_FUNCTION Step<Site> update(const Conditions& at, const Neighbourhood& n, const random::Draw& draw) const {
    const float h = math::fma(coupling, static_cast<float>(neighbours(n)), at.field);
    const Step<int> step = move_among<M>(3, n.site().value() + 1, at, draw, [&](int k) NEEL_INLINE_LAMBDA {
      const auto s = static_cast<float>(k - 1);
      return s * math::fma(anisotropy, s, -h);
    });
    return {Site::of(step.site - 1), step.accepted};
  }

  /// J of E = -J S.S' of a bond, and m of E = -H m S.h, for cluster moves.
  NEEL_FUNCTION float ferromagnetic(const NoQuenched& /*a*/, const NoQuenched& /*b*/) const { return coupling; }
  static NEEL_FUNCTION float moment_of(const NoQuenched& /*site*/) { return 1; }

  static NEEL_FUNCTION bool valid(const Site& s) { return s.exists() && s.value() <= 1; }

  /// The site's share of the energy: half of that of its bonds, and its own. For checks.
  template <class Neighbourhood>
  NEEL_FUNCTION double energy(const Conditions& at, const Neighbourhood& n) const {
    const double s = n.site().value();
    return -s * (double{coupling} * neighbours(n) / 2 + double{at.field}) + double{anisotropy} * s * s;
  }

  /// What one site contributes to the sums over its colour: S, S^2, and S S' over its bonds, which count at their even site.
  enum Term : int { spin, square, bonds };
  static constexpr int terms = 3;
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
    return {{s, s * s, C == lattice::Colour::even ? s * neighbours(n) : 0}};
  }
};
static_assert(SitePhysics<BlumeCapel>);

} // namespace neel::models
