// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The q-state clock model: unit vectors in a plane at the angles 2 pi n / q. With every bond counted once, and J > 0 ferromagnetic,
//
//   E = -J sum_bonds cos(2 pi (n - n') / q) - H sum_i cos(2 pi n_i / q)

#include <neel/core/fixed_point.hpp>
#include <neel/models/discrete.hpp>
#include <neel/models/xy.hpp>

namespace neel::models {

struct Clock {
  using Site = StateByte<Clock, 1>;
  using Quenched = NoQuenched;
  using Conditions = models::Conditions;
  static constexpr unsigned moves = moves_of(Move::metropolis, Move::heat_bath);
  /// Random words per site.
  static NEEL_FUNCTION constexpr int words(Move m) { return words_among_states(m); }

  float coupling = 1.0F; ///< J
  int q = 2;             ///< states
  float turn = 1.0F / static_cast<float>(q);

  NEEL_FUNCTION Rotor direction(int state) const {
    const math::SinCos<float> a = math::sincos2pi(static_cast<float>(state) * turn);
    return {a.cos, a.sin};
  }
  template <class Neighbourhood>
  NEEL_FUNCTION Rotor neighbours(const Neighbourhood& n) const {
    Rotor sum{0, 0};
    lattice::for_each_neighbour(n, [&](const Site& s, const NoQuenched&, int) NEEL_INLINE_LAMBDA {
      const Rotor d = direction(s.value());
      const float there = s.exists() ? 1.0F : 0.0F;
      sum = {math::fma(there, d.x, sum.x), math::fma(there, d.y, sum.y)};
    });
    return sum;
  }

  template <Move M, class Neighbourhood>
  NEEL_FUNCTION Step<Site> update(const Conditions& at, const Neighbourhood& n, const random::Draw& draw) const {
    const Rotor sum = neighbours(n), h{math::fma(coupling, sum.x, at.field), coupling * sum.y};
    const Step<int> step =
        move_among<M>(q, n.site().value(), at, draw, [&](int k) NEEL_INLINE_LAMBDA { return -dot(h, direction(k)); });
    return {Site::of(step.site), step.accepted};
  }

  /// J of E = -J S.S' of a bond, and m of E = -H m S.h, for cluster moves.
  NEEL_FUNCTION float ferromagnetic(const NoQuenched& /*a*/, const NoQuenched& /*b*/) const { return coupling; }
  static NEEL_FUNCTION float moment_of(const NoQuenched& /*site*/) { return 1; }

  static NEEL_FUNCTION bool valid(const Site& s) { return s.exists(); }

  /// The site's share of the energy: half of that of its bonds, and its own. For checks.
  template <class Neighbourhood>
  NEEL_FUNCTION double energy(const Conditions& at, const Neighbourhood& n) const {
    const Rotor s = direction(n.site().value()), sum = neighbours(n);
    return -coupling * (double{s.x} * sum.x + double{s.y} * sum.y) / 2 - double{at.field} * s.x;
  }

  /// What one site contributes to the sums over its colour: s, and s . s' over its bonds, which count at their even site.
  enum Term : int { along, across, bonds };
  static constexpr int terms = 3;
  using Terms = XY::Terms;
  using Formats = XY::Formats;
  template <lattice::Colour C, class Neighbourhood>
  NEEL_FUNCTION Terms measure(const Conditions& /*at*/, const Neighbourhood& n, const Formats& f) const {
    const Rotor s = direction(n.site().value());
    return {{f.spin(s.x), f.spin(s.y), C == lattice::Colour::even ? f.bond(dot(s, neighbours(n))) : 0}};
  }
};
static_assert(SitePhysics<Clock>);

} // namespace neel::models
