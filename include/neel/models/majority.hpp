// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The majority automaton on the square lattice: each cell takes the state that most of itself and its four neighbours
// have, all cells at once, s' = sign(s + sum of neighbours). It is deterministic; after a transient every cell repeats
// itself after one or two steps (Goles and Olivos, Discrete Math. 30, 187 (1980)).

#include <neel/models/concepts.hpp>

namespace neel::models {

struct Majority {
  /// The next state of cells, of which a word holds any number, a bit each: 1 for s = +1, 0 for s = -1. Five states are
  /// added up bit by bit: two full adders leave one bit of weight one and two of weight two, and three or more of five are
  /// set if two of these three are.
  template <class Word>
  static NEEL_FUNCTION Word update(Word self, Word left, Word right, Word down, Word up) {
    const Word one = left ^ right ^ down, two = most(left, right, down);
    return most(static_cast<Word>(self ^ up ^ one), most(self, up, one), two);
  }

private:
  /// Bits that two or three of the words have.
  template <class Word>
  static NEEL_FUNCTION Word most(Word a, Word b, Word c) {
    return static_cast<Word>((a & b) | (c & (a | b)));
  }
};
static_assert(Rule<Majority>);

} // namespace neel::models
