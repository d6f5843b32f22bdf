// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Spins of 1 or -1, each kept in a byte: one by itself, and four that are the bytes of a word.

#include <neel/core/backend/bytes.hpp>
#include <neel/models/concepts.hpp>

namespace neel::models {

/// A spin of 1 or -1, kept in a byte (255 is -1); 0: no spin.
struct UpDown {
  using Component = std::uint8_t;
  static constexpr int components = 1;
  std::uint8_t code;

  NEEL_FUNCTION int value() const { return static_cast<std::int8_t>(code); }
  static NEEL_FUNCTION UpDown of(int value) { return {static_cast<std::uint8_t>(value)}; }
  template <int K>
  NEEL_FUNCTION std::uint8_t component() const {
    return code;
  }
  /// As files show it.
  static std::uint8_t stored(float value) { return of(value > 0 ? 1 : (value < 0 ? -1 : 0)).code; }
  static NEEL_FUNCTION float shown(std::uint8_t component) {
    return static_cast<float>(static_cast<std::int8_t>(component));
  }
};

/// Four such spins of a simple cubic lattice, moved or counted at once (MovesPacked).
struct PackedSpins {
  /// Of each neighbour's byte, which is 1, 255 or 0, these bits are added up: u of them up and d down are u + 7 d, a number
  /// for each (u, d).
  static constexpr std::uint32_t seen = bytes::each(7);
  /// These make other places for a spin that is down, 4 and 256 further on: in other banks of a device's shared memory than what else
  /// occurs in a closed lattice, but for spins that all six neighbours oppose.
  static constexpr std::uint32_t own_seen = bytes::each(4);
  /// Entry k of the table, of `entries`, is at entry_of(k), of `table_size`.
  static constexpr int sums = 6 * 7 + 1, entries = 2 * sums, of_down = 256 + 4, table_size = of_down + sums;
  static_assert((sums - 1 + 4) * sizeof(float) < 256);
  static NEEL_FUNCTION constexpr int entry_of(int k) { return k < sums ? k : of_down + (k - sums); }
  /// It is what decides in these surroundings: the spin, and what its neighbours add up to.
  static NEEL_FUNCTION constexpr int spin_of(int k) { return k < sums ? 1 : -1; }
  static NEEL_FUNCTION constexpr int sum_of(int k) {
    const int of = k < sums ? k : k - sums;
    return of % 7 - of / 7;
  }
  /// Moves four sites, which are the bytes of a word as are their neighbours in each direction, of which only `seen` is left. `highest`: the
  /// table, each entry the largest float(word) with which a proposal is accepted, or the new value is 1; `word`: their random words. Four
  /// places in the table are made side by side.
  template <Move M>
  static NEEL_FUNCTION Four update(std::uint32_t own, const std::uint32_t (&others)[lattice::directions],
                                   const float* highest, const std::uint32_t (&word)[4]) {
    const std::uint32_t down = own & own_seen;
    std::uint32_t at = down;
    NEEL_UNROLLED_LOOP
    for (const std::uint32_t o : others) {
      at += o;
    }
    at *= sizeof(float);
    const auto above = [&]<int J>() NEEL_INLINE_LAMBDA { // less than 0: the word is too large
      const char* const there = reinterpret_cast<const char*>(highest) + bytes::joined<J>(at, down);
      return *reinterpret_cast<const float*>(there) - static_cast<float>(word[J]);
    };
    const std::uint32_t not_so = bytes::of_signs({above.template operator()<0>(), above.template operator()<1>(),
                                                  above.template operator()<2>(), above.template operator()<3>()});
    return M == Move::metropolis ? Four{own ^ (~not_so & bytes::each(0xFE)), ~not_so} // between 1 and 255
                                 : Four{not_so | bytes::each(1), ~0U};
  }

  /// What is counted of up to four words: byte by byte, how many spins there are and how many bonds, and twice
  /// how many of them are down, or join spins that differ.
  struct Counts {
    std::uint32_t spins = 0, down = 0, bonds = 0, differ = 0;
  };
  static constexpr std::uint32_t counted = bytes::each(3); ///< of 1, 255 and 0: there is a spin, and it is down
  /// Four sites, and their neighbours in each direction, of which only `counted` is left. `Open`: some may have none.
  template <lattice::Colour C, bool Open>
  static NEEL_FUNCTION void count(std::uint32_t own, const std::uint32_t (&others)[lattice::directions], Counts& to) {
    constexpr std::uint32_t one = bytes::each(1), two = bytes::each(2);
    to.spins += Open ? own & one : one;
    to.down += own & two;
    if constexpr (C == lattice::Colour::even) {
      NEEL_UNROLLED_LOOP
      for (const std::uint32_t o : others) {
        const std::uint32_t bond = Open ? o & own & one : one;
        to.bonds += bond;
        to.differ += (own ^ o) & bond << 1;
      }
    }
  }
};

} // namespace neel::models
