// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What one random word becomes: a number of an interval, a point on the circle or the sphere, a decision.

#include <neel/core/math.hpp>

namespace neel::random {

/// uniform(), given float(word).
NEEL_FUNCTION float uniform_of(float word) { return math::fma(word, 0x1p-32F, 0x1p-33F); }
/// Uniform in (0, 1], with 2^-32 resolution near zero, so that rare events keep their probability.
NEEL_FUNCTION float uniform(std::uint32_t word) { return uniform_of(static_cast<float>(word)); }

/// Uniform in [-1, 1].
NEEL_FUNCTION float uniform_symmetric(std::uint32_t word) {
  return math::fma(static_cast<float>(static_cast<std::int32_t>(word)), 0x1p-31F, 0x1p-32F);
}

/// Uniform in (-1, 1), times a sign.
NEEL_FUNCTION float uniform_inside(std::uint32_t word, float sign) {
  return static_cast<float>(static_cast<std::int32_t>(word)) * (sign * 0x1.FFFFFEp-32F);
}

/// Cosine and sine of a uniform angle: 2^24 angles, spaced evenly. The word's upper bit chooses the half of the circle, its
/// lower 23 the place there, as the fraction of a float of [1, 2).
NEEL_FUNCTION math::SinCos<float> uniform_on_circle(std::uint32_t word) {
  const float place = Kokkos::bit_cast<float>((word & 0x7FFFFFU) | 0x3F800000U) - 1.5F; // [-1/2, 1/2), in half turns
  const math::SinCos<float> angle = math::sincospi_half(place);
  return {angle.sin, Kokkos::bit_cast<float>(Kokkos::bit_cast<std::uint32_t>(angle.cos) ^ (word & 0x80000000U))};
}

/// 2^32 e^-x, given x / (128 ln 2); for x below zero more than 2^32.
NEEL_FUNCTION float acceptance(float x) {
  // 2^32 e^-x = 2^(n + 32) 2^f: the sum with `round` has n + 32 in its low bits.
  constexpr float round = 0x1.8p23F + 32.0F;
  const float q = math::saturate(x);
  const float shifted = math::fma(q, -128.0F, round), n = shifted - round;
  const float power = math::exp2_half(math::fma(q, -128.0F, -n));
  const std::uint32_t scaled =
      Kokkos::bit_cast<std::uint32_t>(power) + (Kokkos::bit_cast<std::uint32_t>(shifted) << 23);
  return Kokkos::bit_cast<float>(scaled);
}
/// True with that probability, or 1. Below 2^-33 it is never true.
NEEL_FUNCTION bool happens(std::uint32_t word, float acceptance) {
  return static_cast<float>(word) + 0.5F <= acceptance;
}
/// The largest float(word) with which that happens, and so with all below; less than 0 if there is none.
NEEL_FUNCTION float highest_that_happens(float acceptance) {
  const float below = Kokkos::floor(acceptance - 0.5F), next = below + 1.0F;
  return next + 0.5F <= acceptance ? next : below; // 2^23 + 0.5 is rounded to 2^23
}
/// True with the probability 1 / (1 + odds): what happens against odds.
NEEL_FUNCTION bool happens_against(float word, float odds) {
  const float u = uniform_of(word);
  return math::fma(u, odds, u) <= 1.0F;
}
NEEL_FUNCTION bool happens_against(std::uint32_t word, float odds) {
  return happens_against(static_cast<float>(word), odds);
}
/// The largest float(word) with which it does, and so with all below; less than 0 if there is none.
NEEL_FUNCTION float highest_against(float odds) {
  constexpr float most = 0x1p32F, each = 0x1p24F; // below, every whole number is float(word)
  const auto to = [](float f, std::int32_t by) NEEL_INLINE_LAMBDA {
    return f < each || (f == each && by < 0) ? f + static_cast<float>(by)
                                             : Kokkos::bit_cast<float>(Kokkos::bit_cast<std::int32_t>(f) + by);
  };
  float f = Kokkos::floor(Kokkos::fmax(most / (1.0F + odds) - 0.5F, 0.0F)); // some steps from it
  while (f < most && happens_against(to(f, 1), odds)) {
    f = to(f, 1);
  }
  while (f >= 0.0F && !happens_against(f, odds)) {
    f = to(f, -1);
  }
  return f;
}
/// True with the probability min(1, e^-x), given x / (128 ln 2).
NEEL_FUNCTION bool accepted(std::uint32_t word, float x) { return happens(word, acceptance(x)); }
/// What an energy change is multiplied with for accepted(), at inverse temperature beta.
NEEL_FUNCTION constexpr float acceptance_scale(double beta) {
  return static_cast<float>(beta * (1.4426950408889634074 / 128));
}

} // namespace neel::random
