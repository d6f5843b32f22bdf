// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// An error bar is a claim: it is compared with the scatter of many independent runs.

#include <map>
#include <string>
#include <vector>

namespace neel::validate {

/// One quantity of one case. For a vector quantity: over all of its elements and points.
struct Claim {
  std::string quantity;
  double value = 0;
  double scatter = 0;   ///< standard deviation of the values of independent runs
  double claimed = 0;   ///< root mean square of their errors
  double converged = 0; ///< part of the runs that call it so; NaN in a quench

  double ratio() const { return scatter / claimed; }
};

struct CoverageCase {
  std::string model, name;                    ///< system and conditions
  std::string input;                          ///< TOML; its systems are those of all runs together
  int runs = 0;                               ///< independent ones; the systems of a run are neighbours
  std::map<std::string, std::string> remarks; ///< of quantities whose ratio is not 1: why
};

std::vector<CoverageCase> coverage_cases();
/// Quantities whose errors and scatter are both zero, or not known, are left out.
std::vector<Claim> calibrate(const CoverageCase& c);

/// How often series of a known kind are called converged.
struct FlagCase {
  std::string kind;
  int chains = 0;       ///< series of one observable in a run
  double length = 0;    ///< in autocorrelation times
  bool right = false;   ///< they are in equilibrium and long enough
  double converged = 0; ///< part of the runs that are called converged
};

/// `runs` runs of each kind.
std::vector<FlagCase> judge_flags(int runs);

} // namespace neel::validate
