// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Heisenberg spins on crystals with the bug that is planted.

#define HeisenbergNetwork SoundHeisenbergNetwork
#include "../../../../../include/neel/models/heisenberg_network.hpp"
#undef HeisenbergNetwork

#include "planted/flaw.hpp"

namespace neel::models {

template <BondTerms B>
struct HeisenbergNetwork : SoundHeisenbergNetwork<B> {
  using Sound = SoundHeisenbergNetwork<B>;
  using typename Sound::Conditions, typename Sound::Coupling, typename Sound::Felt, typename Sound::Occupant,
      typename Sound::Shares, typename Sound::Sum;

  static NEEL_FUNCTION Sum alone(const Spin& s) {
    return Sound::alone(planted::has(planted::Flaw::no_first_neighbour) ? Spin{0, 0, 0} : s);
  }
  NEEL_FUNCTION Felt unbound(const Conditions& at, const Occupant& o) const {
    Conditions conditions = at;
    conditions.field = planted::has(planted::Flaw::field_sign) ? -at.field : at.field;
    return Sound::unbound(conditions, o);
  }
  static NEEL_FUNCTION Felt feel(const Felt& felt, const Coupling& c, const Sum& sum) {
    return Sound::feel(felt, flawed(c), sum);
  }
  template <Move M>
  NEEL_FUNCTION Step<Spin> update(const Conditions& at, const Occupant& o, const Spin& from, const Felt& felt,
                                  const random::Draw& draw) const {
    using planted::Flaw, planted::has;
    Occupant other = o;
    other.anisotropy *= has(Flaw::no_anisotropy) ? 0.0F : (has(Flaw::strong_anisotropy) ? 1.5F : 1.0F);
    other.cubic *= has(Flaw::no_cubic) ? 0.0F : 1.0F;
    const bool reused = has(Flaw::reused_words);
    const random::Draw words{draw.a, M == Move::heat_bath && reused ? draw.a : draw.b, reused ? draw.a : draw.c,
                             draw.d};
    return Sound::template update<M>(at, other, from, felt, words);
  }
  static NEEL_FUNCTION Shares share(const Shares& so_far, const Coupling& c, const Spin& own, const Sum& sum) {
    using planted::Flaw, planted::has;
    Shares s = Sound::share(has(Flaw::measured_bonds_twice) ? Sound::share(so_far, c, own, sum) : so_far, c, own, sum);
    s.dm = has(Flaw::measured_dm_sign) ? 2 * so_far.dm - s.dm : s.dm;
    return s;
  }

private:
  static NEEL_FUNCTION Coupling flawed(Coupling c) {
    using planted::Flaw, planted::has;
    if constexpr (B != BondTerms::exchange) {
      c.d = has(Flaw::dm_sign) ? scaled(-1.0F, c.d) : c.d;
      c.b *= has(Flaw::strong_biquadratic) ? 1.5F : 1.0F;
      if (has(Flaw::no_symmetric)) {
        c.xx = c.yy = c.zz = c.xy = c.xz = c.yz = 0;
      }
    }
    return c;
  }
};

} // namespace neel::models
