// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Ising model on a crystal or any graph. With every bond counted once, and J > 0 ferromagnetic,
//
//   E = -sum_bonds J s s' - H sum_i m_i s_i,  s = 1 or -1

#include <neel/models/plain_graph.hpp>
#include <neel/models/up_down.hpp>

namespace neel::models {

struct IsingGraph : PlainGraph<1> {
  using Site = UpDown;
  /// A sum of spins; J times it, the field; J s times it, less than zero, the energy of bonds.
  using Sum = Amount;
  using LocalField = Amount;

  static NEEL_FUNCTION Sum alone(const UpDown& s) { return {static_cast<float>(s.value())}; }
  static NEEL_FUNCTION Sum with(const Sum& sum, const UpDown& s) { return {sum.value + static_cast<float>(s.value())}; }
  NEEL_FUNCTION LocalField onsite_field(const Conditions& at, const SiteSpecies& o) const {
    return {at.field * o.moment};
  }
  static NEEL_FUNCTION LocalField local_field(const LocalField& felt, const Coupling& c, const Sum& sum) {
    return {math::fma(c.j, sum.value, felt.value)};
  }

  static constexpr unsigned moves = moves_of(Move::metropolis, Move::heat_bath);
  static NEEL_FUNCTION constexpr int words(Move /*m*/) { return 1; }

  template <Move M>
  NEEL_FUNCTION Step<UpDown> update(const Conditions& at, const SiteSpecies& o, const UpDown& from,
                                    const LocalField& felt, const random::Draw& draw) const {
    const int s = from.value();
    const float twice = 2.0F * felt.value; // the energy of 1 over -1
    if constexpr (M == Move::metropolis) {
      const bool accepted = o.occupied && random::accepted(draw.a, static_cast<float>(s) * twice * at.acceptance_scale);
      return {UpDown::of(accepted ? -s : s), accepted ? 1U : 0U};
    } else {
      static_assert(M == Move::heat_bath);
      const int to = random::happens_against(draw.a, math::exp_clamped(-(at.inverse_temperature * twice))) ? 1 : -1;
      return {UpDown::of(o.occupied ? to : 0), o.occupied ? 1U : 0U};
    }
  }

  static NEEL_FUNCTION bool valid(const UpDown& s) { return s.value() == 1 || s.value() == -1; }
  static NEEL_FUNCTION float vector_component(const UpDown& s, int /*k*/) { return static_cast<float>(s.value()); }

  static NEEL_FUNCTION EnergyParts share(const EnergyParts& so_far, const Coupling& c, const UpDown& own,
                                         const Sum& sum) {
    return {math::fma(-c.j * static_cast<float>(own.value()), sum.value, so_far.value)};
  }
  static NEEL_FUNCTION double bond_energy(const Coupling& c, const UpDown& s, const UpDown& t) {
    return -double{c.j} * s.value() * t.value();
  }
  NEEL_FUNCTION double own_energy(const Conditions& at, const SiteSpecies& o, const UpDown& s) const {
    return -double{at.field} * o.moment * s.value();
  }
  NEEL_FUNCTION Terms measure(const Conditions& at, const SiteSpecies& o, const UpDown& s, const EnergyParts& share,
                              const Formats& f) const {
    return measured(at, o, {static_cast<float>(s.value())}, share, f);
  }
};
static_assert(GraphPhysics<IsingGraph>);

} // namespace neel::models
