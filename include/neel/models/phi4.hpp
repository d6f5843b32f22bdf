// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Ginzburg-Landau (phi^4) lattice field with N components in two or three dimensions, after Bialas, Kowal and
// Strzelecki ("GPU-accelerated and CPU SIMD optimized Monte Carlo simulation of phi^4 model"), and Parisi, Statistical
// Field Theory (1988), chapter 5:
//
//   H = sum_x [ 1/2 sum_mu (phi(x+mu) - phi(x))^2 + mu^2/2 phi^2 + g/24 (phi^2)^2
//               + 1/(2 Lambda) (sum_mu (phi(x+mu) - 2 phi(x) + phi(x-mu)))^2 ],       weight exp(-H/T),
//
// on a periodic lattice. The last term is the cut-off; with it (Wide) a site interacts with all sites up to two steps away.
// Seen from one site with value f, H/T = A f^2 - f . c + B f^4 + const with the *corona*
//
//   c = (1 + 4k/Lambda)/T sum_nn phi - 1/(Lambda T) sum_2 phi - 2/(Lambda T) sum_diag phi
//
// (k dimensions; nearest neighbours, sites two steps along an axis, sites one step along each of two axes),
// A = (k + mu^2/2 + k (1 + 2k)/Lambda)/T and B = g/(24 T).

#include <neel/core/fixed_point.hpp>
#include <neel/core/math.hpp>
#include <neel/lattice/field_grid.hpp>
#include <neel/models/concepts.hpp>
#include <neel/random/philox.hpp>

namespace neel::models {

/// What a system is exposed to.
struct Phi4Parameters {
  double mass_squared = 0;   ///< mu^2
  double coupling = 0;       ///< g
  double inverse_cutoff = 0; ///< 1/Lambda
  double temperature = 1;    ///< T
};

/// What the field is whatever the lattice.
template <int N>
struct Phi4Field {
  static constexpr int components = N;
  using Value = lattice::Vector<N>;

  /// Numbers that an update needs, per system; `width` is eps, the largest change that a proposal makes to a component.
  enum Number : int { quadratic, quartic, nearest, second, diagonal, width, how_many };
  struct Conditions {
    float number[how_many];
  };

  /// Random words of a proposal: one per component and one to decide. With one component, one does both: 12 bits propose, 20 decide. The
  /// chain then lives on a grid far finer than its distribution is wide: averages of smooth functions are the continuum's (docs/phi4.md).
  static constexpr int words_per_hit = N == 1 ? 1 : N + 1;
  struct Step {
    Value value;
    std::uint32_t accepted; ///< 0 or 1
  };
  /// One Metropolis proposal: the value, its corona being given, afterwards.
  static NEEL_FUNCTION Step hit(const Conditions& at, const Value& from, const Value& corona,
                                const std::uint32_t (&word)[words_per_hit]) {
    Value by;
    float decide;           // uniform in (0, 1)
    if constexpr (N == 1) { // the low bits are one of 4096 changes, symmetric about zero
      by.v[0] = math::fma(static_cast<float>(static_cast<std::int32_t>(word[0] & 0xFFFU)), at.number[width] * 0x1p-11F,
                          at.number[width] * (0x1p-12F - 1.0F));
      decide = math::fma(static_cast<float>(static_cast<std::int32_t>(word[0] >> 12)), 0x1p-20F, 0x1p-21F);
    } else {
      NEEL_UNROLLED_LOOP
      for (int k = 0; k < N; ++k) {
        by.v[k] = at.number[width] * random::uniform_symmetric(word[k]);
      }
      decide = random::uniform(word[N]);
    }
    const float grown = lattice::dot(by, lattice::fma(2.0F, from, by)); // phi^2 after, less phi^2 before
    const float slope =
        math::fma(at.number[quartic], math::fma(2.0F, lattice::dot(from, from), grown), at.number[quadratic]);
    const float change = math::fma(grown, slope, -lattice::dot(by, corona));
    const bool accepted = decide <= math::exp_clamped(-change);
    return {lattice::select(accepted, lattice::sum(from, by), from), accepted ? 1U : 0U};
  }

