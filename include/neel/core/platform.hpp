// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What every room needs to know about the machine: function markers and the kind of an execution space.

#include <Kokkos_Core.hpp>

#include <concepts>
#include <type_traits>

#define NEEL_FUNCTION KOKKOS_FORCEINLINE_FUNCTION
#define NEEL_HOST_FUNCTION inline __attribute__((always_inline))

// For a lambda inside a kernel: without it a long loop body may keep the call, and the loop stays scalar.
#define NEEL_INLINE_LAMBDA __attribute__((always_inline))

// For a loop whose iterations are independent: lets the compiler vectorise what it cannot prove.
#ifdef __clang__
#define NEEL_INDEPENDENT_LOOP _Pragma("clang loop vectorize(assume_safety)")
#else
#define NEEL_INDEPENDENT_LOOP _Pragma("GCC ivdep")
#endif

// For a loop that must not be unrolled, since several rounds at once would need too many registers.
#if defined(__CUDACC__) || defined(__clang__)
#define NEEL_ROLLED_LOOP _Pragma("unroll 1")
#else
#define NEEL_ROLLED_LOOP _Pragma("GCC unroll 1")
#endif

// For a loop over so few items that each is to be written out, in registers.
#if defined(__CUDACC__) || defined(__clang__)
#define NEEL_UNROLLED_LOOP _Pragma("unroll")
#else
#define NEEL_UNROLLED_LOOP _Pragma("GCC unroll 16")
#endif

// Before the template of a function for hosts and devices that calls what it is given: nvcc warns of lambdas of the host
// there, although only the host calls it with them.
#ifdef __CUDACC__
#define NEEL_CALLS_WHAT_IT_IS_GIVEN _Pragma("nv_exec_check_disable")
#else
#define NEEL_CALLS_WHAT_IT_IS_GIVEN
#endif

// GCC and Clang keep a vector type of at most vector_bytes in one register through any number of operations, where a loop over
// an array may go through memory after each. Compilers for devices get arrays.
#if defined(__GNUC__) && !defined(__CUDACC__) && !defined(__HIPCC__)
#define NEEL_VECTOR_TYPES
#endif

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
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Exec::memory_space>::accessible;

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
