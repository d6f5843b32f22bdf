// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The classical Heisenberg model on a crystal or any graph. With every bond counted once,
//
//   E = sum_bonds [ J S.S' + D.(S x S') + S.G S' - B (S.S')^2 ]
//       + sum_i [ V(S) - H m S.h ],  |S| = 1
//
// where S' is the far end of the bond, G is symmetric and J > 0 antiferromagnetic. J, D and G together are any 3 x 3 matrix.
// Seen from its far end, a bond has -D. V is of onsite.hpp.

#include <neel/core/fixed_point.hpp>
#include <neel/models/concepts.hpp>
#include <neel/models/onsite.hpp>

namespace neel::models {

/// What the bonds of a network have: exchange J alone; J, D and G; or B, too.
enum class BondTerms { exchange, matrix, biquadratic };

template <BondTerms B>
struct SpinCoupling {
  float j = 0;
  Spin d{0, 0, 0};
  float xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0; ///< G
  float b = 0;
};
template <>
struct SpinCoupling<BondTerms::exchange> {
  float j = 0;
};

/// A vector v and a symmetric matrix Q: of spins, their sum and that of their dyads; of a field, E = S.v + S.Q S.
struct SpinAndDyad {
  using Component = float;
  static constexpr int components = 9;
  float x, y, z, xx, yy, zz, xy, xz, yz;

  template <int K>
  NEEL_FUNCTION float component() const {
    const float all[] = {x, y, z, xx, yy, zz, xy, xz, yz};
    return all[K];
  }
  NEEL_FUNCTION Spin vector() const { return {x, y, z}; }
  /// S.Q S.
  NEEL_FUNCTION float quadratic(const Spin& s) const {
    const float diagonal = math::fma(zz * s.z, s.z, math::fma(yy * s.y, s.y, xx * s.x * s.x));
    return math::fma(2.0F, math::fma(yz * s.y, s.z, math::fma(xz * s.x, s.z, xy * s.x * s.y)), diagonal);
  }
};

/// Energies of a site's bonds: exchange, Dzyaloshinskii-Moriya, and all others.
struct BondShares {
  using Component = float;
  static constexpr int components = 3;
  float exchange, dm, other;
  template <int K>
  NEEL_FUNCTION float component() const {
    return K == 0 ? exchange : (K == 1 ? dm : other);
  }
};

/// V: any of sixth order, or K and C alone, which cost less.
template <BondTerms B, bool SixthOrderOnsite = false>
struct HeisenbergGraph {
  using Site = Spin;
  using Coupling = SpinCoupling<B>;
  using Conditions = models::Conditions;
  static constexpr bool dyads = B == BondTerms::biquadratic;
  using Sum = std::conditional_t<dyads, SpinAndDyad, Spin>;
  using LocalField = Sum;
  using EnergyParts = BondShares;
  using Onsite = std::conditional_t<SixthOrderOnsite, SixthOrder, AxisAndCubic>;

  using SiteSpecies = SpinSpecies<Onsite>;

  Spin field_axis{0, 0, 1};

  static NEEL_FUNCTION Sum alone(const Spin& s) {
    if constexpr (dyads) {
      return {s.x, s.y, s.z, s.x * s.x, s.y * s.y, s.z * s.z, s.x * s.y, s.x * s.z, s.y * s.z};
    } else {
      return s;
    }
  }
  static NEEL_FUNCTION Sum with(const Sum& sum, const Spin& s) {
    if constexpr (dyads) {
      return {sum.x + s.x,
              sum.y + s.y,
              sum.z + s.z,
              math::fma(s.x, s.x, sum.xx),
              math::fma(s.y, s.y, sum.yy),
              math::fma(s.z, s.z, sum.zz),
              math::fma(s.x, s.y, sum.xy),
              math::fma(s.x, s.z, sum.xz),
              math::fma(s.y, s.z, sum.yz)};
    } else {
      return added(sum, s);
    }
  }

  NEEL_FUNCTION LocalField onsite_field(const Conditions& at, const SiteSpecies& o) const {
    const Spin external = scaled(-at.field * o.moment, field_axis);
    if constexpr (dyads) {
      return {external.x, external.y, external.z, 0, 0, 0, 0, 0, 0};
    } else {
      return external;
    }
  }

