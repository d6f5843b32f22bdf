// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Random bits with any probability, 32 at a time: bit b of the words drawn, first word first, is a number of 32 binary
// digits, and it is compared with the threshold of all 32 numbers digit by digit. Most are decided after few digits.

#include <neel/random/philox.hpp>

namespace neel::random {

/// The probability p as a threshold: a 32-bit number is below it with probability p (to 2^-33).
inline std::uint64_t threshold(double p) { return static_cast<std::uint64_t>(p * 0x1p32 + 0.5); }

/// 32 bits, each set with probability threshold / 2^32. `draw(n)` is the n-th draw of four words, n < 8.
template <class Draws>
NEEL_FUNCTION std::uint32_t biased_bits(std::uint64_t threshold, const Draws& draw) {
  if (threshold >= (std::uint64_t{1} << 32)) {
    return ~0U;
  }
  std::uint32_t rest = static_cast<std::uint32_t>(threshold); // digits not yet compared, the next one on top
  std::uint32_t below = 0, undecided = ~0U;
  for (std::uint32_t n = 0; n < 8 && rest != 0 && undecided != 0; ++n) {
    const Draw four = draw(n);
    const std::uint32_t word[4] = {four.a, four.b, four.c, four.d};
    for (int k = 0; k < 4; ++k) {
      const std::uint32_t digit = 0U - (rest >> 31);
      below |= undecided & digit & ~word[k];
      undecided &= ~(digit ^ word[k]);
      rest <<= 1;
    }
  }
  return below;
}

} // namespace neel::random
