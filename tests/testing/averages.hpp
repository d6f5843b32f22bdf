// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Averages over many independent systems side by side: the spread of their time averages is the error.

#include <neel/statistics/statistics.hpp>

#include <functional>

namespace neel::testing {

/// Averages of quantities of `Values`, the sums of one system, which next() gives for all systems, `measurements` times.
template <class Values, class Next>
std::vector<statistics::Estimate> average(int measurements, Next&& next,
                                          const std::vector<std::function<double(const Values&)>>& quantities) {
  std::vector<std::vector<double>> mean(quantities.size());
  for (int m = 0; m < measurements; ++m) {
    const std::vector<Values> now = next();
    for (std::size_t q = 0; q < quantities.size(); ++q) {
      mean[q].resize(now.size(), 0.0);
      for (std::size_t s = 0; s < now.size(); ++s) {
        mean[q][s] += quantities[q](now[s]) / measurements;
      }
    }
  }
  std::vector<statistics::Estimate> estimates;
  for (const auto& values : mean) {
    statistics::Bins bins(1, static_cast<int>(values.size()));
    for (std::size_t s = 0; s < values.size(); ++s) {
      bins.add(std::span(values).subspan(s, 1));
    }
    estimates.push_back(statistics::jackknife(bins, [](std::span<const double> x) { return x[0]; }));
  }
  return estimates;
}

} // namespace neel::testing
