// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Reflections of spins, which make a cluster move of any model one of Ising variables (U. Wolff, Phys. Rev. Lett. 62, 361
// (1989)): in a mirror with the unit normal r, the spin S has the Ising variable S.r, and S - 2 (S.r) r is its image.

#include <neel/models/blume_capel.hpp>
#include <neel/models/clock.hpp>
#include <neel/models/potts.hpp>
#include <neel/models/spin.hpp>
#include <neel/models/up_down.hpp>
#include <neel/models/xy.hpp>

#include <array>
#include <cmath>

namespace neel::clusters {

/// The unit normal of a plane through the origin; of fewer components, the others are zero.
struct Mirror {
  float normal[4] = {1, 0, 0, 0};
  int first = 0, second = 0; ///< of discrete states: see image()
};

/// How mirrors are drawn: in any direction, so that (S.k)^2 does not change, or so that q states are each other's images.
class Mirrors {
public:
  static Mirrors of_clock(int q) { return {Kind::clock, q}; }
  static Mirrors of_potts(int q) { return {Kind::potts, q}; }
  explicit Mirrors(int components) : components_(components) {}
  /// Normal to k or containing it, each with probability 1/2.
  explicit Mirrors(const std::array<double, 3>& k) : kind_(Kind::uniaxial), components_(3) {
    const auto spin = [](const std::array<double, 3>& v) {
      return models::Spin{static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
    };
    const std::size_t least = std::abs(k[0]) <= std::abs(k[1]) ? (std::abs(k[0]) <= std::abs(k[2]) ? 0 : 2)
                                                               : (std::abs(k[1]) <= std::abs(k[2]) ? 1 : 2);
    std::array<double, 3> first{};
    for (std::size_t a = 0; a < 3; ++a) {
      first[a] = (a == least ? 1 : 0) - k[least] * k[a];
    }
    const double length = std::sqrt(first[0] * first[0] + first[1] * first[1] + first[2] * first[2]);
    for (double& x : first) {
      x /= length;
    }
    axis_ = spin(k);
    first_ = spin(first);
    second_ =
        spin({k[1] * first[2] - k[2] * first[1], k[2] * first[0] - k[0] * first[2], k[0] * first[1] - k[1] * first[0]});
  }

  NEEL_FUNCTION Mirror draw(const random::Draw& d) const {
    switch (kind_) {
    case Kind::uniaxial: {
      const math::SinCos<float> turn = random::uniform_on_circle(d.a);
      const models::Spin n =
          d.b >> 31 != 0 ? axis_ : models::add_scaled(models::scaled(turn.cos, first_), turn.sin, second_);
      return {{n.x, n.y, n.z, 0}};
    }
    case Kind::clock:
      return mirror_of_clock(d.a);
    case Kind::potts:
      return mirror_of_potts(d);
    default:
      return any(d);
    }
  }

private:
  enum class Kind { any, uniaxial, clock, potts };
  Mirrors(Kind kind, int q) : kind_(kind), components_(q) {}

  /// State n becomes `first` - n, of `second` states. Of two states, one mirror leaves each where it is.
  NEEL_FUNCTION Mirror mirror_of_clock(std::uint32_t word) const {
    const int q = components_, first = q == 2 ? 1 : models::uniform_below(q, word);
    const math::SinCos<float> a = math::sincos2pi(static_cast<float>(first) / static_cast<float>(2 * q));
    return {{-a.sin, a.cos, 0, 0}, first, q};
  }
  /// States `first` and `second` change places. The normal's first component is along the vector of state 0, the second is S.r of `first`.
  NEEL_FUNCTION Mirror mirror_of_potts(const random::Draw& d) const {
    const int q = components_, first = models::uniform_below(q, d.a),
              beyond = first + 1 + models::uniform_below(q - 1, d.b), second = beyond < q ? beyond : beyond - q;
    const float along = math::sqrt(static_cast<float>(q) / static_cast<float>(2 * (q - 1)));
    const float state_0 = (first == 0 ? 0.5F : (second == 0 ? -0.5F : 0.0F)) / along;
    return {{state_0, along, 0, 0}, first, second};
  }
  NEEL_FUNCTION Mirror any(const random::Draw& d) const {
    switch (components_) {
    case 1:
      return {};
    case 2: {
      const models::Rotor n = models::at_turn(d.a);
      return {{n.x, n.y, 0, 0}};
    }
    case 3: {
      const models::Spin n = models::uniform_on_sphere(d.a, d.b);
      return {{n.x, n.y, n.z, 0}};
    }
    default: { // two planes of four dimensions: their parts of the square are uniform
      const models::Rotor p = models::at_turn(d.a), q = models::at_turn(d.b);
      const float part = random::uniform(d.c), a = Kokkos::sqrt(part), b = Kokkos::sqrt(1.0F - part);
      return {{a * p.x, a * p.y, b * q.x, b * q.y}};
    }
    }
  }

  Kind kind_ = Kind::any;
  int components_; ///< or states
  models::Spin axis_{1, 0, 0}, first_{0, 1, 0}, second_{0, 0, 1};
};

NEEL_FUNCTION float along(const models::UpDown& s, const Mirror& /*m*/) { return static_cast<float>(s.value()); }
NEEL_FUNCTION models::UpDown image(const models::UpDown& s, const Mirror& /*m*/) {
  return models::UpDown::of(-s.value());
}

/// What two Ising spins at one site have in common: their product, or 0 for a site that must stay as it is.
struct Overlap {
  float q;
};
NEEL_FUNCTION float along(const Overlap& s, const Mirror& /*m*/) { return s.q; }
NEEL_FUNCTION Overlap image(const Overlap& s, const Mirror& /*m*/) { return s; }

/// Half of the turn from the mirror to the state.
NEEL_FUNCTION float along(const models::Clock::Site& s, const Mirror& m) {
  return math::sincos2pi(static_cast<float>(2 * s.value() - m.first) / static_cast<float>(2 * m.second)).sin;
}
NEEL_FUNCTION models::Clock::Site image(const models::Clock::Site& s, const Mirror& m) {
  const int to = m.first - s.value();
  return models::Clock::Site::of(to < 0 ? to + m.second : to);
}

NEEL_FUNCTION float along(const models::Potts::Site& s, const Mirror& m) {
  return s.value() == m.first ? m.normal[1] : (s.value() == m.second ? -m.normal[1] : 0.0F);
}
NEEL_FUNCTION models::Potts::Site image(const models::Potts::Site& s, const Mirror& m) {
  return s.value() == m.first ? models::Potts::Site::of(m.second)
                              : (s.value() == m.second ? models::Potts::Site::of(m.first) : s);
}

NEEL_FUNCTION float along(const models::BlumeCapel::Site& s, const Mirror& /*m*/) {
  return static_cast<float>(s.value());
}
NEEL_FUNCTION models::BlumeCapel::Site image(const models::BlumeCapel::Site& s, const Mirror& /*m*/) {
  return models::BlumeCapel::Site::of(-s.value());
}

NEEL_FUNCTION float along(const models::Rotor& s, const Mirror& m) {
  return models::dot(s, {m.normal[0], m.normal[1]});
}
NEEL_FUNCTION models::Rotor image(const models::Rotor& s, const Mirror& m) {
  const float twice = -2.0F * along(s, m);
  const models::Rotor to{math::fma(twice, m.normal[0], s.x), math::fma(twice, m.normal[1], s.y)};
  const float length = math::fma(-0.5F, models::dot(to, to), 1.5F); // of unit length to one rounding
  return {length * to.x, length * to.y};
}

NEEL_FUNCTION models::Spin normal_of(const Mirror& m) { return {m.normal[0], m.normal[1], m.normal[2]}; }
NEEL_FUNCTION float along(const models::Spin& s, const Mirror& m) { return models::dot(s, normal_of(m)); }
NEEL_FUNCTION models::Spin image(const models::Spin& s, const Mirror& m) {
  return models::renormalised(models::add_scaled(s, -2.0F * along(s, m), normal_of(m)));
}

/// Of a field.
template <int N>
NEEL_FUNCTION lattice::Vector<N> normal_of(const Mirror& m) {
  return lattice::Vector<N>::each([&](int k) NEEL_INLINE_LAMBDA { return m.normal[k]; });
}
template <int N>
NEEL_FUNCTION float along(const lattice::Vector<N>& phi, const Mirror& m) {
  return lattice::dot(phi, normal_of<N>(m));
}
template <int N>
NEEL_FUNCTION lattice::Vector<N> image(const lattice::Vector<N>& phi, const Mirror& m) {
  return lattice::fma(-2.0F * along(phi, m), normal_of<N>(m), phi);
}

} // namespace neel::clusters
