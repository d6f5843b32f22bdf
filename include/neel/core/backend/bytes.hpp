// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Bytes of words, four of which are worked on side by side. NVIDIA's devices move any of them by one instruction (prmt), of which no compiler
// makes enough by itself.

#include <neel/core/platform.hpp>

#include <cstdint>

namespace neel::bytes {

/// The same byte four times.
NEEL_FUNCTION constexpr std::uint32_t each(std::uint32_t byte) { return 0x01010101U * byte; }

/// The sum of the four bytes, if it is less than 256.
NEEL_FUNCTION constexpr std::int32_t sum(std::uint32_t word) { return static_cast<std::int32_t>(each(1) * word >> 24); }

/// Byte j of `low`, and 256 times that of `high`, which is less than 128.
template <int J>
NEEL_FUNCTION std::uint32_t joined(std::uint32_t low, std::uint32_t high) {
  static_assert(0 <= J && J < 4);
#ifdef __CUDA_ARCH__
  // Bytes of the result, from the lowest: J of low, J of high, and twice the latter's sign, of which all bits are zero.
  constexpr unsigned which = J | (4 + J) << 4 | (12 + J) << 8 | (12 + J) << 12;
  std::uint32_t both;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(both) : "r"(low), "r"(high), "n"(which));
  return both;
#else
  return (low >> 8 * J & 255U) | (high >> 8 * J & 255U) << 8;
#endif
}

/// Byte j is 255 where number j has its sign bit set, else 0.
NEEL_FUNCTION std::uint32_t of_signs(const float (&number)[4]) {
#ifdef __CUDA_ARCH__
  std::uint32_t low, high, all;
  const auto bits = [](float x) NEEL_INLINE_LAMBDA { return Kokkos::bit_cast<std::uint32_t>(x); };
  asm("prmt.b32 %0, %1, %2, 0xFBFB;" : "=r"(low) : "r"(bits(number[0])), "r"(bits(number[1])));
  asm("prmt.b32 %0, %1, %2, 0xFBFB;" : "=r"(high) : "r"(bits(number[2])), "r"(bits(number[3])));
  asm("prmt.b32 %0, %1, %2, 0x7610;" : "=r"(all) : "r"(low), "r"(high));
  return all;
#else
  std::uint32_t all = 0;
  for (int j = 0; j < 4; ++j) {
    all |= (Kokkos::bit_cast<std::uint32_t>(number[j]) >> 31) * 255U << 8 * j;
  }
  return all;
#endif
}

} // namespace neel::bytes
