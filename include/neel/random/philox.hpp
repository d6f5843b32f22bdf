// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Counter-based random numbers: Philox4x32-10 (Salmon et al., SC'11), as implemented by Random123.
//
// A random number is a function of what it is for: (seed; system, site, sweep, draw). There is no state to keep, to
// order or to checkpoint, so the trajectory does not depend on how sites are spread over threads, devices or ranks.

#include <neel/core/backend/arithmetic.hpp>
#include <neel/core/seed.hpp>

#include <Random123/philox.h>

#include <cstdint>

namespace neel::random {

/// What a stream of random numbers is used for; part of the counter, so that streams never overlap.
enum class Purpose : std::uint32_t {
  update = 0,
  start = 1,
  disorder = 2,
  swap = 3,
  generator = 4,
  tiles = 5,
  clusters = 6
};

/// Four independent words, uniform in [0, 2^32).
struct Draw {
  std::uint32_t a, b, c, d;
};

inline constexpr std::uint32_t philox_rounds = 10;

/// Philox4x32-10 of a counter: key(w, r) is word w of round r's key, product(a, b) that of two words. The bits of Random123's, in two
/// thirds of its instructions on NVIDIA's devices.
template <class Key, class Product>
NEEL_FUNCTION Draw philox(Draw c, const Key& key, const Product& product) {
  NEEL_UNROLLED_LOOP
  for (std::uint32_t r = 0; r < philox_rounds; ++r) {
    const std::uint64_t first = product(PHILOX_M4x32_0, c.a), second = product(PHILOX_M4x32_1, c.c);
    c = {static_cast<std::uint32_t>(second >> 32) ^ c.b ^ key(0, r), static_cast<std::uint32_t>(second),
         static_cast<std::uint32_t>(first >> 32) ^ c.d ^ key(1, r), static_cast<std::uint32_t>(first)};
  }
  return c;
}

/// One stream: all numbers of one purpose at one sweep of one system. `sweep` counts to 2^48, `number` (for updates that
/// need more than one draw per site and sweep) to 2^12.
class Stream {
public:
  NEEL_FUNCTION Stream(const Seed& seed, Purpose purpose, std::uint32_t system, std::uint64_t sweep,
                       std::uint32_t number = 0)
      : key_{{static_cast<std::uint32_t>(seed.value), static_cast<std::uint32_t>(seed.value >> 32)}},
        sweep_(static_cast<std::uint32_t>(sweep)), system_(seed.first_system + system),
        rest_(rest(purpose, sweep, number)) {}

  /// The counter's last word.
  static NEEL_FUNCTION std::uint32_t rest(Purpose purpose, std::uint64_t sweep, std::uint32_t number) {
    return (static_cast<std::uint32_t>(sweep >> 32) & 0xFFFFU) | static_cast<std::uint32_t>(purpose) << 28 |
           number << 16;
  }

  /// The draw of `site`, a global site number that does not depend on storage order. Beyond 2^32 it takes bits of the sweep's
  /// number, from its 2^32 on.
  NEEL_FUNCTION Draw operator()(std::uint64_t site) const {
    const auto low = static_cast<std::uint32_t>(site), high = static_cast<std::uint32_t>(site >> 32);
    KOKKOS_IF_ON_DEVICE(
        (return philox(
                    {low, sweep_, system_, rest_ ^ high},
                    [&](int w, std::uint32_t r) { return key_.v[w] + r * (w == 0 ? PHILOX_W32_0 : PHILOX_W32_1); },
                    [](std::uint32_t a, std::uint32_t b) { return backend::wide_product(a, b); });))
    KOKKOS_IF_ON_HOST((const philox4x32_ctr_t out =
                           philox4x32_R(philox_rounds, philox4x32_ctr_t{{low, sweep_, system_, rest_ ^ high}}, key_);
                       return {out.v[0], out.v[1], out.v[2], out.v[3]};))
  }

private:
  philox4x32_key_t key_;
  std::uint32_t sweep_, system_, rest_;
};

/// Sites that share the words of a draw: four that follow one another in a row of a half-lattice.
inline constexpr int vector_length = 4;

/// The numbers of site vectors: `calls` draws each, of which site j of the site vector takes word j. Draw k of site vector q of a move is that of
/// Stream(seed, purpose, system, sweep, 4 number + k)(q); the rounds' keys are made beforehand.
class VectorStream {
public:
  VectorStream() = default;
  VectorStream(const Seed& seed, Purpose purpose) : purpose_(purpose), first_system_(seed.first_system) {
    for (std::uint32_t r = 0; r < philox_rounds; ++r) {
      key_[0][r] = static_cast<std::uint32_t>(seed.value) + r * PHILOX_W32_0;
      key_[1][r] = static_cast<std::uint32_t>(seed.value >> 32) + r * PHILOX_W32_1;
    }
  }

  /// What counters have of a sweep and of a move in it.
  struct Of {
    std::uint32_t sweep = 0, rest = 0;
  };
  NEEL_FUNCTION Of of(std::uint64_t sweep, std::uint32_t number) const {
    return {static_cast<std::uint32_t>(sweep), Stream::rest(purpose_, sweep, 4 * number)};
  }

  NEEL_FUNCTION Draw operator()(const Of& of, std::uint32_t system, std::uint32_t q, std::uint32_t call) const {
    return philox(
        {q, of.sweep, first_system_ + system, of.rest | call << 16},
        [&](int w, std::uint32_t r) NEEL_INLINE_LAMBDA { return key_[w][r]; },
        [](std::uint32_t a, std::uint32_t b) NEEL_INLINE_LAMBDA { return std::uint64_t{a} * b; });
  }

private:
  std::uint32_t key_[2][philox_rounds] = {};
  Purpose purpose_ = Purpose::update;
  std::uint32_t first_system_ = 0;
};

/// The first `Words` words of site j of a site vector, in `a`, `b`, `c` and `d`.
template <int Words>
NEEL_FUNCTION Draw draw_one(const VectorStream& stream, const VectorStream::Of& when, std::uint32_t system,
                            std::uint32_t q, int j) {
  static_assert(0 <= Words && Words <= 4);
  const auto word = [&](int k) NEEL_INLINE_LAMBDA {
    const Draw d = k < Words ? stream(when, system, q, static_cast<std::uint32_t>(k)) : Draw{};
    return j < 2 ? (j == 0 ? d.a : d.b) : (j == 2 ? d.c : d.d);
  };
  return {word(0), word(1), word(2), word(3)};
}

/// The first `Words` words of each site of a site vector, in `a`, `b`, `c` and `d`.
template <int Words>
NEEL_FUNCTION void draw_vector(const VectorStream& stream, const VectorStream::Of& when, std::uint32_t system,
                               std::uint32_t q, Draw (&to)[vector_length]) {
  static_assert(0 <= Words && Words <= 4);
  const auto call = [&](int k) NEEL_INLINE_LAMBDA {
    return k < Words ? stream(when, system, q, static_cast<std::uint32_t>(k)) : Draw{};
  };
  const Draw a = call(0), b = call(1), c = call(2), d = call(3);
  to[0] = {a.a, b.a, c.a, d.a};
  to[1] = {a.b, b.b, c.b, d.b};
  to[2] = {a.c, b.c, c.c, d.c};
  to[3] = {a.d, b.d, c.d, d.d};
}

} // namespace neel::random
