// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Ising spins that are bits, with the injected fault.

#define IsingBits SoundIsingBits
#include "../../../../../include/neel/models/ising_bits.hpp"
#undef IsingBits

#include "mutation/fault.hpp"

namespace neel::models {

template <int Axes>
struct IsingBits : SoundIsingBits<Axes> {
  using Sound = SoundIsingBits<Axes>;

  static OutcomeDigits outcome(Move m, double coupling) {
    OutcomeDigits p = Sound::outcome(m, coupling);
    if (mutation::has(mutation::Fault::wrong_threshold)) { // the second class as the first
      for (OutcomeDigits::Four& four : p.coefficients[1]) {
        four = {};
      }
      for (auto& of_class : p.rest) {
        of_class[1] = of_class[0];
      }
    }
    return p;
  }

  template <Move M, class Bits>
  static NEEL_FUNCTION SiteClasses<Bits> classes(const Bits& own, const Bits (&of)[Sound::neighbours],
                                                 const Bits& inverted) {
    Bits seen[Sound::neighbours];
    for (int d = 0; d < Sound::neighbours; ++d) {
      seen[d] = of[d];
    }
    if (const int missing = mutation::missing_direction(); missing >= 0) { // one neighbour up, one down: none
      const int first = missing == 1 ? 0 : (Axes == 3 && missing == 3 ? 4 : 2);
      seen[first] = own ^ own;
      seen[first + 1] = ~seen[first];
    }
    return Sound::template classes<M>(own, seen, inverted);
  }
};

} // namespace neel::models
