// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Ising spins on crystals with the injected fault.

#define IsingGraph SoundIsingNetwork
#include "../../../../../include/neel/models/ising_graph.hpp"
#undef IsingGraph

#include "mutation/fault.hpp"

namespace neel::models {

struct IsingGraph : SoundIsingNetwork {
  static NEEL_FUNCTION Sum alone(const UpDown& s) {
    return mutation::has(mutation::Fault::no_first_neighbour) ? Sum{0} : SoundIsingNetwork::alone(s);
  }
  NEEL_FUNCTION LocalField onsite_field(const Conditions& at, const SiteSpecies& o) const {
    const LocalField sound = SoundIsingNetwork::onsite_field(at, o);
    return mutation::has(mutation::Fault::field_sign) ? LocalField{-sound.value} : sound;
  }
  static NEEL_FUNCTION EnergyParts share(const EnergyParts& so_far, const Coupling& c, const UpDown& own,
                                         const Sum& sum) {
    const Sum seen{mutation::has(mutation::Fault::measured_bonds_twice) ? 2 * sum.value : sum.value};
    return SoundIsingNetwork::share(so_far, c, own, seen);
  }
};

} // namespace neel::models
