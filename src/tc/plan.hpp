// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What runs `neel tc` makes: temperatures, sweeps, systems. All follow from results of earlier runs alone.

#include "tc/crossing.hpp"
#include "tc/question.hpp"

namespace neel::tc {

/// A run by tempering.
struct RunPlan {
  int multiple = 1;                 ///< of the smallest lattice
  std::vector<double> temperatures; ///< rising
  std::int64_t thermalize = 0, sweeps = 0, every = 1;
  int systems = 8;
  std::uint64_t number = 0; ///< of all runs: each has random numbers, and disorder samples, of its own

  /// Updates of sites.
  double updates(const Question& question) const;
  /// The keys of its input.
  std::vector<std::string> keys(const Question& question) const;
};

inline constexpr int clean_systems = 8, samples = 24; ///< without disorder; with it
inline constexpr double lowest_of_mean_field = 0.04;  ///< no transition is looked for below this part of its T_c

/// From so much above the T_c of mean field down to so much of it, evenly in the logarithm, on the smallest lattice.
RunPlan pilot(const Question& question, double from, double to);

/// Temperatures over a window: neighbours differ by about a thermal fluctuation of the energy, unless these are too
/// many.
std::vector<double> ladder(Interval window, double specific_heat, double sites);

/// The sweeps for so many independent measurements per temperature, all systems together, with an autocorrelation
/// time tau.
void set_sweeps(RunPlan& plan, double tau, double independent);
/// Fewer would not make errors.
inline constexpr double fewest_independent = 400;

/// The temperatures where xi/L of the pilot says that a transition may be: from deep in order to no order.
struct Reach {
  Interval window;
  bool ordered = false; ///< the coldest are
};
Reach reach_of(const Curves& pilot, int dimension, double highest);

/// The temperatures at which a lattice is run to find a crossing better: where xi/L of the largest lattice so far is
/// about that of the crossing, and a few errors of it.
Interval window_around(const Curves& largest, const Pair& pair);

/// The least temperature window that holds these crossings.
Interval window_of(std::span<const Pair> pairs, int length);

} // namespace neel::tc
