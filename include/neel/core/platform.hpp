// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What every room needs to know about the machine: function markers and the kind of an execution space.

#include <neel/core/backend/pragmas.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>

#define NEEL_FUNCTION KOKKOS_FORCEINLINE_FUNCTION
#define NEEL_HOST_FUNCTION inline __attribute__((always_inline))

namespace neel {

/// Bytes of a vector register of the processor that the host code is compiled for.
#if defined(__AVX512F__)
inline constexpr int vector_bytes = 64;
#elif defined(__AVX2__)
inline constexpr int vector_bytes = 32;
#else
inline constexpr int vector_bytes = 16;
#endif

/// A Kokkos execution space.
template <class T>
concept ExecutionSpace = Kokkos::is_execution_space_v<T>;

/// True where a kernel runs on the host, so that rows of sites are loops for the compiler to vectorise.
template <ExecutionSpace Exec>
inline constexpr bool runs_on_host =
#ifdef NEEL_HOST_AS_DEVICE // tests/portability
    false;
#else
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Exec::memory_space>::accessible;
#endif

/// The host's memory that a device reads and writes by itself, where there is such.
#ifdef KOKKOS_HAS_SHARED_HOST_PINNED_SPACE
template <class Exec>
using PinnedMemory = std::conditional_t<runs_on_host<Exec>, Kokkos::HostSpace, Kokkos::SharedHostPinnedSpace>;
#else
template <class Exec>
using PinnedMemory = Kokkos::HostSpace;
#endif

/// A policy for kernels with much to be told: Kokkos copies more than 512 bytes to a device's constant memory before each launch,
/// which takes 12 us, unless the policy asks for them to go with it.
template <class Policy>
auto with_much_to_tell(const Policy& policy) {
  return Kokkos::Experimental::require(policy, Kokkos::Experimental::WorkItemProperty::HintLightWeight);
}

} // namespace neel
