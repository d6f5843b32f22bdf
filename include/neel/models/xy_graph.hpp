// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The XY model on a crystal or any graph. With every bond counted once, and J > 0 ferromagnetic,
//
//   E = -sum_bonds J s . s' - H sum_i m_i s_i . x

#include <neel/models/plain_graph.hpp>
#include <neel/models/xy.hpp>

namespace neel::models {

struct XYGraph : PlainGraph<2> {
  using Site = Rotor;
  using Sum = Rotor;
  using LocalField = Rotor; ///< h, E = -h . s

  static NEEL_FUNCTION Sum alone(const Rotor& s) { return s; }
  static NEEL_FUNCTION Sum with(const Sum& sum, const Rotor& s) { return {sum.x + s.x, sum.y + s.y}; }
  NEEL_FUNCTION LocalField onsite_field(const Conditions& at, const SiteSpecies& o) const {
    return {at.field * o.moment, 0};
  }
  static NEEL_FUNCTION LocalField local_field(const LocalField& felt, const Coupling& c, const Sum& sum) {
    return {math::fma(c.j, sum.x, felt.x), math::fma(c.j, sum.y, felt.y)};
  }

  static constexpr unsigned moves = XY::moves;
  static NEEL_FUNCTION constexpr int words(Move m) { return XY::words(m); }

  template <Move M>
  NEEL_FUNCTION Step<Rotor> update(const Conditions& at, const SiteSpecies& o, const Rotor& from,
                                   const LocalField& felt, const random::Draw& draw) const {
    const Step<Rotor> step = XY::moved<M>(at, from, felt, draw);
    return {{math::select(o.occupied, step.site.x, 0.0F), math::select(o.occupied, step.site.y, 0.0F)},
            o.occupied ? step.accepted : 0U};
  }

  static NEEL_FUNCTION bool valid(const Rotor& s) { return XY::valid(s); }
  static NEEL_FUNCTION float vector_component(const Rotor& s, int k) { return k == 0 ? s.x : s.y; }

  static NEEL_FUNCTION EnergyParts share(const EnergyParts& so_far, const Coupling& c, const Rotor& own,
                                         const Sum& sum) {
    return {math::fma(-c.j, dot(own, sum), so_far.value)};
  }
  static NEEL_FUNCTION double bond_energy(const Coupling& c, const Rotor& s, const Rotor& t) {
    return -double{c.j} * (double{s.x} * t.x + double{s.y} * t.y);
  }
  NEEL_FUNCTION double own_energy(const Conditions& at, const SiteSpecies& o, const Rotor& s) const {
    return -double{at.field} * o.moment * s.x;
  }
  NEEL_FUNCTION Terms measure(const Conditions& at, const SiteSpecies& o, const Rotor& s, const EnergyParts& share,
                              const Formats& f) const {
    return measured(at, o, {s.x, s.y}, share, f);
  }
};
static_assert(GraphPhysics<XYGraph>);

} // namespace neel::models
