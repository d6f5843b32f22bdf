// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Counter-based random numbers: Philox4x32-10 (Salmon et al., SC'11), as implemented by Random123.
//
// A random number is a function of what it is for: (seed; system, site, sweep, draw). There is no state to keep, to
// order or to checkpoint, so the trajectory does not depend on how sites are spread over threads, devices or ranks.

#include <neel/core/platform.hpp>

#include <Random123/philox.h>

#include <cstdint>

namespace neel::random {

/// What a stream of random numbers is used for; part of the counter, so that streams never overlap.
enum class Purpose : std::uint32_t { update = 0, start = 1, disorder = 2, swap = 3, generator = 4, tiles = 5 };

/// Four independent words, uniform in [0, 2^32).
struct Draw {
  std::uint32_t a, b, c, d;
};

/// One stream: all numbers of one purpose at one sweep of one system. `sweep` counts to 2^48, `number` (for updates that
/// need more than one draw per site and sweep) to 2^12.
class Stream {
public:
  NEEL_FUNCTION Stream(std::uint64_t seed, Purpose purpose, std::uint32_t system, std::uint64_t sweep,
                       std::uint32_t number = 0)
      : key_{{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)}},
        sweep_(static_cast<std::uint32_t>(sweep)), system_(system), rest_(rest(purpose, sweep, number)) {}

  /// The counter's last word.
  static NEEL_FUNCTION std::uint32_t rest(Purpose purpose, std::uint64_t sweep, std::uint32_t number) {
    return (static_cast<std::uint32_t>(sweep >> 32) & 0xFFFFU) | static_cast<std::uint32_t>(purpose) << 28 |
           number << 16;
  }

  /// The draw of `site`, a global site number that does not depend on storage order.
  NEEL_FUNCTION Draw operator()(std::uint32_t site) const {
    const philox4x32_ctr_t out = philox4x32_R(10, philox4x32_ctr_t{{site, sweep_, system_, rest_}}, key_);
    return {out.v[0], out.v[1], out.v[2], out.v[3]};
  }

private:
  philox4x32_key_t key_;
  std::uint32_t sweep_, system_, rest_;
};

/// Uniform in (0, 1], with 2^-32 resolution near zero, so that rare acceptances keep their probability.
NEEL_FUNCTION float uniform(std::uint32_t word) { return Kokkos::fma(static_cast<float>(word), 0x1p-32F, 0x1p-33F); }

/// Uniform in [-1, 1].
NEEL_FUNCTION float uniform_symmetric(std::uint32_t word) {
  return Kokkos::fma(static_cast<float>(static_cast<std::int32_t>(word)), 0x1p-31F, 0x1p-32F);
}

/// Uniform in [-1/2, 1/2]: an angle in turns.
NEEL_FUNCTION float uniform_turn(std::uint32_t word) {
  return static_cast<float>(static_cast<std::int32_t>(word)) * 0x1p-32F;
}

} // namespace neel::random
