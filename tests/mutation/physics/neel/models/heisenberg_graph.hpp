// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Heisenberg spins on crystals with the injected fault.

#define HeisenbergGraph SoundHeisenbergNetwork
#include "../../../../../include/neel/models/heisenberg_graph.hpp"
#undef HeisenbergGraph

#include "mutation/fault.hpp"

#include <bit>

namespace neel::models {

template <BondTerms B, bool SixthOrderOnsite = false>
struct HeisenbergGraph : SoundHeisenbergNetwork<B, SixthOrderOnsite> {
  using Sound = SoundHeisenbergNetwork<B, SixthOrderOnsite>;
  using typename Sound::Conditions, typename Sound::Coupling, typename Sound::LocalField, typename Sound::SiteSpecies,
      typename Sound::EnergyParts, typename Sound::Sum;

  static NEEL_FUNCTION Sum alone(const Spin& s) {
    return Sound::alone(mutation::has(mutation::Fault::no_first_neighbour) ? Spin{0, 0, 0} : s);
  }
  NEEL_FUNCTION LocalField onsite_field(const Conditions& at, const SiteSpecies& o) const {
    Conditions conditions = at;
    conditions.field = mutation::has(mutation::Fault::field_sign) ? -at.field : at.field;
    return Sound::onsite_field(conditions, o);
  }
  static NEEL_FUNCTION LocalField local_field(const LocalField& felt, const Coupling& c, const Sum& sum) {
    return Sound::local_field(felt, faulty(c), sum);
  }
  template <Move M>
  NEEL_FUNCTION Step<Spin> update(const Conditions& at, const SiteSpecies& o, const Spin& from, const LocalField& felt,
                                  const random::Draw& draw) const {
    using mutation::Fault, mutation::has;
    const bool reused = has(Fault::reused_words);
    const random::Draw words{draw.a, M == Move::heat_bath && reused ? draw.a : draw.b, reused ? draw.a : draw.c,
                             draw.d};
    return Sound::template update<M>(at, faulty(o), from, felt, words);
  }
  static NEEL_FUNCTION float change(const SiteSpecies& o, const Spin& from, const Spin& to, const LocalField& felt) {
    return Sound::change(faulty(o), from, to, felt);
  }
  static NEEL_FUNCTION EnergyParts share(const EnergyParts& so_far, const Coupling& c, const Spin& own,
                                         const Sum& sum) {
    using mutation::Fault, mutation::has;
    EnergyParts s =
        Sound::share(has(Fault::measured_bonds_twice) ? Sound::share(so_far, c, own, sum) : so_far, c, own, sum);
    s.dm = has(Fault::measured_dm_sign) ? 2 * so_far.dm - s.dm : s.dm;
    return s;
  }

private:
  static NEEL_FUNCTION SiteSpecies faulty(SiteSpecies o) {
    using mutation::Fault, mutation::has;
    const float strength = has(Fault::no_anisotropy) ? 0.0F : (has(Fault::strong_anisotropy) ? 1.5F : 1.0F);
    if constexpr (SixthOrderOnsite) {
      auto all = std::bit_cast<SixthOrder::Coefficients>(o.v);
      for (float& c : all) {
        c *= strength;
      }
      o.v = std::bit_cast<SixthOrder>(all);
      o.v.x2y2z2 *= has(Fault::no_cubic) ? 0.0F : 1.0F;
    } else {
      o.anisotropy *= strength;
      o.cubic *= has(Fault::no_cubic) ? 0.0F : 1.0F;
    }
    return o;
  }
  static NEEL_FUNCTION Coupling faulty(Coupling c) {
    using mutation::Fault, mutation::has;
    if constexpr (B != BondTerms::exchange) {
      c.d = has(Fault::dm_sign) ? scaled(-1.0F, c.d) : c.d;
      c.b *= has(Fault::strong_biquadratic) ? 1.5F : 1.0F;
      if (has(Fault::no_symmetric)) {
        c.xx = c.yy = c.zz = c.xy = c.xz = c.yz = 0;
      }
    }
    return c;
  }
};

} // namespace neel::models
