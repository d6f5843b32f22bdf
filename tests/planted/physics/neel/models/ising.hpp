// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Ising model with the bug that is planted.

#define Ising SoundIsing
#include "../../../../../include/neel/models/ising.hpp"
#undef Ising

#include "planted/surroundings.hpp"

namespace neel::models {

struct Ising : SoundIsing {
  template <Move M, class Neighbourhood>
  NEEL_FUNCTION Step<UpDown> update(const Conditions& at, const Neighbourhood& n, const random::Draw& draw) const {
    using planted::Flaw, planted::has;
    if (static_cast<int>(n.colour()) == planted::frozen_colour) {
      return {n.site(), 0};
    }
    Conditions conditions = at;
    conditions.field = has(Flaw::field_sign) ? -at.field : at.field;
    const FlawedSurroundings<UpDown, Neighbourhood> flawed{n, planted::missing_direction()};
    return SoundIsing::update<M>(conditions, flawed, draw);
  }

  template <lattice::Colour C, class Neighbourhood>
  NEEL_FUNCTION Terms measure(const Conditions& at, const Neighbourhood& n, const Formats& formats) const {
    using planted::Flaw, planted::has;
    const FlawedSurroundings<UpDown, Neighbourhood> flawed{n, has(Flaw::measured_no_z) ? 5 : -1};
    Terms t = SoundIsing::measure<C>(at, flawed, formats);
    t.value[bonds] *= has(Flaw::measured_bonds_twice) ? 2 : 1;
    return t;
  }
};

} // namespace neel::models
