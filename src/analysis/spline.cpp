// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/spline.hpp"

#include <algorithm>

namespace neel::analysis {

/// The tridiagonal equations of continuous first derivatives, by elimination, for each of the values.
NaturalSpline::NaturalSpline(std::span<const double> x)
    : x_(x.begin(), x.end()), curvature_(x.size(), std::vector<double>(x.size(), 0.0)) {
  const std::size_t n = x_.size();
  std::vector<double> above(n, 0.0);
  for (std::size_t k = 1; k + 1 < n; ++k) {
    const double before = x_[k] - x_[k - 1], behind = x_[k + 1] - x_[k];
    const double pivot = 2 * (before + behind) - before * above[k - 1];
    above[k] = behind / pivot;
    for (std::size_t v = 0; v < n; ++v) {
      const double jump = v == k - 1 ? 1 / before : v == k ? -1 / before - 1 / behind : v == k + 1 ? 1 / behind : 0;
      curvature_[k][v] = (6 * jump - before * curvature_[k - 1][v]) / pivot;
    }
  }
  for (std::size_t k = n - 1; k-- > 1;) {
    for (std::size_t v = 0; v < n; ++v) {
      curvature_[k][v] -= above[k] * curvature_[k + 1][v];
    }
  }
}

std::vector<double> NaturalSpline::weights(double x) const {
  const auto k = static_cast<std::size_t>(std::upper_bound(x_.begin() + 1, x_.end() - 1, x) - x_.begin());
  const double h = x_[k] - x_[k - 1], b = (x - x_[k - 1]) / h, a = 1 - b;
  const double of_a = (a * a * a - a) * h * h / 6, of_b = (b * b * b - b) * h * h / 6;
  std::vector<double> all(x_.size());
  for (std::size_t v = 0; v < all.size(); ++v) {
    all[v] = of_a * curvature_[k - 1][v] + of_b * curvature_[k][v];
  }
  all[k - 1] += a;
  all[k] += b;
  return all;
}

} // namespace neel::analysis
