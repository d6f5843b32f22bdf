// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Arithmetic of devices, where one instruction of CUDA's replaces several: the same bits as the portable forms.

#include <neel/core/platform.hpp>

#include <cstdint>

namespace neel::backend {

#ifdef __CUDA_ARCH__

NEEL_FUNCTION float saturate(float x) { return __saturatef(x); }

// The next two are without the way out for other numbers, which costs more than all the rest.
NEEL_FUNCTION float sqrt_normal(float x) {
  float inverse;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(x));
  const float root = x * inverse;
  return Kokkos::fma(Kokkos::fma(-root, root, x), 0.5F * inverse, root);
}
NEEL_FUNCTION float inverse_normal(float x) {
  float inverse;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(x));
  return Kokkos::fma(Kokkos::fma(-x, inverse, 1.0F), inverse, inverse);
}

// nvcc may widen what the product is made of, and then takes two instructions.
NEEL_FUNCTION std::uint64_t wide_product(std::uint32_t a, std::uint32_t b) {
  std::uint64_t product;
  asm("mul.wide.u32 %0, %1, %2;" : "=l"(product) : "r"(a), "r"(b));
  return product;
}

#else

/// x, or the nearest end of [0, 1]; 0 for NaN.
NEEL_FUNCTION float saturate(float x) { return x > 0.0F ? (x < 1.0F ? x : 1.0F) : 0.0F; }
/// The square root of an x from 2^-100 up.
NEEL_FUNCTION float sqrt_normal(float x) { return Kokkos::sqrt(x); }
/// 1/x for an x of [2^-120, 2^120].
NEEL_FUNCTION float inverse_normal(float x) { return 1.0F / x; }
/// The whole product.
NEEL_FUNCTION std::uint64_t wide_product(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} * b; }

#endif

} // namespace neel::backend
