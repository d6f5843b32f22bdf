// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// From the bins of many systems to values with errors.

#include "model/model.hpp"

#include <neel/statistics/statistics.hpp>

namespace neel::output {

/// One observable at one point, averaged over the systems of a group.
struct Result {
  double value = 0;
  double error = 0;         ///< one sigma, of the average over systems where there are several
  double error_error = 0;   ///< one sigma of `error` itself
  double thermal_error = 0; ///< the part of `error` that comes from the finite run of each system
  double tau = 0;           ///< integrated autocorrelation time in sweeps (NaN: not known)
  double tau_error = 0;
  /// The runs are long enough, and halves of them, and chains that should, agree.
  bool converged = false;
  double longer =
      0; ///< so many times as long the runs must be to be long enough, for a tau as long as its error allows (NaN: too few bins to tell)
};

/// How one main observable came to its value.
struct ConvergenceHistory {
  /// Over the last half of the measurements, the quarter before it, the eighth before that, ...: where a run was in
  /// equilibrium from the start these agree.
  std::vector<statistics::Estimate> octaves;
  /// The thermal error as 1, 2, 4, ... bins together would give it: where the run is long enough, the last ones agree.
  std::vector<double> binning;
};

/// Where the systems of a group were measured.
struct Conditions {
  double temperature;
  std::int64_t measure_every; ///< sweeps
  int correlated_set;         ///< Model::family
  bool disordered;            ///< systems differ in more than their random numbers
  bool populations = false; ///< systems are populations, or blocks of their families: their scatter alone tells errors
};

struct Estimates {
  std::vector<Result> results;             ///< of each observable
  std::vector<ConvergenceHistory> courses; ///< of each main (headline) observable that is a number
  std::vector<double> covariances;         ///< of these observables' values: a row for each
};

/// The observables that have a course.
std::vector<std::size_t> main_observables(const std::vector<models::Observable>& observables);

/// All of a model's observables, from the bins of the systems of one group.
Estimates estimate(const std::vector<models::Observable>& observables, std::span<const statistics::Bins> systems,
                   const Conditions& at);

} // namespace neel::output
