// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/estimator.hpp"

#include "output/stationary.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace neel::output {

using models::Observable;
using statistics::Autocorrelation;
using statistics::Bins;
using statistics::mean;

namespace {

/// The squared error of the mean of independent numbers; NaN of a single one.
double squared_error(std::span<const double> numbers) {
  const double n = static_cast<double>(numbers.size()), middle = mean(numbers);
  double squares = 0;
  for (const double v : numbers) {
    squares += (v - middle) * (v - middle);
  }
  return numbers.size() > 1 ? squares / (n * (n - 1)) : std::nan("");
}

/// Student's factor: within so many standard errors of a mean of n numbers lies what one sigma promises, 68.3 % (the expansion
/// of the t distribution's quantile in 1 / (n - 1), 26.7.5 of Abramowitz and Stegun; 1.3 % too small for n = 2).
double student(std::size_t n) {
  const double x = 1 / (static_cast<double>(n) - 1);
  return 1 + x * (0.5 + x * (0.25 + x * 0.0625));
}

/// Averages of `size` consecutive rows.
std::vector<std::vector<double>> averages(const std::vector<std::vector<double>>& rows, std::size_t size) {
  std::vector<std::vector<double>> all;
  for (std::size_t r = 0; r < rows.size(); r += size) {
    all.emplace_back(rows[r].size(), 0.0);
    for (std::size_t k = r; k < r + size; ++k) {
      for (std::size_t t = 0; t < rows[k].size(); ++t) {
        all.back()[t] += rows[k][t] / static_cast<double>(size);
      }
    }
  }
  return all;
}

std::vector<double> averages(const std::vector<double>& numbers, std::size_t size) {
  std::vector<double> all(numbers.size() / size, 0.0);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    all[k / size] += numbers[k] / static_cast<double>(size);
  }
  return all;
}

} // namespace

Estimator::Estimator(const SystemGroup& group, const Observable& o, const Conditions& at)
    : group_(group), observable_(o), at_(at), together_(o.of_averages || !(at.disordered || o.own)) {
  at_.disordered = at.disordered || o.own;
  if (together_) {
    tangent_ = group.tangent(o.derive, at.temperature);
  }
  for (std::size_t s = 0; s < group.systems(); ++s) {
    const Tangent own = tangent_of(s);
    values_.push_back(together_ ? own(group.means(s)) : group.value(o.derive, at.temperature, s));
    add_system(s, group.series(own, s));
  }
  naive_ /= static_cast<double>(group.systems() * group.systems());
  if (!series_.empty()) {
    judge_series();
  }
}

/// Keeps what is needed of the series.
void Estimator::judge_series() {
  const auto correlated_sets = group_.correlated_set() == 1 ? series_ : averages(series_, group_.correlated_set());
  for (const std::vector<double>& chain : correlated_sets) {
    shared_.add(chain);
  }
  const bool one = one_mean(shared_), known = std::isfinite(shared_.error(one).squared); // ranks of nan mean nothing
  stationary_ = known && stationary(correlated_sets, one) &&
                (!observable_.primary || stationary(ranks(correlated_sets, one), one));
  if (!observable_.primary || observable_.axis != models::scalar) {
    series_.clear();
  }
}

Tangent Estimator::tangent_of(std::size_t system) const {
  return together_ ? tangent_ : group_.tangent(observable_.derive, at_.temperature, system);
}

void Estimator::add_system(std::size_t system, const std::vector<double>& series) {
  naive_ += squared_error(series);
  if (group_.full() < fewest_bins || at_.populations) {
    return;
  }
  constexpr double rounding = 1e-12;
  const auto [least, most] = std::minmax_element(series.begin(), series.end());
  const double apart = at_.disordered ? 0 : std::abs(values_.back() - values_.front());
  constant_ = constant_ && std::max(*most - *least, apart) <= rounding * std::abs(*most);
  series_.push_back(statistics::shortened(series, Autocorrelation::longest(group_.systems())));
  alone_.add(series_.back());
  const Bins& bins = group_.bins(system);
  const std::size_t each = std::bit_floor(series.size() / series_.back().size());
  in_use_ = static_cast<double>(each * series_.back().size()) * static_cast<double>(bins.length()) /
            static_cast<double>(bins.measurements());
}

/// Of the value, from the finite length of the runs.
Estimator::Error Estimator::thermal_error(double slowest) const {
  if (!has_series()) {
    return {naive_, 1 / std::sqrt(2.0 * static_cast<double>(fewest_bins)), 0.5, 0, false};
  }
  Error e = shared_.error(one_mean(shared_), slowest);
  e.squared *= in_use_;
  return e;
}

/// From the spread of systems. Those that share random numbers move together in time, so that the average moves more than that
/// of independent ones would; the rest in which they differ is their own.
double Estimator::spread_squared(double slowest) const {
  const std::size_t correlated_set = group_.correlated_set();
  if (!has_series()) {
    return scatter_without_series();
  }
  const double n = student(values_.size()), thermal = shared_.error(false, slowest).squared;
  const double moving_together =
      correlated_set == 1 ? 0 : std::max(0.0, thermal - alone_.error(false, slowest).squared);
  return std::max(squared_error(values_) * n * n + in_use_ * moving_together, in_use_ * thermal);
}

