// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Ising spins on crystals with the bug that is planted.

#define IsingNetwork SoundIsingNetwork
#include "../../../../../include/neel/models/ising_network.hpp"
#undef IsingNetwork

#include "planted/flaw.hpp"

namespace neel::models {

struct IsingNetwork : SoundIsingNetwork {
  static NEEL_FUNCTION Sum alone(const UpDown& s) {
    return planted::has(planted::Flaw::no_first_neighbour) ? Sum{0} : SoundIsingNetwork::alone(s);
  }
  NEEL_FUNCTION Felt unbound(const Conditions& at, const Occupant& o) const {
    const Felt sound = SoundIsingNetwork::unbound(at, o);
    return planted::has(planted::Flaw::field_sign) ? Felt{-sound.value} : sound;
  }
  static NEEL_FUNCTION Shares share(const Shares& so_far, const Coupling& c, const UpDown& own, const Sum& sum) {
    const Sum seen{planted::has(planted::Flaw::measured_bonds_twice) ? 2 * sum.value : sum.value};
    return SoundIsingNetwork::share(so_far, c, own, seen);
  }
};

} // namespace neel::models
