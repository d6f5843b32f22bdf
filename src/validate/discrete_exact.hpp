// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Clock, Potts and Blume-Capel models on small tori, exactly.

#include <vector>

namespace neel::validate {

/// Sites with a finite number of states, each with a spin vector: E = sum over bonds of bond(a, b) + sum over sites of own(a).
struct DiscreteModel {
  std::vector<std::vector<double>> spin; ///< (state, component)
  std::vector<double> bond;              ///< (state, state)
  std::vector<double> own;               ///< (state): energy of a site
  std::vector<double> along;             ///< (state): what the field acts on

  int states() const { return static_cast<int>(spin.size()); }
  double of_bond(int a, int b) const { return bond[static_cast<std::size_t>(a * states() + b)]; }
};
DiscreteModel clock_model(int q, double j, double field);
DiscreteModel potts_model(int q, double j, double field);
DiscreteModel blume_capel_model(double j, double d, double field);

/// Averages per site.
struct DiscreteAverages {
  double energy, specific_heat, along, squared, fourth, staggered_squared;
  double spin_squared; ///< the square of a site's spin
  double log_partition;
};
/// On a width x height torus, by going through all states. Bonds along an axis of two sites are double; along one of one site there are none.
DiscreteAverages discrete_torus(const DiscreteModel& m, int width, int height, double temperature);
/// The energy per site on a width x length torus, by transfer matrices.
double discrete_strip_energy(const DiscreteModel& m, int width, int length, double temperature);

} // namespace neel::validate
