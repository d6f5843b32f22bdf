// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Lengths over which fields and overlaps are correlated. On the host.

#include <neel/statistics/functions.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace neel::statistics {

/// I_2 / I_1 with I_k = sum_r w(r) r^k c4[r] over the distances r = 1, 2, ...; w is 1 up to the cut, 0 from one more on, and
/// falls linearly in between.
inline double length_up_to(std::span<const double> c4, double cut) {
  double first = 0, second = 0;
  for (std::size_t r = 1; r < c4.size(); ++r) {
    const double x = static_cast<double>(r), weight = std::clamp(cut + 1 - x, 0.0, 1.0);
    first += weight * x * c4[r];
    second += weight * x * x * c4[r];
  }
  return second / first;
}

/// Where the sums of the integral length of c4[r] (r = 0, 1, ...) end: c4 has fallen to a tenth of c4[1] at some distance 1 + d,
/// between two whole ones by linear interpolation, and the sums go on to 1 + 3.5 d, or to the end. Of an exponential they leave out
/// 1 %. Where noise begins would be another place to end (Belletti et al., J. Stat. Phys. 135, 1121 (2009)); but then the value
/// drifts with the number of samples, and its error leaves out that this place is random. This one is a continuous function of
/// c4, known as well as c4 is where it is still large. NaN unless c4[1] is positive.
inline double integral_cut(std::span<const double> c4) {
  constexpr double fallen = 0.1, beyond = 3.5;
  const double last = static_cast<double>(c4.size()) - 1;
  if (c4.size() < 2 || !(c4[1] > 0)) {
    return std::nan("");
  }
  for (std::size_t r = 2; r < c4.size(); ++r) {
    const double below = fallen * c4[1] - c4[r];
    if (below > 0) {
      return std::min(last, 1 + beyond * (static_cast<double>(r) - 1 - below / (c4[r - 1] - c4[r])));
    }
  }
  return last;
}

/// xi_12 up to there.
inline double integral_length(std::span<const double> c4) { return length_up_to(c4, integral_cut(c4)); }

/// A cosine and a sine.
using Turn = decltype(sincos2pi(0.0));
/// exp(2 pi i n p / L) for p = 0, ..., L - 1.
inline std::vector<Turn> turns(std::size_t length, int n) {
  std::vector<Turn> all;
  for (std::size_t p = 0; p < length; ++p) {
    const std::size_t step = p * static_cast<std::size_t>(n) % length;
    all.push_back(sincos2pi(static_cast<double>(step) / static_cast<double>(length)));
  }
  return all;
}

/// |sum over planes p of m[p] exp(2 pi i n p / L)|^2, m[p] the sum of a quantity over plane p of L; from turns(L, n).
inline double mode(std::span<const double> m, std::span<const Turn> turn) {
  double re = 0, im = 0;
  for (std::size_t p = 0; p < m.size(); ++p) {
    re += m[p] * turn[p].cos;
    im += m[p] * turn[p].sin;
  }
  return re * re + im * im;
}
inline double mode(std::span<const double> m, int n) { return mode(m, turns(m.size(), n)); }

/// The second-moment length from chi(0) and chi(k_min) of a lattice of length l.
inline double second_moment_length(double chi0, double chik, int l) {
  const double half_angle = sincos2pi(0.5 / static_cast<double>(l)).sin;
  return std::sqrt(chi0 / chik - 1) / (2 * half_angle);
}

} // namespace neel::statistics
