// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Lengths over which fields and overlaps are correlated. On the host.

#include <neel/core/math.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace neel::measure {

/// Where the correlation c4[r] (r = 0, 1, ...) drops below three times its error for the first time: from there on, sums
/// weighted with r^2 would collect noise alone (Belletti et al., J. Stat. Phys. 135, 1121 (2009)).
inline std::size_t noise_cutoff(std::span<const double> c4, std::span<const double> error) {
  std::size_t r = 1;
  while (r < c4.size() && c4[r] > 3 * error[r]) {
    ++r;
  }
  return r;
}

/// xi_12 = I_2 / I_1 with I_k = sum_{r < cutoff} r^k c4[r].
inline double integral_length(std::span<const double> c4, std::size_t cutoff) {
  double first = 0, second = 0;
  for (std::size_t r = 1; r < cutoff && r < c4.size(); ++r) {
    const double x = static_cast<double>(r);
    first += x * c4[r];
    second += x * x * c4[r];
  }
  return second / first;
}

/// |sum over planes p of m[p] exp(2 pi i n p / L)|^2, m[p] the sum of a quantity over plane p of L.
inline double mode(std::span<const double> m, int n) {
  double re = 0, im = 0;
  for (std::size_t p = 0; p < m.size(); ++p) {
    const std::size_t step = p * static_cast<std::size_t>(n) % m.size();
    const auto turn = math::sincos2pi(static_cast<double>(step) / static_cast<double>(m.size()));
    re += m[p] * turn.cos;
    im += m[p] * turn.sin;
  }
  return re * re + im * im;
}

/// The second-moment length from chi(0) and chi(k_min) of a lattice of length l.
inline double second_moment_length(double chi0, double chik, int l) {
  const double half_angle = math::sincos2pi(0.5 / static_cast<double>(l)).sin;
  return math::sqrt(chi0 / chik - 1) / (2 * half_angle);
}

} // namespace neel::measure
