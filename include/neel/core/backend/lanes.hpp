// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Threads of a device that run side by side and can read each other's registers, for which Kokkos has no words outside loops of its own.

#include <neel/core/platform.hpp>

#include <cstdint>

namespace neel {

/// So many threads of a team, by their ranks, are such lanes; 1: there are none.
template <ExecutionSpace Exec>
inline constexpr int lanes = 1;
#ifdef KOKKOS_ENABLE_CUDA
template <>
inline constexpr int lanes<Kokkos::Cuda> = 32;
#endif

/// What `lane` has of a word, `mine` here. All lanes must get here together.
NEEL_FUNCTION std::uint32_t of_lane(std::uint32_t mine, [[maybe_unused]] int lane) {
#ifdef __CUDA_ARCH__
  return __shfl_sync(~0U, mine, lane);
#else // never called
  return mine;
#endif
}

} // namespace neel
