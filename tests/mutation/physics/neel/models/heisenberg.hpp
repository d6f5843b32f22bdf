// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Heisenberg model with the injected fault.

#define Heisenberg SoundHeisenberg
#include "../../../../../include/neel/models/heisenberg.hpp"
#undef Heisenberg

#include "mutation/fault.hpp"

namespace neel::models {

/// What a site sees, or believes to see.
template <class Neighbourhood>
struct FaultyNeighbourhood {
  const Neighbourhood& n;
  int missing = mutation::missing_direction();
  bool swapped = mutation::has(mutation::Fault::ions_swapped), own = mutation::has(mutation::Fault::own_ion),
       uniform = mutation::has(mutation::Fault::dm_uniform);

  Spin site() const { return n.site(); }
  Ion quenched() const {
    Ion ion = n.quenched();
    const unsigned bits = ion.alike, odd = bits >> 1 & 0b010101U, even = bits << 1 & 0b101010U;
    ion.alike = static_cast<std::uint8_t>(own ? 0b111111U : (swapped ? odd | even : bits));
    return ion;
  }
  template <int D>
  Spin neighbour() const {
    return D == missing ? Spin{0, 0, 0} : n.template neighbour<D>();
  }
  template <int D>
  Ion neighbour_quenched() const {
    return own ? n.quenched()
               : (swapped ? n.template neighbour_quenched<(D ^ 1)>() : n.template neighbour_quenched<D>());
  }
  lattice::Colour colour() const { return uniform ? lattice::Colour::even : n.colour(); }
};

template <int Species>
struct Heisenberg : SoundHeisenberg<Species> {
  using Sound = SoundHeisenberg<Species>;
  using typename Sound::Conditions, typename Sound::Formats, typename Sound::Terms;

  template <Move M, class Neighbourhood>
  NEEL_FUNCTION Step<Spin> update(const Conditions& at, const Neighbourhood& n, const random::Draw& draw) const {
    using mutation::Fault, mutation::has;
    if (static_cast<int>(n.colour()) == mutation::frozen_colour) {
      return {n.site(), 0};
    }
    Sound model = *this;
    if (has(Fault::dm_sign)) {
      model.dm_axis = scaled(-1.0F, this->dm_axis);
    } else if (has(Fault::strong_anisotropy)) { // K times 1.5
      model.anisotropy_axis = scaled(1.2247449F, this->anisotropy_axis);
    } else if (has(Fault::no_anisotropy)) {
      model.anisotropy_axis = {0, 0, 0};
    } else if (has(Fault::field_sign)) {
      model.field_axis = scaled(-1.0F, this->field_axis);
    }
    const bool reused = has(Fault::reused_words);
    const random::Draw words{draw.a, M == Move::heat_bath && reused ? draw.a : draw.b, reused ? draw.a : draw.c,
                             draw.d};
    return model.template update<M>(at, FaultyNeighbourhood<Neighbourhood>{n}, words);
  }

  template <lattice::Colour C, class Neighbourhood>
  NEEL_FUNCTION Terms measure(const Conditions& at, const Neighbourhood& n, const Formats& f) const {
    using mutation::Fault, mutation::has;
    Sound model = *this;
    if (has(Fault::measured_dm_sign)) {
      model.dm_axis = scaled(-1.0F, this->dm_axis);
    }
    FaultyNeighbourhood<Neighbourhood> seen{n, has(Fault::measured_no_z) ? 5 : -1, false, false, false};
    Terms t = model.template measure<C>(at, seen, f);
    if (has(Fault::measured_ions_swapped)) {
      for (int k = 0; k < 3; ++k) {
        const std::int32_t first = t.value[Sound::spin_first + k];
        t.value[Sound::spin_first + k] = t.value[Sound::spin_second + k];
        t.value[Sound::spin_second + k] = first;
      }
    }
    return t;
  }
};

} // namespace neel::models
