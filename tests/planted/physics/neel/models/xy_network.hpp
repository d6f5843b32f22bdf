// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// XY spins on crystals with the bug that is planted.

#define XYNetwork SoundXYNetwork
#include "../../../../../include/neel/models/xy_network.hpp"
#undef XYNetwork

#include "planted/flaw.hpp"

namespace neel::models {

struct XYNetwork : SoundXYNetwork {
  static NEEL_FUNCTION Sum alone(const Rotor& s) {
    return planted::has(planted::Flaw::no_first_neighbour) ? Sum{0, 0} : SoundXYNetwork::alone(s);
  }
  NEEL_FUNCTION Felt unbound(const Conditions& at, const Occupant& o) const {
    const Felt sound = SoundXYNetwork::unbound(at, o);
    return planted::has(planted::Flaw::field_sign) ? Felt{-sound.x, -sound.y} : sound;
  }
  template <Move M>
  NEEL_FUNCTION Step<Rotor> update(const Conditions& at, const Occupant& o, const Rotor& from, const Felt& felt,
                                   const random::Draw& draw) const {
    const random::Draw words{draw.a, planted::has(planted::Flaw::reused_words) ? draw.a : draw.b, draw.c, draw.d};
    return SoundXYNetwork::update<M>(at, o, from, felt, words);
  }
  static NEEL_FUNCTION Shares share(const Shares& so_far, const Coupling& c, const Rotor& own, const Sum& sum) {
    const float times = planted::has(planted::Flaw::measured_bonds_twice) ? 2.0F : 1.0F;
    return SoundXYNetwork::share(so_far, c, own, {times * sum.x, times * sum.y});
  }
};

} // namespace neel::models
