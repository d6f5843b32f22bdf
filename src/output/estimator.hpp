// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// One observable of a group of systems.

#include "output/estimates.hpp"
#include "output/group.hpp"

#include <neel/statistics/autocorrelation.hpp>

namespace neel::output {

inline constexpr std::size_t fewest_bins = 8; ///< from which correlations can be told

class Estimator {
public:
  Estimator(const SystemGroup& group, const models::Observable& o, const Conditions& at);

  /// The autocorrelation time of its series, in their numbers; 0 where there are none.
  double own_time() const { return !has_series() ? 0 : shared_.error(one_mean(shared_)).tau; }
  /// `slowest`: the largest of these of all observables.
  Result result(double slowest) const;
  ConvergenceHistory course(double thermal_error) const;
  /// Each system's bins, as the autocorrelation takes them: of main observables, where there are enough of them.
  const std::vector<std::vector<double>>& series() const { return series_; }
  /// Of each system.
  const std::vector<double>& values() const { return values_; }

private:
  using Error = statistics::Autocorrelation::Error;

  bool has_series() const { return alone_.chains() > 0; }
  void judge_series();
  Tangent tangent_of(std::size_t system) const;
  void add_system(std::size_t system, const std::vector<double>& series);
  bool one_mean(const statistics::Autocorrelation& chains) const { return !at_.disordered && chains.chains() > 1; }
  Error thermal_error(double slowest) const;
  double spread_squared(double slowest) const;
  double scatter_without_series() const;
  double tau(double slowest) const;
  void judge(Result& r, const Error& thermal) const;
  statistics::Estimate over_part(std::size_t from, std::size_t to) const;

  const SystemGroup& group_;
  const models::Observable& observable_;
  Conditions at_;
  Tangent tangent_; ///< where systems are taken together
  bool together_;
  std::vector<double> values_;
  std::vector<std::vector<double>> series_;
  statistics::Autocorrelation alone_, shared_; ///< of systems, and of averages of those that share random numbers
  bool stationary_ = false;
  bool constant_ = true; ///< but for rounding: in time, and from system to system that should agree
  double naive_ = 0;     ///< squared error, were bins independent
  double in_use_ = 1;    ///< part of the measurements that the series hold
};

} // namespace neel::output
