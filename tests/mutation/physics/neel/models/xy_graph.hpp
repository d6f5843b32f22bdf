// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// XY spins on crystals with the injected fault.

#define XYGraph SoundXYNetwork
#include "../../../../../include/neel/models/xy_graph.hpp"
#undef XYGraph

#include "mutation/fault.hpp"

namespace neel::models {

struct XYGraph : SoundXYNetwork {
  static NEEL_FUNCTION Sum alone(const Rotor& s) {
    return mutation::has(mutation::Fault::no_first_neighbour) ? Sum{0, 0} : SoundXYNetwork::alone(s);
  }
  NEEL_FUNCTION LocalField onsite_field(const Conditions& at, const SiteSpecies& o) const {
    const LocalField sound = SoundXYNetwork::onsite_field(at, o);
    return mutation::has(mutation::Fault::field_sign) ? LocalField{-sound.x, -sound.y} : sound;
  }
  template <Move M>
  NEEL_FUNCTION Step<Rotor> update(const Conditions& at, const SiteSpecies& o, const Rotor& from,
                                   const LocalField& felt, const random::Draw& draw) const {
    const random::Draw words{draw.a, mutation::has(mutation::Fault::reused_words) ? draw.a : draw.b, draw.c, draw.d};
    return SoundXYNetwork::update<M>(at, o, from, felt, words);
  }
  static NEEL_FUNCTION EnergyParts share(const EnergyParts& so_far, const Coupling& c, const Rotor& own,
                                         const Sum& sum) {
    const float times = mutation::has(mutation::Fault::measured_bonds_twice) ? 2.0F : 1.0F;
    return SoundXYNetwork::share(so_far, c, own, {times * sum.x, times * sum.y});
  }
};

} // namespace neel::models
