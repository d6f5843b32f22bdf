// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The XY model with the bug that is planted.

#define XY SoundXY
#include "../../../../../include/neel/models/xy.hpp"
#undef XY

#include "planted/surroundings.hpp"

namespace neel::models {

struct XY : SoundXY {
  template <Move M, class Neighbourhood>
  NEEL_FUNCTION Step<Rotor> update(const Conditions& at, const Neighbourhood& n, const random::Draw& draw) const {
    using planted::Flaw, planted::has;
    if (static_cast<int>(n.colour()) == planted::frozen_colour) {
      return {n.site(), 0};
    }
    Conditions conditions = at;
    conditions.field = has(Flaw::field_sign) ? -at.field : at.field;
    const FlawedSurroundings<Rotor, Neighbourhood> seen{n, planted::missing_direction()};
    const random::Draw words{draw.a, has(Flaw::reused_words) ? draw.a : draw.b, draw.c, draw.d};
    return SoundXY::update<M>(conditions, seen, words);
  }

  template <lattice::Colour C, class Neighbourhood>
  NEEL_FUNCTION Terms measure(const Conditions& at, const Neighbourhood& n, const Formats& formats) const {
    using planted::Flaw, planted::has;
    const FlawedSurroundings<Rotor, Neighbourhood> seen{n, has(Flaw::measured_no_z) ? 5 : -1};
    Terms t = SoundXY::measure<C>(at, seen, formats);
    t.value[bonds] *= has(Flaw::measured_bonds_twice) ? 2 : 1;
    return t;
  }
};

} // namespace neel::models
