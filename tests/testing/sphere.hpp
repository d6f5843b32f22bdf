// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Quadrature on the unit sphere.

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

namespace neel::testing {

/// Points on the sphere with their weights, which add up to 1: Gauss-Legendre in z by Newton's method, evenly around it.
inline std::vector<std::pair<std::array<double, 3>, double>> sphere(int n) {
  std::vector<std::pair<std::array<double, 3>, double>> points;
  for (int i = 0; i < n; ++i) {
    double z = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), slope = 0;
    for (int step = 0; step < 50; ++step) {
      double p = 1, before = 0;
      for (int k = 1; k <= n; ++k) {
        const double next = ((2 * k - 1) * z * p - (k - 1) * before) / k;
        before = p;
        p = next;
      }
      slope = n * (z * p - before) / (z * z - 1);
      z -= p / slope;
    }
    for (int k = 0; k < 2 * n; ++k) {
      const double phi = std::numbers::pi * (k + 0.5) / n, r = std::sqrt(1 - z * z);
      points.push_back({{r * std::cos(phi), r * std::sin(phi), z}, 1 / ((1 - z * z) * slope * slope) / (2 * n)});
    }
  }
  return points;
}

} // namespace neel::testing
