// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sums of integer terms (core/fixed_point.hpp), which do not depend on the order of addition.

#include <neel/core/platform.hpp>

#include <cstdint>

namespace neel::measure {

/// Of some sites, one per term of the model.
template <int N>
struct Sums {
  std::int64_t value[N] = {};
  KOKKOS_FUNCTION Sums& operator+=(const Sums& other) {
    for (int k = 0; k < N; ++k) {
      value[k] += other.value[k];
    }
    return *this;
  }
};

} // namespace neel::measure

template <int N>
struct Kokkos::reduction_identity<neel::measure::Sums<N>> {
  KOKKOS_FUNCTION static neel::measure::Sums<N> sum() { return {}; }
};