/// Nothing is known of how systems move in time: those that share random numbers count as one where they can be taken to be
/// alike, and may count as many where they differ and their averages do not spread more than that.
double Estimator::scatter_without_series() const {
  const std::vector<double> independent = averages(values_, group_.correlated_set());
  const double by_correlated_set = squared_error(independent), n = student(independent.size());
  if (group_.correlated_set() == 1 || !at_.disordered || observable_.by_correlated_set) {
    return by_correlated_set * n * n;
  }
  const double each = squared_error(values_) * student(values_.size()) * student(values_.size());
  return by_correlated_set > each ? by_correlated_set : each;
}

/// In sweeps; NaN where the square is no moment.
double Estimator::tau(double slowest) const {
  if (observable_.square < 0 || at_.populations) {
    return std::nan("");
  }
  const auto at = [&](std::span<const double> moments, std::ptrdiff_t k) {
    return moments[static_cast<std::size_t>(k)];
  };
  const auto variance_about = [&](std::span<const double> means, double middle) {
    return at(means, observable_.square) - middle * middle;
  };
  double variance = 0;
  for (std::size_t s = 0; s < group_.systems(); ++s) {
    const auto means = at_.disordered ? group_.means(s) : group_.means();
    variance += variance_about(means, at(means, observable_.moment)) / static_cast<double>(group_.systems());
  }
  const double squared = !has_series() ? naive_ : in_use_ * alone_.error(one_mean(alone_), slowest).squared;
  const double measurements =
      static_cast<double>(group_.systems()) * static_cast<double>(group_.bins(0).measurements());
  return variance > 0 ? std::max(0.5, squared * measurements / (2 * variance)) * static_cast<double>(at_.measure_every)
                      : std::nan("");
}

Result Estimator::result(double slowest) const {
  const Error thermal = thermal_error(slowest);
  Result r;
  r.value = together_ ? group_.value(observable_.derive, at_.temperature, !at_.disordered) : mean(values_);
  r.thermal_error = r.error = std::sqrt(thermal.squared);
  r.error_error = r.error * thermal.relative_error;
  if (values_.size() > 1 && (at_.disordered || !has_series())) {
    const std::size_t independent = !has_series() ? values_.size() / group_.correlated_set() : values_.size();
    r.error = std::sqrt(spread_squared(slowest));
    r.error_error = r.error / std::sqrt(2 * (static_cast<double>(independent) - 1));
  }
  if (at_.populations) {
    r.error = observable_.own || values_.size() == 1 ? std::nan("") : r.error; // of what each population has by itself
    r.thermal_error = at_.disordered ? std::nan("") : r.error;
  }
  r.tau = tau(slowest);
  r.tau_error = 2 * thermal.relative_error * r.tau;
  judge(r, thermal);
  return r;
}

/// With 50 autocorrelation times an error is known to 15 %. (Sokal, lectures at Cargese, 1996, asks for a thousand to
/// know these times themselves well, and to leave out the first 20.) Chains of one distribution count together, as long
/// as none is much too short itself.
void Estimator::judge(Result& r, const Error& thermal) const {
  constexpr double enough = 50, enough_of_many = 10;
  if (at_.populations) { // their families tell
    r.converged = true;
    return;
  }
  if (!has_series() || constant_) {
    r.longer = has_series() ? 0 : std::nan("");
    r.converged = has_series();
    return;
  }
  // A number that is an average hides how short correlations are: of exponential ones, tau - 1/2 is what is left of them.
  const bool single = group_.bins(0).length() == 1 && shared_.length() == group_.full();
  const double tau = single ? thermal.tau : thermal.tau - 1 / (4 * thermal.tau);
  const double length = static_cast<double>(shared_.length()), chains = static_cast<double>(shared_.chains());
  const double wanted = at_.disordered ? enough : std::max(enough / chains, enough_of_many);
  const double asked = wanted * tau / length, sure = 1 + 2 * 2 * thermal.relative_error; // tau and two of its errors
  r.longer = asked <= 1 ? asked : asked * sure;
  r.converged = thermal.resolved && asked <= 1 && stationary_;
}

ConvergenceHistory Estimator::course(double thermal_error) const {
  ConvergenceHistory c;
  const std::size_t bins = group_.bins(0).bins();
  double part = 0.5; // of the measurements
  for (std::size_t end = bins; end >= 2; end /= 2, part /= 2) {
    const statistics::Estimate e = over_part(end / 2, end);
    c.octaves.push_back({e.value, values_.size() > 1 ? e.error : thermal_error / std::sqrt(part)});
  }
  for (std::size_t s = 0; s < group_.systems(); ++s) {
    const std::vector<double> errors = statistics::binning_errors(group_.series(tangent_of(s), s));
    c.binning.resize(errors.size(), 0.0);
    for (std::size_t k = 0; k < errors.size(); ++k) {
      c.binning[k] += errors[k] * errors[k];
    }
  }
  for (double& squares : c.binning) {
    squares = std::sqrt(squares) / static_cast<double>(values_.size());
  }
  return c;
}

/// Over bins [from, to), with the error that the spread of systems gives.
statistics::Estimate Estimator::over_part(std::size_t from, std::size_t to) const {
  statistics::Jackknife all(group_.means().size());
  std::vector<double> parts;
  for (std::size_t s = 0; s < group_.systems(); ++s) {
    const std::vector<double> means = group_.bins(s).means(from, to);
    parts.push_back(together_ ? tangent_(means) : observable_.derive(means, at_.temperature));
    all.add(means, 1);
  }
  const double value = together_ ? observable_.derive(all.means(), at_.temperature) : mean(parts);
  return {value, std::sqrt(squared_error(parts))};
}

} // namespace neel::output
