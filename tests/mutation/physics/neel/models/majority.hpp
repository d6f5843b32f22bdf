// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The majority automaton with the injected fault.

#define Majority SoundMajority
#include "../../../../../include/neel/models/majority.hpp"
#undef Majority

#include "mutation/fault.hpp"

namespace neel::models {

struct Majority {
  template <class Word>
  static NEEL_FUNCTION Word update(Word self, Word left, Word right, Word down, Word up) {
    using mutation::Fault, mutation::has;
    if (has(Fault::no_self)) {
      return SoundMajority::update(left, left, right, down, up);
    }
    return SoundMajority::update(self, left, has(Fault::doubled_x) ? left : right, down,
                                 has(Fault::doubled_y) ? down : up);
  }
};

} // namespace neel::models