  /// What one site contributes to the sums over all sites: phi by component, phi^2, phi^4, squared gradient (forward
  /// differences), squared Laplacian; in double precision.
  enum Term : int { phi_squared = N, phi_fourth, gradient_squared, laplacian_squared };
  static constexpr int terms = N + 4;
  struct Terms {
    double value[terms];
  };
};

template <int N, int Dim, bool Wide>
struct Phi4 : Phi4Field<N> {
  using Field = Phi4Field<N>;
  using Measured = Phi4<N, Dim, false>; ///< measures the same
  static constexpr int dimensions = Dim, radius = Wide ? 2 : 1;
  using typename Field::Conditions, typename Field::Value, typename Field::Terms;

  static Conditions conditions(const Phi4Parameters& p, double eps) {
    const double beta = 1 / p.temperature, k = Dim, l = Wide ? p.inverse_cutoff : 0;
    const auto f = [](double v) { return static_cast<float>(v); };
    return {{f(beta * (k + p.mass_squared / 2 + k * (1 + 2 * k) * l)), f(beta * p.coupling / 24),
             f(beta * (1 + 4 * k * l)), f(-beta * l), f(-2 * beta * l), f(eps)}};
  }

  template <class Neighbourhood>
  static NEEL_FUNCTION Value corona(const Conditions& at, const Neighbourhood& n) {
    const auto both = [&](const lattice::Offset& a) NEEL_INLINE_LAMBDA { return lattice::sum(n(-a), n(a)); };
    Value near{}, far{}, across{};
    lattice::for_each_axis<Dim>([&](const lattice::Offset& a) NEEL_INLINE_LAMBDA {
      near = lattice::sum(near, both(a));
      if constexpr (Wide) {
        far = lattice::sum(far, both(a + a));
      }
    });
    if constexpr (Wide) {
      lattice::for_each_plane<Dim>([&](const lattice::Offset& a, const lattice::Offset& b) NEEL_INLINE_LAMBDA {
        across = lattice::sum(lattice::sum(across, both(a + b)), both(a - b));
      });
    }
    Value c = lattice::scaled(at.number[Field::nearest], near);
    if constexpr (Wide) {
      c = lattice::fma(at.number[Field::diagonal], across, lattice::fma(at.number[Field::second], far, c));
    }
    return c;
  }

  template <class Neighbourhood>
  static NEEL_FUNCTION Terms measure(const Neighbourhood& n) {
    const Value here = n({0, 0, 0});
    Terms t{};
    NEEL_UNROLLED_LOOP
    for (int k = 0; k < N; ++k) {
      t.value[k] = here.v[k];
      double laplacian = 0;
      lattice::for_each_axis<Dim>([&](const lattice::Offset& a) NEEL_INLINE_LAMBDA {
        const double up = double{n(a).v[k]} - here.v[k], down = double{n(-a).v[k]} - here.v[k];
        t.value[Field::gradient_squared] += up * up;
        laplacian += up + down;
      });
      t.value[Field::laplacian_squared] += laplacian * laplacian;
    }
    t.value[Field::phi_squared] = lattice::long_dot(here, here);
    t.value[Field::phi_fourth] = t.value[Field::phi_squared] * t.value[Field::phi_squared];
    return t;
  }

  /// The site's share of H/T: half of what couples it to others, by way of its corona; for checks.
  template <class Neighbourhood>
  static NEEL_FUNCTION double energy(const Conditions& at, const Neighbourhood& n) {
    const Value here = n({0, 0, 0});
    const double square = lattice::long_dot(here, here), product = lattice::long_dot(here, corona(at, n));
    return double{at.number[Field::quadratic]} * square - product / 2 +
           double{at.number[Field::quartic]} * square * square;
  }
};
static_assert(FieldPhysics<Phi4<1, 2, false>> && FieldPhysics<Phi4<4, 3, true>>);

} // namespace neel::models
