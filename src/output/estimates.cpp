// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/tally.hpp"

#include <cmath>

namespace neel::output {

namespace {

using measure::Bins;
using measure::Jackknife;
using models::Observable;

/// The systems' bins averaged over systems: the series of a system average.
Bins average(std::span<const Bins> systems) {
  const Bins& first = systems.front();
  std::vector<double> sums(first.sums().size(), 0.0);
  for (const Bins& bins : systems) {
    for (std::size_t k = 0; k < sums.size(); ++k) {
      sums[k] += bins.sums()[k] / static_cast<double>(systems.size());
    }
  }
  return {first.moments(), static_cast<int>(first.least()), first.length(), first.measurements(), sums};
}

/// Averages over systems first.
class Averages {
public:
  Averages(std::span<const Bins> systems, std::span<const double> means, const Conditions& at)
      : at_(at), average_(average(systems)), in_time_(average_), over_systems_(series(average_.moments(), means)),
        over_families_(
            series(average_.moments(), averages(means, average_.moments(), static_cast<std::size_t>(at.family)))),
        single_(systems.size() == 1) {}

  Result result(const Observable& o) const {
    const Jackknife& over = single_ ? in_time_ : (o.by_family ? over_families_ : over_systems_);
    const models::Function derive =
        o.derive_given_errors ? o.derive_given_errors(over.means(), errors(over)) : o.derive;
    Tally thermal(o, at_);
    thermal.add(average_, in_time_, derive);
    Result r = thermal.result(1);
    if (!single_) {
      const measure::Estimate all = over([&](auto mean) { return derive(mean, at_.temperature); });
      r.value = all.value;
      r.error = all.error;
      r.error_error = all.error / std::sqrt(2 * (static_cast<double>(over.bins()) - 1));
    }
    r.tau = r.tau_error = std::nan("");
    return r;
  }

private:
  /// Of all moments.
  std::vector<double> errors(const Jackknife& over) const {
    std::vector<double> all;
    for (std::size_t k = 0; k < average_.moments(); ++k) {
      all.push_back(over([k](std::span<const double> mean) { return mean[k]; }).error);
    }
    return all;
  }

  Conditions at_;
  Bins average_;      ///< the series of the average over systems
  Jackknife in_time_; ///< of it
  Jackknife over_systems_, over_families_;
  bool single_;
};

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

} // namespace

std::vector<std::size_t> main_observables(const std::vector<Observable>& observables) {
  std::vector<std::size_t> all;
  for (std::size_t o = 0; o < observables.size(); ++o) {
    if (observables[o].headline && observables[o].axis == models::scalar && !observables[o].of_averages) {
      all.push_back(o);
    }
  }
  return all;
}

Estimates estimate(const std::vector<Observable>& observables, std::span<const Bins> systems,
                   const Conditions& conditions) {
  Conditions at = conditions;
  at.disordered =
      at.disordered || full_bins(systems.front()) < fewest_bins; // only the spread of systems tells their error
  const std::vector<std::size_t> main = main_observables(observables);
  std::vector<Tally> tallies;
  for (const Observable& o : observables) {
    tallies.emplace_back(o, at);
  }
  const auto of_main = [&](auto part) {
    std::vector<std::span<const double>> all;
    for (const std::size_t o : main) {
      all.push_back(part(tallies[o]));
    }
    return all;
  };
  std::vector<double> means;
  Correlations in_time(main.size());
  for (const Bins& bins : systems) {
    const Jackknife jackknife(bins);
    means.insert(means.end(), jackknife.means().begin(), jackknife.means().end());
    for (std::size_t o = 0; o < observables.size(); ++o) {
      if (!observables[o].of_averages) {
        tallies[o].add(bins, jackknife, observables[o].derive);
      }
    }
    in_time.add(of_main([](const Tally& t) { return t.last(); }));
  }
  const auto family = static_cast<std::size_t>(at.family);
  const Averages averages(systems, means, at);
  Estimates all;
  for (std::size_t o = 0; o < observables.size(); ++o) {
    all.results.push_back(observables[o].of_averages ? averages.result(observables[o])
                                                     : tallies[o].result(observables[o].by_family ? family : 1));
  }
  Correlations over_systems(main.size());
  over_systems.add(of_main([](const Tally& t) { return t.values(); }));
  const Correlations& correlation = systems.size() > 1 && at.disordered ? over_systems : in_time;
  for (std::size_t a = 0; a < main.size(); ++a) {
    all.courses.push_back(tallies[main[a]].course());
    for (std::size_t b = 0; b < main.size(); ++b) {
      all.covariances.push_back(correlation(a, b) * all.results[main[a]].error * all.results[main[b]].error);
    }
  }
  return all;
}

} // namespace neel::output
