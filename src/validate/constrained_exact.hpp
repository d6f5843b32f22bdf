// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Few spins whose magnetisation keeps its direction, by quadrature. Moves and their weights do not enter.

#include "validate/crystal_exact.hpp"

namespace neel::validate {

/// Two spins, or three of moments whose sum is not zero however they point.
struct ConstrainedSpins {
  std::vector<double> moments;
  std::function<double(const std::vector<Vector3>&)> energy;
  double theta = 0, phi = 0; ///< of the magnetisation M, in degrees
};

/// Sums over the spins; `torque` is -sum S x dE/dS, -T ln Z the free energy up to a constant.
struct ConstrainedAverages {
  double energy = 0, magnetisation = 0, log_z = 0;
  Vector3 torque{};
};
/// Turning all spins together changes no volume: every configuration of the free spins is turned so that M points there, and then
/// by all angles about it. Simpson's rule in cosines, of `steps` steps, `steps` an even number.
ConstrainedAverages constrained(const ConstrainedSpins& s, double temperature, int steps);

} // namespace neel::validate
