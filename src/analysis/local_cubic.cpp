// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/local_cubic.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace neel::analysis {

namespace {

/// Beyond which points do not count.
double reach_of(std::span<const double> points, double x, std::size_t nearest) {
  std::vector<double> distance;
  for (const double p : points) {
    distance.push_back(std::abs(p - x));
  }
  std::sort(distance.begin(), distance.end());
  constexpr double all = 1.1; // of the farthest of few points, so that it counts, too
  return distance.size() < nearest ? all * distance.back() : distance[nearest - 1];
}

} // namespace

/// Polynomials that are orthogonal under the weights, by Gram and Schmidt.
std::vector<double> LocalCubic::weights(double x) const {
  const std::size_t n = x_.size();
  const double h = reach_of(x_, x, nearest_);
  std::vector<double> u(n), w(n), all(n, 0.0);
  for (std::size_t k = 0; k < n; ++k) {
    u[k] = h > 0 ? (x_[k] - x) / h : 0;
    const double d = std::min(1.0, std::abs(u[k])), root = 1 - d * d * d;
    w[k] = root * root * root;
  }
  const std::size_t terms = std::min<std::size_t>(4, n);
  std::array<std::vector<double>, 4> basis;
  std::array<double, 4> at_x{};
  for (std::size_t m = 0; m < terms; ++m) {
    std::vector<double>& b = basis[m];
    for (std::size_t k = 0; k < n; ++k) {
      b.push_back(m == 0 ? 1 : u[k] * basis[m - 1][k]);
    }
    at_x[m] = m == 0 ? 1 : 0; // u = 0
    for (int twice = 0; twice < 2; ++twice) {
      for (std::size_t l = 0; l < m; ++l) {
        double overlap = 0;
        for (std::size_t k = 0; k < n; ++k) {
          overlap += w[k] * b[k] * basis[l][k];
        }
        for (std::size_t k = 0; k < n; ++k) {
          b[k] -= overlap * basis[l][k];
        }
        at_x[m] -= overlap * at_x[l];
      }
    }
    double square = 0;
    for (std::size_t k = 0; k < n; ++k) {
      square += w[k] * b[k] * b[k];
    }
    const double norm = 1 / std::sqrt(square);
    at_x[m] *= norm;
    for (std::size_t k = 0; k < n; ++k) {
      b[k] *= norm;
      all[k] += at_x[m] * w[k] * b[k];
    }
  }
  return all;
}

} // namespace neel::analysis
