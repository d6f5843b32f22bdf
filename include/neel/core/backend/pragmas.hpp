// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What compilers of hosts and devices are told beside the language.

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
