// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/tally.hpp"

#include <cmath>

namespace neel::output {

using measure::Autocorrelation;
using measure::Bins;
using measure::Jackknife;
using models::Observable;

namespace {

/// The variance of one measurement, where its square is a moment; else NaN.
double variance_of_one(const Observable& o, std::span<const double> mean) {
  if (o.square < 0) {
    return std::nan("");
  }
  const double average = mean[static_cast<std::size_t>(o.moment)];
  return mean[static_cast<std::size_t>(o.square)] - average * average;
}

/// The largest mean square of n normal numbers that is 4 sigma from nothing unusual (Wilson and Hilferty, PNAS 17, 684 (1931)).
double unusual_mean_square(double n) {
  const double root = 1 - 2 / (9 * n) + 4 * std::sqrt(2 / (9 * n));
  return root * root * root;
}

double first(std::span<const double> row) { return row[0]; }

} // namespace

std::size_t full_bins(const Bins& bins) { return bins.bins() - (bins.count(bins.bins() - 1) < bins.length() ? 1 : 0); }

Bins series(std::size_t width, std::span<const double> values) {
  Bins bins(width, static_cast<int>(values.size() / width));
  for (std::size_t at = 0; at < values.size(); at += width) {
    bins.add(values.subspan(at, width));
  }
  return bins;
}

std::vector<double> averages(std::span<const double> values, std::size_t width, std::size_t size) {
  std::vector<double> all(values.size() / size, 0.0);
  for (std::size_t k = 0; k < values.size(); ++k) {
    all[k / width / size * width + k % width] += values[k] / static_cast<double>(size);
  }
  return all;
}

void Tally::add(const Bins& bins, const Jackknife& in_time, const models::Function& f) {
  Jackknife::Applied applied = in_time.apply([&](auto mean) { return f(mean, at_.temperature); });
  const std::size_t full = full_bins(bins);
  values_.push_back(applied.value);
  squared_errors_ += applied.squared_error;
  variance_ += variance_of_one(*observable_, in_time.means());
  measurements_ = bins.measurements();
  in_use_ = static_cast<double>(full) * static_cast<double>(bins.length()) / static_cast<double>(measurements_);
  last_ = std::move(applied.pseudo);
  last_.resize(std::min(full, last_.size()));
  if (full >= fewest_bins) {
    in_time_.add(last_);
  }
  if (bins.bins() > 1) {
    const std::size_t half = bins.bins() / 2;
    drift_ += f(bins.means(0, half), at_.temperature) - f(bins.means(half, bins.bins()), at_.temperature);
  }
  if (observable_->headline && observable_->axis == models::scalar) {
    add_to_course(bins, f);
  }
}

Autocorrelation::Error Tally::thermal_error(bool with_one_mean) const {
  const double n = static_cast<double>(values_.size());
  if (in_time_.chains() == 0) { // as if bins were independent
    return {squared_errors_ / (n * n), 1 / std::sqrt(2.0 * static_cast<double>(fewest_bins)), 0, false};
  }
  Autocorrelation::Error e = in_time_.error(with_one_mean);
  e.squared *= in_use_;
  return e;
}

/// The chains of one distribution differ as much as their lengths allow.
bool Tally::chains_agree() const {
  if (!one_mean() || in_time_.chains() == 0) {
    return true;
  }
  const double others = static_cast<double>(values_.size() - 1);
  const Autocorrelation::Error within = in_time_.error(false);
  return in_time_.between() <= unusual_mean_square(others) * (1 + 8 * within.relative_error) * within.squared * others;
}

void Tally::add_tau(Result& r, const Autocorrelation::Error& thermal) const {
  const double n = static_cast<double>(values_.size());
  const double variance = variance_ / n + (one_mean() && in_time_.chains() > 0 ? in_time_.between() : 0);
  r.tau = r.tau_error = std::nan("");
  if (variance > 0) {
    const double in_measurements = thermal.squared * n * static_cast<double>(measurements_) / (2 * variance);
    r.tau = std::max(0.5, in_measurements) * static_cast<double>(at_.measure_every);
    r.tau_error = 2 * thermal.relative_error * r.tau;
  }
}

Result Tally::result(std::size_t family) const {
  const double n = static_cast<double>(values_.size());
  const Autocorrelation::Error thermal = thermal_error(one_mean());
  Result r;
  r.value = Jackknife(series(1, values_))(first).value;
  r.thermal_error = r.error = std::sqrt(thermal.squared);
  r.error_error = r.error * thermal.relative_error;
  if (values_.size() > 1 && at_.disordered) {
    const std::vector<double> independent = averages(values_, 1, family);
    r.error = Jackknife(series(1, independent))(first).error;
    r.error_error = r.error / std::sqrt(2 * (static_cast<double>(independent.size()) - 1));
  }
  add_tau(r, thermal);
  // Each half has sqrt(2) times the error of the whole.
  r.converged = thermal.resolved && std::abs(drift_ / n) <= 4 * 2 * r.thermal_error && chains_agree();
  return r;
}

void Tally::add_to_course(const Bins& bins, const models::Function& f) {
  std::size_t end = bins.bins();
  for (std::size_t k = 0; end >= 2; ++k, end /= 2) {
    octaves_.resize(std::max(octaves_.size(), k + 1));
    const double value = f(bins.means(end / 2, end), at_.temperature);
    octaves_[k].sum += value;
    octaves_[k].squares += value * value;
  }
  const std::vector<double> errors = measure::binning_errors(last_);
  binning_.resize(errors.size(), 0.0);
  for (std::size_t k = 0; k < errors.size(); ++k) {
    binning_[k] += errors[k] * errors[k];
  }
}

Course Tally::course() const {
  Course c;
  const double n = static_cast<double>(values_.size());
  const double squared = thermal_error(false).squared;
  for (std::size_t k = 0; k < octaves_.size(); ++k) {
    const double mean = octaves_[k].sum / n, spread = std::max(0.0, octaves_[k].squares / n - mean * mean);
    const double part = std::ldexp(1.0, -static_cast<int>(k) - 1); // of the measurements
    c.octaves.push_back({mean, std::sqrt(values_.size() > 1 ? spread / (n - 1) : squared / part)});
  }
  for (const double squares : binning_) {
    c.binning.push_back(std::sqrt(squares) / n);
  }
  return c;
}

} // namespace neel::output
