// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Whether the samples of a spin glass were in equilibrium at the lowest temperature, where that takes longest.

#include "analysis/glass_run.hpp"

namespace neel::analysis {

/// How a quantity came to its value.
struct Drift {
  static constexpr double by_chance = 0.01; ///< p: so many samples in equilibrium are taken for others

  std::string name, long_name; ///< the moment in /samples
  std::vector<Estimate>
      octaves;         ///< mean over samples of the last half of the measurements, the quarter before, the eighth ...
  Estimate difference; ///< last half less the quarter before; error from samples, or from sets of
                       ///< them that share random numbers, if that is larger
  std::size_t judged = 0; ///< samples with two bins at least in the quarter
  std::vector<std::size_t>
      unlike; ///< chains whose last half and quarter before differ: p < by_chance by Welch's test of bins

  double expected() const { return by_chance * static_cast<double>(judged); }
  /// More of them than chance has once in 700 times (3 sigma of a binomial distribution).
  bool too_many() const;
};

/// For Ising spins in no field with Gaussian couplings of mean 0, e = -(1/T) sum over bonds of J^2 (1 - q_l), J the width;
/// Katzgraber, Palassini, Young, Phys. Rev. B 63, 184422 (2001). Out of equilibrium, the left side is above its value and the
/// right side below.
struct GaussianIdentity {
  Estimate energy, from_links, difference; ///< left side, right side, left less right
};

struct GlassEquilibrium {
  double temperature = 0;
  std::vector<Drift> drifts; ///< of overlap_squared and energy; none of fewer than eight bins
  std::optional<GaussianIdentity> identity;
  std::string why_no_identity; ///< of Gaussian couplings; else empty
};
/// Of a run that is no quench.
GlassEquilibrium examine_equilibrium(const GlassRun& run);

} // namespace neel::analysis