  /// g with J, D and G of a bond applied to v.
  static NEEL_FUNCTION Spin applied(Spin g, const Coupling& c, const Spin& v) {
    g = add_scaled(g, c.j, v);
    if constexpr (B != BondTerms::exchange) {
      g = symmetric(add_cross(g, v, c.d), c, v);
    }
    return g;
  }
  /// g + G v.
  static NEEL_FUNCTION Spin symmetric(const Spin& g, const Coupling& c, const Spin& v) {
    return {math::fma(c.xz, v.z, math::fma(c.xy, v.y, math::fma(c.xx, v.x, g.x))),
            math::fma(c.yz, v.z, math::fma(c.yy, v.y, math::fma(c.xy, v.x, g.y))),
            math::fma(c.zz, v.z, math::fma(c.yz, v.y, math::fma(c.xz, v.x, g.z)))};
  }

  static NEEL_FUNCTION LocalField local_field(const LocalField& felt, const Coupling& c, const Sum& sum) {
    if constexpr (dyads) {
      const Spin g = applied(felt.vector(), c, sum.vector());
      return {g.x,
              g.y,
              g.z,
              math::fma(-c.b, sum.xx, felt.xx),
              math::fma(-c.b, sum.yy, felt.yy),
              math::fma(-c.b, sum.zz, felt.zz),
              math::fma(-c.b, sum.xy, felt.xy),
              math::fma(-c.b, sum.xz, felt.xz),
              math::fma(-c.b, sum.yz, felt.yz)};
    } else {
      return applied(felt, c, sum);
    }
  }

  static constexpr unsigned moves = SpinMoves::known;
  static NEEL_FUNCTION constexpr int words(Move m) { return SpinMoves::words(m); }

  template <Move M>
  NEEL_FUNCTION Step<Spin> update(const Conditions& at, const SiteSpecies& o, const Spin& from, const LocalField& felt,
                                  const random::Draw& draw) const {
    const Onsite& onsite = o.onsite();
    Step<Spin> step{};
    if constexpr (dyads) {
      step = SpinMoves::move<M>(at, from, felt.vector(), OnsiteAndDyad<Onsite, Sum>{onsite, felt}, 1.0F, draw);
    } else {
      step = SpinMoves::move<M>(at, from, felt, onsite, 1.0F, draw);
    }
    return {{math::select(o.occupied, step.site.x, 0.0F), math::select(o.occupied, step.site.y, 0.0F),
             math::select(o.occupied, step.site.z, 0.0F)},
            o.occupied ? step.accepted : 0U};
  }

  /// The change of the energy when a spin alone turns.
  static NEEL_FUNCTION float change(const SiteSpecies& o, const Spin& from, const Spin& to, const LocalField& felt) {
    const Onsite& onsite = o.onsite();
    if constexpr (dyads) {
      return OnsiteAndDyad<Onsite, Sum>{onsite, felt}.change(from, to, felt.vector());
    } else {
      return onsite.change(from, to, felt);
    }
  }

  /// J of E = -J S.S' of a bond, for cluster moves.
  static NEEL_FUNCTION float ferromagnetic(const Coupling& c)
    requires(B == BondTerms::exchange && !SixthOrderOnsite)
  {
    return -c.j;
  }

  static NEEL_FUNCTION bool valid(const Spin& s) { return is_unit(s); }

  static constexpr int vector_components = 3;
  static NEEL_FUNCTION float vector_component(const Spin& s, int k) { return k == 0 ? s.x : (k == 1 ? s.y : s.z); }

  static NEEL_FUNCTION EnergyParts share(const EnergyParts& so_far, const Coupling& c, const Spin& own,
                                         const Sum& sum) {
    Spin v{};
    if constexpr (dyads) {
      v = sum.vector();
    } else {
      v = sum;
    }
    EnergyParts s{math::fma(c.j, dot(own, v), so_far.exchange), so_far.dm, so_far.other};
    if constexpr (B != BondTerms::exchange) {
      s.dm += dot(own, cross(v, c.d));
      s.other += dot(own, symmetric({0, 0, 0}, c, v));
    }
    if constexpr (dyads) {
      s.other = math::fma(-c.b, sum.quadratic(own), s.other);
    }
    return s;
  }

