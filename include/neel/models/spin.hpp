// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Classical spins of three components: their algebra, how directions are drawn, and their moves in a field.

#include <neel/core/math.hpp>
#include <neel/models/moves.hpp>
#include <neel/random/philox.hpp>
#include <neel/random/uniform.hpp>

namespace neel::models {

/// A vector of three floats; as a site value, a unit vector (or zero: no spin).
struct Spin {
  using Component = float;
  static constexpr int components = 3;
  float x, y, z;

  template <int K>
  NEEL_FUNCTION float component() const {
    return K == 0 ? x : (K == 1 ? y : z);
  }
};

NEEL_FUNCTION float dot(const Spin& a, const Spin& b) { return math::fma(a.z, b.z, math::fma(a.y, b.y, a.x * b.x)); }
NEEL_FUNCTION Spin cross(const Spin& a, const Spin& b) {
  return {math::fma(a.y, b.z, -(a.z * b.y)), math::fma(a.z, b.x, -(a.x * b.z)), math::fma(a.x, b.y, -(a.y * b.x))};
}
NEEL_FUNCTION Spin scaled(float f, const Spin& a) { return {f * a.x, f * a.y, f * a.z}; }
NEEL_FUNCTION Spin added(const Spin& a, const Spin& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
/// a + f b.
NEEL_FUNCTION Spin add_scaled(const Spin& a, float f, const Spin& b) {
  return {math::fma(f, b.x, a.x), math::fma(f, b.y, a.y), math::fma(f, b.z, a.z)};
}

/// a + b x c.
NEEL_FUNCTION Spin add_cross(const Spin& a, const Spin& b, const Spin& c) {
  return {math::fma(b.y, c.z, math::fma(-b.z, c.y, a.x)), math::fma(b.z, c.x, math::fma(-b.x, c.z, a.y)),
          math::fma(b.x, c.y, math::fma(-b.y, c.x, a.z))};
}

/// A point drawn uniformly on the unit sphere from two words: its z is uniform, and so is its angle about z.
NEEL_FUNCTION Spin uniform_on_sphere(std::uint32_t u, std::uint32_t v, float sign = 1.0F) {
  const float z = random::uniform_inside(u, sign), radius = sign * math::sqrt_normal(-math::fma(z, z, -1.0F));
  const math::SinCos<float> angle = random::uniform_on_circle(v);
  return {radius * angle.cos, radius * angle.sin, z};
}

/// The unit vector with 1 - n . S = d at an angle around n that a word draws: made at the z axis, then reflected so that this
/// becomes n (Householder).
NEEL_FUNCTION Spin at_angle(const Spin& n, float d, std::uint32_t word) {
  const float square = d * (2.0F - d), s = math::sqrt_normal(math::select(square > 1e-20F, square, 1e-20F));
  const math::SinCos<float> phi = random::uniform_on_circle(word);
  const float sign = math::select(n.z < 0.0F, -1.0F, 1.0F);
  const Spin p{s * phi.cos, s * phi.sin, sign * (d - 1.0F)}, m{n.x, n.y, n.z + sign};
  return add_scaled(p, -dot(m, p) * math::inverse_normal(sign * m.z), m);
}

/// The vector made of unit length again, if it was but for some roundings.
NEEL_FUNCTION Spin renormalised(const Spin& s) { return scaled(math::fma(-0.5F, dot(s, s), 1.5F), s); }

/// A point drawn uniformly from two words in the cap of the unit sphere around n: 1 - cos of its angle is `cone` u.
NEEL_FUNCTION Spin in_cap(const Spin& n, float cone, std::uint32_t u, std::uint32_t v) {
  return renormalised(at_angle(n, cone * random::uniform(u), v));
}

/// A point on the unit sphere, drawn from two words with a density proportional to exp(h . S): with x = |h|, its component
/// along h is 1 + log(u + (1 - u) exp(-2x)) / x, by inverting the distribution of c, and its angle about h is uniform.
NEEL_FUNCTION Spin in_field(const Spin& h, std::uint32_t u, std::uint32_t v) {
  const bool large = h.x > 1e15F || h.x < -1e15F || h.y > 1e15F || h.y < -1e15F || h.z > 1e15F || h.z < -1e15F;
  const float unit = math::select(large, 1e-15F, 1.0F); // or squares would overflow
  const Spin field = scaled(unit, h);
  const float squared = dot(field, field);
  const bool none = squared < 1e-30F; // then any direction is h's
  const float x = math::sqrt_normal(math::select(none, 1e-30F, squared)), inverse = math::inverse_normal(x);
  constexpr float twice_log2e = 2.8853900817779268F, most = 120.0F;
  const float z = math::select(large, most, twice_log2e * x);
  const math::Exp2Rest e = math::exp2_and_rest(math::select(z < most, z, most)); // exp(-2x)
  const float part = random::uniform(u), other = 1.0F - part;
  const float d = unit * inverse * math::minus_log(other * e.rest, math::fma(other, e.power, part));
  const Spin n = scaled(inverse, field);
  return at_angle({math::select(none, 0.0F, n.x), math::select(none, 0.0F, n.y), math::select(none, 1.0F, n.z)},
                  math::select(d < 2.0F, d, 2.0F), v);
}

/// The part of a spin's energy that is not linear in it, for an axis k: -K (S . k)^2.
struct Uniaxial {
  Spin axis;
  float k;

  /// Its change when the spin turns from `from` to `to`.
  NEEL_FUNCTION float change(const Spin& from, const Spin& to) const {
    const Spin turn{to.x - from.x, to.y - from.y, to.z - from.z}, both = added(to, from);
    return -dot(turn, scaled(k, axis)) * dot(both, axis);
  }
  /// The change of the whole energy, with the linear field g.
  NEEL_FUNCTION float change(const Spin& from, const Spin& to, const Spin& g) const {
    const Spin turn{to.x - from.x, to.y - from.y, to.z - from.z}, both = added(to, from);
    return math::fma(-dot(turn, scaled(k, axis)), dot(both, axis), dot(turn, g));
  }
};

/// What moves of spins there are, and the random words of a site that each takes.
struct SpinMoves {
  static constexpr unsigned known = moves_of(Move::metropolis, Move::heat_bath, Move::over_relaxation, Move::cone);
  static NEEL_FUNCTION constexpr int words(Move m) { return m == Move::over_relaxation ? 1 : 3; }

  /// The spin turned by half a turn about g (not at all where there is no field), of unit length to one rounding.
  static NEEL_FUNCTION Spin reflected(const Spin& from, const Spin& g) {
    const float squared = dot(g, g);
    const bool none = squared < 1e-30F;
    const float twice = 2.0F * dot(from, g) * math::inverse_normal(math::select(none, 1.0F, squared));
    const Spin turned = renormalised(add_scaled(scaled(-1.0F, from), twice, g)); // or errors would pile up
    return {math::select(none, from.x, turned.x), math::select(none, from.y, turned.y),
            math::select(none, from.z, turned.z)};
  }

  /// Moves a spin of energy S . g + rest(S). Metropolis proposes any direction, the cone one in a cap around the spin. The
  /// heat bath draws from the exact distribution in the linear part of the energy, and over-relaxation keeps that part; only
  /// the rest remains to be accepted, with the probability min(1, exp(-change of it / T)): always where there is none.
  /// `sign`: a factor of all that is drawn.
  template <Move M, class Rest>
  static NEEL_FUNCTION Step<Spin> move(const Conditions& at, const Spin& from, const Spin& g, const Rest& rest,
                                       float sign, const random::Draw& draw) {
    Spin to{};
    float change = 0; // of the energy that is left to accept or reject
    std::uint32_t word = draw.c;
    if constexpr (M == Move::metropolis) {
      to = uniform_on_sphere(draw.a, draw.b, sign);
      change = rest.change(from, to, g);
    } else if constexpr (M == Move::cone) {
      to = scaled(sign, in_cap(scaled(sign, from), at.width, draw.a, draw.b));
      change = rest.change(from, to, g);
    } else if constexpr (M == Move::heat_bath) {
      to = scaled(sign, in_field(scaled(-at.inverse_temperature * sign, g), draw.a, draw.b));
      change = rest.change(from, to);
    } else {
      static_assert(M == Move::over_relaxation);
      to = reflected(from, g);
      change = rest.change(from, to);
      word = draw.a;
    }
    const bool accepted = random::accepted(word, change * at.acceptance_scale);
    return {{math::select(accepted, to.x, from.x), math::select(accepted, to.y, from.y),
             math::select(accepted, to.z, from.z)},
            accepted ? 1U : 0U};
  }
};

/// A site value that an update can leave: of unit length, to a few roundings.
NEEL_FUNCTION bool is_unit(const Spin& s) {
  const float error = dot(s, s) - 1.0F;
  return error > -1e-5F && error < 1e-5F;
}

} // namespace neel::models
