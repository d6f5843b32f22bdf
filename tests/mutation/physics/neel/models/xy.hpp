// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The XY model with the injected fault.

#define XY SoundXY
#include "../../../../../include/neel/models/xy.hpp"
#undef XY

#include "mutation/surroundings.hpp"

namespace neel::models {

struct XY : SoundXY {
  template <Move M, class Neighbourhood>
  NEEL_FUNCTION Step<Rotor> update(const Conditions& at, const Neighbourhood& n, const random::Draw& draw) const {
    using mutation::Fault, mutation::has;
    if (static_cast<int>(n.colour()) == mutation::frozen_colour) {
      return {n.site(), 0};
    }
    Conditions conditions = at;
    conditions.field = has(Fault::field_sign) ? -at.field : at.field;
    const FaultySurroundings<Rotor, Neighbourhood> seen{n, mutation::missing_direction()};
    const random::Draw words{draw.a, has(Fault::reused_words) ? draw.a : draw.b, draw.c, draw.d};
    return SoundXY::update<M>(conditions, seen, words);
  }

  template <lattice::Colour C, class Neighbourhood>
  NEEL_FUNCTION Terms measure(const Conditions& at, const Neighbourhood& n, const Formats& formats) const {
    using mutation::Fault, mutation::has;
    const FaultySurroundings<Rotor, Neighbourhood> seen{n, has(Fault::measured_no_z) ? 5 : -1};
    Terms t = SoundXY::measure<C>(at, seen, formats);
    t.value[bonds] *= has(Fault::measured_bonds_twice) ? 2 : 1;
    return t;
  }
};

} // namespace neel::models
