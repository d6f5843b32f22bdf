// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/estimates.hpp"

#include <cmath>

namespace neel::output {

namespace {

using measure::Bins;
using measure::Jackknife;
using models::Observable;

/// Consecutive bins of one measurement each: a series of numbers or rows that the jackknife works on.
Bins series(std::size_t width, std::span<const double> values) {
  Bins bins(width, static_cast<int>(values.size() / width));
  for (std::size_t at = 0; at < values.size(); at += width) {
    bins.add(values.subspan(at, width));
  }
  return bins;
}

/// Averages of `size` consecutive rows of `width` numbers.
std::vector<double> averages(std::span<const double> values, std::size_t width, std::size_t size) {
  std::vector<double> all(values.size() / size, 0.0);
  for (std::size_t k = 0; k < values.size(); ++k) {
    all[k / width / size * width + k % width] += values[k] / static_cast<double>(size);
  }
  return all;
}

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

/// Half the ratio of the error with correlations to the error without, in sweeps.
double autocorrelation_time(const Observable& o, std::span<const double> mean, std::int64_t measurements, double error,
                            std::int64_t every) {
  if (o.square < 0) {
    return std::nan("");
  }
  const double average = mean[static_cast<std::size_t>(o.moment)];
  const double variance = mean[static_cast<std::size_t>(o.square)] - average * average;
  if (!(variance > 0)) {
    return std::nan("");
  }
  const double in_measurements = error * error * static_cast<double>(measurements) / (2 * variance);
  return std::max(0.5, in_measurements) * static_cast<double>(every);
}

template <class F>
bool halves_agree(const Bins& bins, double error, const F& f) {
  const std::size_t half = bins.bins() / 2;
  // Each half has sqrt(2) times the error of the whole.
  return half > 0 && std::abs(f(bins.means(0, half)) - f(bins.means(half, bins.bins()))) <= 4 * 2 * error;
}

/// What is made of one observable while the systems pass.
struct Tally {
  std::vector<double> values; ///< of each system
  double squared_errors = 0, tau = 0;
  bool converged = true;

  void add(const Observable& o, const Bins& bins, const Jackknife& in_time, const Conditions& at) {
    const auto f = [&](std::span<const double> mean) { return o.derive(mean, at.temperature); };
    const measure::Estimate e = in_time(f);
    values.push_back(e.value);
    squared_errors += e.error * e.error;
    tau += autocorrelation_time(o, in_time.means(), bins.measurements(), e.error, at.measure_every);
    converged = converged && halves_agree(bins, e.error, f);
  }

  /// `family`: systems that may not be taken for independent.
  Result result(std::size_t family) const {
    const double n = static_cast<double>(values.size());
    const auto mean = [](std::span<const double> row) { return row[0]; };
    Result r{Jackknife(series(1, values))(mean).value, 0, std::sqrt(squared_errors) / n, tau / n, converged};
    r.error = values.size() == 1 ? r.thermal_error : Jackknife(series(1, averages(values, 1, family)))(mean).error;
    return r;
  }
};

/// Averages over systems first.
class Averages {
public:
  Averages(std::span<const Bins> systems, std::span<const double> means, const Conditions& at)
      : temperature_(at.temperature), average_(average(systems)), in_time_(average_),
        over_systems_(series(average_.moments(), means)),
        over_families_(
            series(average_.moments(), averages(means, average_.moments(), static_cast<std::size_t>(at.family)))),
        single_(systems.size() == 1) {}

  Result result(const Observable& o) const {
    const Jackknife& over = single_ ? in_time_ : (o.by_family ? over_families_ : over_systems_);
    const models::Function derive =
        o.derive_given_errors ? o.derive_given_errors(over.means(), errors(over)) : o.derive;
    const auto f = [&](std::span<const double> mean) { return derive(mean, temperature_); };
    const measure::Estimate all = over(f), thermal = in_time_(f);
    return {all.value, all.error, thermal.error, std::nan(""), halves_agree(average_, thermal.error, f)};
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

  double temperature_;
  Bins average_;      ///< the series of the average over systems
  Jackknife in_time_; ///< of it
  Jackknife over_systems_, over_families_;
  bool single_;
};

} // namespace

std::vector<Result> estimate(const std::vector<Observable>& observables, std::span<const Bins> systems,
                             const Conditions& at) {
  std::vector<Tally> tallies(observables.size());
  std::vector<double> means;
  for (const Bins& bins : systems) {
    const Jackknife in_time(bins);
    means.insert(means.end(), in_time.means().begin(), in_time.means().end());
    for (std::size_t o = 0; o < observables.size(); ++o) {
      if (!observables[o].of_averages) {
        tallies[o].add(observables[o], bins, in_time, at);
      }
    }
  }
  const auto family = static_cast<std::size_t>(at.family);
  const Averages averages(systems, means, at);
  std::vector<Result> results;
  for (std::size_t o = 0; o < observables.size(); ++o) {
    results.push_back(observables[o].of_averages ? averages.result(observables[o])
                                                 : tallies[o].result(observables[o].by_family ? family : 1));
  }
  return results;
}

} // namespace neel::output
