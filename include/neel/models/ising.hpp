// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Ising model in one to three dimensions. With every bond counted once, and J > 0 ferromagnetic,
//
//   E = -J sum_bonds s s' - H sum_i s_i,  s = 1 or -1

#include <neel/core/backend/bytes.hpp>
#include <neel/core/math.hpp>
#include <neel/models/concepts.hpp>
#include <neel/models/up_down.hpp>

namespace neel::models {

struct Ising {
  using Site = UpDown;
  using Quenched = NoQuenched;
  using Conditions = models::Conditions;
  using Bytes = PackedSpins; ///< moves four sites at once
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
      return {UpDown::of(random::happens_against(draw.a, decides) ? 1 : -1), 1U};
    }
  }
  /// The largest float(word) with which the proposal for a spin s whose neighbours add up to `sum` is accepted, or its new value is 1; so with
  /// all below, and less than 0 if with none.
  template <Move M>
  NEEL_FUNCTION float highest(const Conditions& at, int s, int sum) const {
    const float decides = chance<M>(at, s, sum);
    return M == Move::metropolis ? random::highest_that_happens(decides) : random::highest_against(decides);
  }

  /// J of E = -J S.S' of a bond, and m of E = -H m S.h, for cluster moves.
  NEEL_FUNCTION float ferromagnetic(const NoQuenched& /*a*/, const NoQuenched& /*b*/) const { return coupling; }
  static NEEL_FUNCTION float moment_of(const NoQuenched& /*site*/) { return 1; }

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

  static NEEL_FUNCTION Terms terms_of(const Bytes::Counts& c) {
    return {{bytes::sum(c.spins) - bytes::sum(c.down), bytes::sum(c.bonds) - bytes::sum(c.differ)}};
  }
};
static_assert(SitePhysics<Ising> && MovesPacked<Ising>);

} // namespace neel::models
