// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The XY model: unit vectors in a plane. With every bond counted once, and J > 0 ferromagnetic,
//
//   E = -J sum_bonds s . s' - H sum_i s_i . x

#include <neel/core/fixed_point.hpp>
#include <neel/core/math.hpp>
#include <neel/models/concepts.hpp>

namespace neel::models {

struct Rotor {
  using Component = float;
  static constexpr int components = 2;
  float x, y;

  template <int K>
  NEEL_FUNCTION float component() const {
    return K == 0 ? x : y;
  }
};

NEEL_FUNCTION float dot(const Rotor& a, const Rotor& b) { return math::fma(a.y, b.y, a.x * b.x); }
NEEL_FUNCTION Rotor at_turn(std::uint32_t word) {
  const math::SinCos<float> a = random::uniform_on_circle(word);
  return {a.cos, a.sin};
}

struct XY {
  using Site = Rotor;
  using Quenched = NoQuenched;
  using Conditions = models::Conditions;
  static constexpr unsigned moves = moves_of(Move::metropolis, Move::over_relaxation);
  /// Random words per site.
  static NEEL_FUNCTION constexpr int words(Move m) { return m == Move::over_relaxation ? 0 : 2; }

  float coupling = 1.0F; ///< J

  template <class Neighbourhood>
  static NEEL_FUNCTION Rotor neighbours(const Neighbourhood& n) {
    Rotor sum{0, 0};
    lattice::for_each_neighbour(n, [&](const Rotor& s, const NoQuenched&, int)
                                       NEEL_INLINE_LAMBDA { sum = {sum.x + s.x, sum.y + s.y}; });
    return sum;
  }

  template <Move M, class Neighbourhood>
  NEEL_FUNCTION Step<Rotor> update(const Conditions& at, const Neighbourhood& n, const random::Draw& draw) const {
    const Rotor sum = neighbours(n);
    return moved<M>(at, n.site(), {math::fma(coupling, sum.x, at.field), coupling * sum.y}, draw);
  }
  /// In the field h, E = -h . s, Metropolis proposes any direction; over-relaxation reflects.
  template <Move M>
  static NEEL_FUNCTION Step<Rotor> moved(const Conditions& at, const Rotor& s, const Rotor& h,
                                         const random::Draw& draw) {
    if constexpr (M == Move::over_relaxation) {
      const float square = dot(h, h), twice = 2.0F * dot(s, h) / math::select(square < 1e-30F, 1.0F, square);
      const Rotor to{math::fma(twice, h.x, -s.x), math::fma(twice, h.y, -s.y)};
      const float length =
          math::fma(-0.5F, dot(to, to), 1.5F); // of unit length to one rounding, or errors would pile up
      return {{length * to.x, length * to.y}, 1U};
    } else {
      const Rotor to = at_turn(draw.a);
      const float change = dot(h, {s.x - to.x, s.y - to.y});
      const bool accepted = random::accepted(draw.b, change * at.acceptance_scale);
      return {{math::select(accepted, to.x, s.x), math::select(accepted, to.y, s.y)}, accepted ? 1U : 0U};
    }
  }

  /// J of E = -J S.S' of a bond, and m of E = -H m S.h, for cluster moves.
  NEEL_FUNCTION float ferromagnetic(const NoQuenched& /*a*/, const NoQuenched& /*b*/) const { return coupling; }
  static NEEL_FUNCTION float moment_of(const NoQuenched& /*site*/) { return 1; }

  static NEEL_FUNCTION bool valid(const Rotor& s) { return dot(s, s) > 1.0F - 1e-5F && dot(s, s) < 1.0F + 1e-5F; }

  /// The site's share of the energy: half of that of its bonds, and its own. For checks.
  template <class Neighbourhood>
  NEEL_FUNCTION double energy(const Conditions& at, const Neighbourhood& n) const {
    const Rotor s = n.site(), sum = neighbours(n);
    return -coupling * (double{s.x} * sum.x + double{s.y} * sum.y) / 2 - double{at.field} * s.x;
  }

  /// What one site contributes to the sums over its colour: s, and s . s' over its bonds, which count at their even site.
  enum Term : int { along, across, bonds };
  static constexpr int terms = 3;
  struct Terms {
    std::int32_t value[terms];
  };
  struct Formats {
    FixedPoint spin{1.0001F}, bond{6.001F};
    Formats of_pass(int /*pass*/) const { return *this; }
    double value(int term, std::int64_t sum) const { return (term == bonds ? bond : spin).value(sum); }
  };
  template <lattice::Colour C, class Neighbourhood>
  NEEL_FUNCTION Terms measure(const Conditions& /*at*/, const Neighbourhood& n, const Formats& f) const {
    const Rotor s = n.site();
    return {{f.spin(s.x), f.spin(s.y), C == lattice::Colour::even ? f.bond(dot(s, neighbours(n))) : 0}};
  }
};
static_assert(SitePhysics<XY>);

} // namespace neel::models
