// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/stationary.hpp"

#include <neel/statistics/autocorrelation.hpp>

#include <algorithm>
#include <cmath>

namespace neel::output {

namespace {

constexpr double unusual = 3; ///< sigma

/// The largest mean square of n normal numbers that is not unusual (Wilson and Hilferty, PNAS 17, 684 (1931)).
double unusual_mean_square(double n) {
  const double root = 1 - 2 / (9 * n) + unusual * std::sqrt(2 / (9 * n));
  return root * root * root;
}

/// Without their linear trend: what is left tells how far halves differ by chance, drift or no drift.
std::vector<double> detrended(const std::vector<double>& chain) {
  const double n = static_cast<double>(chain.size()), middle = (n - 1) / 2;
  double slope = 0;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    slope += chain[k] * (static_cast<double>(k) - middle) * 12 / (n * (n * n - 1));
  }
  std::vector<double> rest;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    rest.push_back(chain[k] - slope * (static_cast<double>(k) - middle));
  }
  return rest;
}

/// The places of all numbers in `order`, from 0 to 1; equal ones share the average of theirs.
void rank(std::vector<double*>& order) {
  std::sort(order.begin(), order.end(), [](const double* a, const double* b) { return *a < *b; });
  const double n = static_cast<double>(order.size());
  for (std::size_t from = 0, to = 0; from < order.size(); from = to) {
    const double value = *order[from];
    while (to < order.size() && *order[to] == value) {
      ++to;
    }
    for (std::size_t k = from; k < to; ++k) {
      *order[k] = static_cast<double>(from + to) / (2 * n);
    }
  }
}

} // namespace

bool stationary(std::span<const std::vector<double>> chains, bool one_mean) {
  statistics::Autocorrelation within;
  double drift = 0, squares = 0;
  const double n = static_cast<double>(chains.size());
  for (const std::vector<double>& chain : chains) {
    within.add(detrended(chain));
    const std::size_t half = chain.size() / 2;
    const double change =
        statistics::mean(std::span(chain).first(half)) - statistics::mean(std::span(chain).last(half));
    drift += change / n;
    squares += change * change / n;
  }
  const statistics::Autocorrelation::Error e = within.error(false);
  const double one = e.squared * n; // the squared error of a chain's mean
  // It is known less well than its statistical error says, where chains are short: for what is taken away with mean and trend.
  const double width = static_cast<double>(2 * e.window + 1) / static_cast<double>(within.length());
  const double accuracy = 0.1 + 3 * width;
  const double uncertain = 1 + 2 * unusual * e.relative_error; // of a variance
  return std::abs(drift) <= unusual * std::sqrt(4 * one / n * uncertain) &&
         squares <= (unusual_mean_square(n) * uncertain + accuracy) * 4 * one &&
         (!one_mean || within.between() <= (unusual_mean_square(n - 1) * uncertain + accuracy) * one * (n - 1) / n);
}

std::vector<std::vector<double>> ranks(std::span<const std::vector<double>> chains, bool one_mean) {
  std::vector<std::vector<double>> all(chains.begin(), chains.end());
  std::vector<double*> order;
  for (std::vector<double>& chain : all) {
    std::transform(chain.begin(), chain.end(), std::back_inserter(order), [](double& v) { return &v; });
    if (!one_mean) {
      rank(order);
      order.clear();
    }
  }
  rank(order);
  return all;
}

} // namespace neel::output
