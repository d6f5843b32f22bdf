// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Generators with a state, as others have used them: for comparison with published work and for tests of sensitivity to
// the random numbers. Philox (philox.hpp) is the default, and the only one whose numbers belong to sites.
//
// Each is a struct of `words` state words, `next(state)`, and `seed(state, word)` where word(k) gives independent random
// words. A state is anything with operator[].

#include <neel/core/platform.hpp>

#include <cstdint>

namespace neel::random {

/// The minimal standard of Park and Miller, Commun. ACM 31, 1192 (1988): x -> 16807 x mod 2^31 - 1. The streams
/// are places on its one cycle of 2^31 - 2 numbers: n streams of length m overlap for certain when n m exceeds that,
/// and likely long before. Successive triples lie on few planes. An update sees 2 x: even numbers, from 31 digits.
struct Minstd {
  static constexpr int words = 1;
  static constexpr std::uint32_t modulus = 0x7FFFFFFFU;

  template <class State, class Word>
  static NEEL_FUNCTION void seed(State& s, const Word& word) {
    s[0] = 1 + word(0) % (modulus - 1);
  }
  template <class State>
  static NEEL_FUNCTION std::uint32_t next(State& s) {
    const std::uint64_t product = std::uint64_t{16807} * s[0];
    const std::uint32_t sum =
        (static_cast<std::uint32_t>(product) & modulus) + static_cast<std::uint32_t>(product >> 31);
    s[0] = (sum & modulus) + (sum >> 31);
    return s[0] << 1;
  }
};

/// Xorwow of Marsaglia, Journal of Statistical Software 8, 14 (2003): a shift register of five words, plus a counter.
/// Period 2^192 - 2^32.
struct Xorwow {
  static constexpr int words = 6;

  template <class State, class Word>
  static NEEL_FUNCTION void seed(State& s, const Word& word) {
    for (int k = 0; k < words; ++k) {
      s[k] = word(k);
    }
    s[4] |= 1U; // the register must not be all zero
  }
  template <class State>
  static NEEL_FUNCTION std::uint32_t next(State& s) {
    const std::uint32_t t = s[0] ^ (s[0] >> 2), v = s[4];
    s[0] = s[1];
    s[1] = s[2];
    s[2] = s[3];
    s[3] = v;
    s[4] = v ^ (v << 4) ^ t ^ (t << 1);
    s[5] += 362437;
    return s[4] + s[5];
  }
};

/// Parisi and Rapuano, Physics Letters B 157, 301 (1985): x_i = x_{i-24} + x_{i-55}, of which x_i ^ x_{i-61} is handed out.
/// The last 64 words in a ring, and where it stands.
struct ParisiRapuano {
  static constexpr int ring = 64, words = ring + 1;

  template <class State, class Word>
  static NEEL_FUNCTION void seed(State& s, const Word& word) {
    for (int k = 0; k < ring; ++k) {
      s[k] = word(k) | (k == 0 ? 1U : 0U); // an odd word among them keeps the lowest digits alive
    }
    s[ring] = 0;
  }
  template <class State>
  static NEEL_FUNCTION std::uint32_t next(State& s) {
    const std::uint32_t i = s[ring];
    const auto lagged = [&](std::uint32_t lag) -> std::uint32_t { return s[static_cast<int>((i - lag) % ring)]; };
    const std::uint32_t x = lagged(24) + lagged(55), other = lagged(61);
    s[static_cast<int>(i)] = x;
    s[ring] = (i + 1) % ring;
    return x ^ other;
  }
};

/// MT19937 of Matsumoto and Nishimura (1998), one word at a time, and where it stands. Period 2^19937 - 1.
struct MersenneTwister {
  static constexpr int length = 624, words = length + 1;

  template <class State, class Word>
  static NEEL_FUNCTION void seed(State& s, const Word& word) {
    std::uint32_t x = word(0);
    s[0] = x;
    for (int k = 1; k < length; ++k) {
      x = 1812433253U * (x ^ (x >> 30)) + static_cast<std::uint32_t>(k);
      s[k] = x;
    }
    s[length] = 0;
  }
  template <class State>
  static NEEL_FUNCTION std::uint32_t next(State& s) {
    const int i = static_cast<int>(s[length]);
    const int after = i + 1 < length ? i + 1 : 0;
    const int middle = i + 397 < length ? i + 397 : i + 397 - length;
    const std::uint32_t y = (s[i] & 0x80000000U) | (s[after] & 0x7FFFFFFFU);
    std::uint32_t x = s[middle] ^ (y >> 1) ^ ((0U - (y & 1U)) & 0x9908B0DFU);
    s[i] = x;
    s[length] = static_cast<std::uint32_t>(after);
    x ^= x >> 11;
    x ^= (x << 7) & 0x9D2C5680U;
    x ^= (x << 15) & 0xEFC60000U;
    return x ^ (x >> 18);
  }
};

} // namespace neel::random
