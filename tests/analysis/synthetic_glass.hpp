// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Runs of spin glasses that were not simulated: samples scatter about known averages.

#include "analysis/glass_run.hpp"

#include <neel/statistics/correlation_length.hpp>

#include <cmath>
#include <functional>
#include <random>

namespace neel::testing {

using Numbers01 = std::normal_distribution<double>;

/// A lattice of length l whose disorder averages have xi/L = ratio(T) and the Binder ratio binder(T). Moments of a sample are off
/// by a tenth, in part the same at all temperatures.
inline analysis::GlassRun synthetic_glass(int l, std::span<const double> temperatures, std::size_t samples,
                                          const std::function<double(double)>& ratio,
                                          const std::function<double(double)>& binder, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Numbers01 normal;
  analysis::GlassRun g;
  g.head.name = "L" + std::to_string(l);
  g.head.size = {l, l, l};
  g.length = l;
  g.points.assign(temperatures.begin(), temperatures.end());
  g.samples = samples;
  std::vector<double> own(3 * samples);
  for (double& v : own) {
    v = 0.1 * normal(random);
  }
  for (const double t : temperatures) {
    const double step = 2 * std::sin(std::acos(-1.0) / l), mode = 0.02, x = ratio(t) * l * step;
    const double square = mode * (1 + x * x), fourth = binder(t) * square * square;
    for (std::size_t s = 0; s < samples; ++s) {
      g.square.push_back(square * (1 + own[3 * s] + 0.01 * normal(random)));
      g.mode.push_back(mode * (1 + own[3 * s + 1] + 0.01 * normal(random)));
      g.fourth.push_back(fourth * (1 + 2 * own[3 * s] + 0.3 * own[3 * s + 2] + 0.01 * normal(random)));
    }
  }
  return g;
}

/// C_4(r) = exp(-r / d) for r = 1, 2, ..., half, with d such that xi_12 is `length`.
inline std::vector<double> exponential_c4(double length, std::size_t half) {
  const auto of = [half](double d) {
    std::vector<double> c4;
    for (std::size_t r = 0; r <= half; ++r) {
      c4.push_back(std::exp(-static_cast<double>(r) / d));
    }
    return c4;
  };
  double low = 0.1, high = 4 * length;
  while (high - low > 1e-12) {
    const double middle = (low + high) / 2;
    (statistics::integral_length(of(middle)) < length ? low : high) = middle;
  }
  const std::vector<double> all = of(low);
  return {all.begin() + 1, all.end()};
}

/// A quench of a lattice of length l with xi_12 = a t^(1/z); correlations of a sample scatter, in part alike at all times.
inline analysis::GlassRun synthetic_quench(int l, std::span<const double> times, std::size_t samples, double z,
                                           double a, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Numbers01 normal;
  analysis::GlassRun g;
  g.quench = true;
  g.head.name = "quench";
  g.head.size = {l, l, l};
  g.length = l;
  g.points.assign(times.begin(), times.end());
  g.samples = samples;
  g.distances = static_cast<std::size_t>(l / 2);
  std::vector<double> before(samples * g.distances, 0.0);
  for (const double t : times) {
    const std::vector<double> c4 = exponential_c4(a * std::pow(t, 1 / z), g.distances);
    for (std::size_t s = 0; s < samples; ++s) {
      for (std::size_t r = 0; r < g.distances; ++r) {
        double& noise = before[s * g.distances + r];
        noise = 0.8 * noise + 0.6 * normal(random); // of unit variance in the end
        g.correlation.push_back(c4[r] * (1 + 0.2 * noise));
      }
    }
  }
  return g;
}

/// Mean and variance of pulls, (measured - exact) / error.
struct Pulls {
  double sum = 0, squares = 0, count = 0;
  void add(double pull) {
    sum += pull;
    squares += pull * pull;
    count += 1;
  }
  double mean() const { return sum / count; }
  double variance() const { return (squares - sum * sum / count) / (count - 1); }
};

} // namespace neel::testing
