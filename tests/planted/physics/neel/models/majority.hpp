// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The majority automaton with the bug that is planted.

#define Majority SoundMajority
#include "../../../../../include/neel/models/majority.hpp"
#undef Majority

#include "planted/flaw.hpp"

namespace neel::models {

struct Majority {
  template <class Word>
  static NEEL_FUNCTION Word update(Word self, Word left, Word right, Word down, Word up) {
    using planted::Flaw, planted::has;
    if (has(Flaw::no_self)) {
      return SoundMajority::update(left, left, right, down, up);
    }
    return SoundMajority::update(self, left, has(Flaw::doubled_x) ? left : right, down,
                                 has(Flaw::doubled_y) ? down : up);
  }
};

} // namespace neel::models
