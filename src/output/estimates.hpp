// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// From the bins of many systems to values with errors.

#include "models/model_run.hpp"

#include <neel/measure/statistics.hpp>

namespace neel::output {

/// One observable at one point, averaged over the systems of a group.
struct Result {
  double value = 0;
  double error = 0;         ///< one sigma; of the average over systems where there are several
  double thermal_error = 0; ///< the part of it that comes from the finite run of each system
  double tau = 0;           ///< integrated autocorrelation time in sweeps (NaN: not known)
  bool converged = false;   ///< first and second half agree within 4 sigma
};

/// Where the systems of a group were measured.
struct Conditions {
  double temperature;
  std::int64_t measure_every; ///< sweeps
  int family;                 ///< ModelRun::family
};

/// All of a model's observables, from the bins of the systems of one group.
std::vector<Result> estimate(const std::vector<models::Observable>& observables, std::span<const measure::Bins> systems,
                             const Conditions& at);

} // namespace neel::output
