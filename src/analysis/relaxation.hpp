// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How the integral correlation length xi_12 of a spin glass grows after a quench: xi_12 = A t^(1/z).

#include "analysis/glass_run.hpp"

namespace neel::analysis {

/// Which times are fitted, in sweeps. Without a bound: from where xi_12 has come to three lattice spacings, to where it has come
/// to an eighth of the lattice's shortest length; Belletti et al., J. Stat. Phys. 135, 1121 (2009), fit 3 to 10 at L = 80.
struct Window {
  std::optional<double> from, to;
  static constexpr double shortest = 3, part = 1.0 / 8;
  static constexpr std::size_t fewest = 3; ///< times
};

struct GrowthLaw {
  Estimate z, amplitude;
  double from = 0, to = 0;         ///< first and last time
  std::size_t times = 0;           ///< that were fitted
  double chi_squared = 0;          ///< NaN where samples are too few for it
  double slope = 0, intercept = 0; ///< of log xi_12 in log t, as fitted; z and amplitude are corrected for bias
  std::size_t freedom() const { return times - 2; }
};

struct Relaxation {
  std::vector<Estimate> length; ///< xi_12 at each time of the run; NaN where noise has hidden it
  std::optional<GrowthLaw> law;
  std::string why; ///< there is none, and what to run
};

/// Of a quench with its C_4(r). A straight line through (log t, log xi_12), weighted with the errors of each time alone. Errors by
/// the jackknife over samples. chi^2 is that of the best line under the jackknife's covariance of times, whose inverse has been
/// corrected for the number of samples (Hartlap, Simon, Schneider, Astron. Astrophys. 464, 399 (2007)); it needs four samples
/// for each time.
Relaxation relax(const GlassRun& run, const Window& window);

} // namespace neel::analysis
