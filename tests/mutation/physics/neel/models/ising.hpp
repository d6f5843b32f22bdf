// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Ising model with the injected fault.

#define Ising SoundIsing
#include "../../../../../include/neel/models/ising.hpp"
#undef Ising

#include "mutation/surroundings.hpp"

namespace neel::models {

struct Ising : SoundIsing {
  template <Move M, class Neighbourhood>
  NEEL_FUNCTION Step<UpDown> update(const Conditions& at, const Neighbourhood& n, const random::Draw& draw) const {
    using mutation::Fault, mutation::has;
    if (static_cast<int>(n.colour()) == mutation::frozen_colour) {
      return {n.site(), 0};
    }
    Conditions conditions = at;
    conditions.field = has(Fault::field_sign) ? -at.field : at.field;
    const FaultySurroundings<UpDown, Neighbourhood> faulty{n, mutation::missing_direction()};
    return SoundIsing::update<M>(conditions, faulty, draw);
  }

  template <lattice::Colour C, class Neighbourhood>
  NEEL_FUNCTION Terms measure(const Conditions& at, const Neighbourhood& n, const Formats& formats) const {
    using mutation::Fault, mutation::has;
    const FaultySurroundings<UpDown, Neighbourhood> faulty{n, has(Fault::measured_no_z) ? 5 : -1};
    Terms t = SoundIsing::measure<C>(at, faulty, formats);
    t.value[bonds] *= has(Fault::measured_bonds_twice) ? 2 : 1;
    return t;
  }
};

} // namespace neel::models