  /// Energies in double precision, straight from the formula; for checks.
  static NEEL_FUNCTION double bond_energy(const Coupling& c, const Spin& s, const Spin& t) {
    const double xx = double{s.x} * t.x, yy = double{s.y} * t.y, zz = double{s.z} * t.z, along = xx + yy + zz;
    double e = c.j * along;
    if constexpr (B != BondTerms::exchange) {
      e += c.d.x * (double{s.y} * t.z - double{s.z} * t.y) + c.d.y * (double{s.z} * t.x - double{s.x} * t.z) +
           c.d.z * (double{s.x} * t.y - double{s.y} * t.x);
      e += c.xx * xx + c.yy * yy + c.zz * zz + c.xy * (double{s.x} * t.y + double{s.y} * t.x) +
           c.xz * (double{s.x} * t.z + double{s.z} * t.x) + c.yz * (double{s.y} * t.z + double{s.z} * t.y);
    }
    if constexpr (dyads) {
      e -= c.b * along * along;
    }
    return e;
  }
  NEEL_FUNCTION double own_energy(const Conditions& at, const SiteSpecies& o, const Spin& s) const {
    const double field = double{s.x} * field_axis.x + double{s.y} * field_axis.y + double{s.z} * field_axis.z;
    return o.onsite().exact_energy(s) - double{at.field} * o.moment * field;
  }

  /// What one site contributes to the sums: its spin in that of its group, `groups` of them a pass, and half of the energy of
  /// its bonds.
  static constexpr int groups = 4;
  enum Term : int {
    spins = 0,
    exchange_energy = 3 * groups,
    dm_energy,
    other_energy,
    anisotropy_energy,
    zeeman_energy
  };
  static constexpr int terms = 3 * groups + 5;
  struct Terms {
    std::int32_t value[terms];
  };
  struct Formats {
    FixedPoint spin{1.0001F}, exchange, dm, other, anisotropy, zeeman;
    int first = 0;

    NEEL_FUNCTION Formats of_pass(int pass) const {
      Formats f = *this;
      f.first = groups * pass;
      return f;
    }
    double value(int term, std::int64_t sum) const {
      const FixedPoint* const of[] = {&exchange, &dm, &other, &anisotropy, &zeeman};
      return (term < exchange_energy ? spin : *of[term - exchange_energy]).value(sum);
    }
  };
  NEEL_FUNCTION Terms measure(const Conditions& at, const SiteSpecies& o, const Spin& s, const EnergyParts& share,
                              const Formats& f) const {
    const std::int32_t x = f.spin(s.x), y = f.spin(s.y), z = f.spin(s.z);
    Terms t{};
    NEEL_UNROLLED_LOOP
    for (int g = 0; g < groups; ++g) {
      const std::int32_t in = o.group == f.first + g ? -1 : 0;
      t.value[3 * g] = x & in;
      t.value[3 * g + 1] = y & in;
      t.value[3 * g + 2] = z & in;
    }
    t.value[exchange_energy] = f.exchange(0.5F * share.exchange);
    if constexpr (B != BondTerms::exchange) {
      t.value[dm_energy] = f.dm(0.5F * share.dm);
      t.value[other_energy] = f.other(0.5F * share.other);
    }
    t.value[anisotropy_energy] = f.anisotropy(o.onsite().energy(s));
    t.value[zeeman_energy] = f.zeeman(-at.field * o.moment * dot(s, field_axis));
    return t;
  }
};
static_assert(GraphPhysics<HeisenbergGraph<BondTerms::exchange>> && GraphPhysics<HeisenbergGraph<BondTerms::matrix>> &&
              GraphPhysics<HeisenbergGraph<BondTerms::biquadratic>> &&
              GraphPhysics<HeisenbergGraph<BondTerms::matrix, true>> &&
              GraphPhysics<HeisenbergGraph<BondTerms::biquadratic, true>>);

} // namespace neel::models
