// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The XY model on a crystal or any graph. With every bond counted once, and J > 0 ferromagnetic,
//
//   E = -sum_bonds J s . s' - H sum_i s_i . x

#include <neel/models/xy.hpp>

namespace neel::models {

struct XYNetwork {
  using Site = Rotor;
  using Conditions = models::Conditions;
  struct Coupling {
    float j = 0;
  };
  struct Occupant {
    int group = 0;
    bool occupied = false;
  };
  struct Amount {
    using Component = float;
    static constexpr int components = 1;
    float value;
    template <int K>
    NEEL_FUNCTION float component() const {
      return value;
    }
  };
  using Sum = Rotor;
  using Felt = Rotor; ///< h, E = -h . s
  using Shares = Amount;

  static NEEL_FUNCTION Sum alone(const Rotor& s) { return s; }
  static NEEL_FUNCTION Sum with(const Sum& sum, const Rotor& s) { return {sum.x + s.x, sum.y + s.y}; }
  NEEL_FUNCTION Felt unbound(const Conditions& at, const Occupant& /*o*/) const { return {at.field, 0}; }
  static NEEL_FUNCTION Felt feel(const Felt& felt, const Coupling& c, const Sum& sum) {
    return {math::fma(c.j, sum.x, felt.x), math::fma(c.j, sum.y, felt.y)};
  }

  static constexpr unsigned moves = XY::moves;
  static NEEL_FUNCTION constexpr int words(Move m) { return XY::words(m); }

  template <Move M>
  NEEL_FUNCTION Step<Rotor> update(const Conditions& at, const Occupant& o, const Rotor& from, const Felt& felt,
                                   const random::Draw& draw) const {
    const Step<Rotor> step = XY::moved<M>(at, from, felt, draw);
    return {{math::select(o.occupied, step.site.x, 0.0F), math::select(o.occupied, step.site.y, 0.0F)},
            o.occupied ? step.accepted : 0U};
  }

  static NEEL_FUNCTION bool valid(const Rotor& s) { return XY::valid(s); }
  static constexpr int vector_components = 2;
  static NEEL_FUNCTION float vector_component(const Rotor& s, int k) { return k == 0 ? s.x : s.y; }

  static NEEL_FUNCTION Shares share(const Shares& so_far, const Coupling& c, const Rotor& own, const Sum& sum) {
    return {math::fma(-c.j, dot(own, sum), so_far.value)};
  }
  static NEEL_FUNCTION double bond_energy(const Coupling& c, const Rotor& s, const Rotor& t) {
    return -double{c.j} * (double{s.x} * t.x + double{s.y} * t.y);
  }
  NEEL_FUNCTION double own_energy(const Conditions& at, const Occupant& /*o*/, const Rotor& s) const {
    return -double{at.field} * s.x;
  }

  /// What one site contributes to the sums: its spin, in that of its group, and half of the energy of its bonds.
  static constexpr int groups = 4;
  enum Term : int { spins = 0, bonds_energy = 2 * groups, field_energy };
  static constexpr int terms = 2 * groups + 2;
  struct Terms {
    std::int32_t value[terms];
  };
  struct Formats {
    FixedPoint spin{1.0001F}, bonds, field;
    int first = 0;

    Formats of_pass(int pass) const {
      Formats f = *this;
      f.first = groups * pass;
      return f;
    }
    double value(int term, std::int64_t sum) const {
      return (term < bonds_energy ? spin : (term == bonds_energy ? bonds : field)).value(sum);
    }
  };
  NEEL_FUNCTION Terms measure(const Conditions& at, const Occupant& o, const Rotor& s, const Shares& share,
                              const Formats& f) const {
    const std::int32_t x = f.spin(s.x), y = f.spin(s.y);
    Terms t{};
    NEEL_UNROLLED_LOOP
    for (int g = 0; g < groups; ++g) {
      const std::int32_t in = o.group == f.first + g ? -1 : 0;
      t.value[2 * g] = x & in;
      t.value[2 * g + 1] = y & in;
    }
    t.value[bonds_energy] = f.bonds(0.5F * share.value);
    t.value[field_energy] = f.field(-at.field * s.x);
    return t;
  }
};
static_assert(NetworkPhysics<XYNetwork>);

} // namespace neel::models
