// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/estimator.hpp"

#include <algorithm>
#include <cmath>

namespace neel::output {

namespace {

using models::Observable;
using statistics::Bins;

/// Sums of products of deviations, for correlations of several quantities.
class Correlations {
public:
  explicit Correlations(std::size_t quantities) : count_(quantities), products_(quantities * quantities, 0.0) {}

  /// Series of all quantities, taken at the same times.
  void add(const std::vector<std::span<const double>>& all) {
    std::vector<double> mean(count_, 0.0);
    for (std::size_t a = 0; a < count_; ++a) {
      for (const double v : all[a]) {
        mean[a] += v / static_cast<double>(all[a].size());
      }
    }
    for (std::size_t a = 0; a < count_; ++a) {
      for (std::size_t b = 0; b < count_; ++b) {
        for (std::size_t k = 0; k < all[a].size(); ++k) {
          products_[a * count_ + b] += (all[a][k] - mean[a]) * (all[b][k] - mean[b]);
        }
      }
    }
  }
  double operator()(std::size_t a, std::size_t b) const {
    const double norm = std::sqrt(products_[a * count_ + a] * products_[b * count_ + b]);
    return a == b ? 1 : (norm > 0 ? products_[a * count_ + b] / norm : 0);
  }

private:
  std::size_t count_;
  std::vector<double> products_;
};

/// Of the tallies' values: as their systems differ, or else as their series move.
Correlations correlations(const std::vector<Estimator>& tallies, const std::vector<std::size_t>& main,
                          bool over_systems) {
  Correlations all(main.size());
  const std::size_t systems = tallies.front().values().size();
  const bool no_series = tallies.front().series().empty();
  const auto add = [&](auto part) {
    std::vector<std::span<const double>> parts;
    for (const std::size_t o : main) {
      parts.push_back(part(tallies[o]));
    }
    all.add(parts);
  };
  if (systems > 1 && (over_systems || no_series)) {
    add([](const Estimator& t) { return std::span(t.values()); });
  } else if (!no_series) {
    for (std::size_t s = 0; s < systems; ++s) {
      add([s](const Estimator& t) { return std::span(t.series()[s]); });
    }
  }
  return all;
}

} // namespace

std::vector<std::size_t> main_observables(const std::vector<Observable>& observables) {
  std::vector<std::size_t> all;
  for (std::size_t o = 0; o < observables.size(); ++o) {
    if (observables[o].primary && observables[o].axis == models::scalar && !observables[o].of_averages) {
      all.push_back(o);
    }
  }
  return all;
}

Estimates estimate(const std::vector<Observable>& observables, std::span<const Bins> systems, const Conditions& at) {
  const SystemGroup group(systems, static_cast<std::size_t>(at.correlated_set));
  const std::vector<std::size_t> main = main_observables(observables);
  Estimates all;
  std::vector<Estimator> tallies;
  double slowest = 0;
  for (const Observable& o : observables) {
    tallies.emplace_back(group, o, at);
    slowest = std::max(slowest, tallies.back().own_time());
  }
  for (const Estimator& tally : tallies) {
    all.results.push_back(tally.result(slowest));
  }
  for (const std::size_t o : main) {
    all.courses.push_back(tallies[o].course(all.results[o].thermal_error));
  }
  const Correlations correlation = correlations(tallies, main, at.disordered);
  for (std::size_t a = 0; a < main.size(); ++a) {
    for (std::size_t b = 0; b < main.size(); ++b) {
      all.covariances.push_back(correlation(a, b) * all.results[main[a]].error * all.results[main[b]].error);
    }
  }
  return all;
}

} // namespace neel::output
