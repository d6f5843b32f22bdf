// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The analysis of runs: curves on a fine grid of what was varied, peaks, crossings of sizes; and the files of that.

#include "analysis/crossings.hpp"
#include "analysis/run_data.hpp"

namespace neel::analysis {

struct FieldOptions {
  int points = 201;
  std::optional<double> from, to; ///< in the run's unit; the lowest and highest value of the run
};

/// Where the curve misses the mean that was measured there alone by most of its errors.
struct Deviation {
  double at = 0, errors = 0;
  quantity::Index of = quantity::energy;
};

/// One group of a run.
struct GroupAnalysis {
  Reweighting reweighting;
  std::vector<Estimates> curve;    ///< at each point of the grid; NaN where the data say nothing of it, or of its ln Z
  std::vector<double> effective;   ///< number of measurements there
  std::vector<Estimates> measured; ///< at each value of the run, from what was measured there alone
  std::optional<Peak> specific_heat, susceptibility;
  Deviation worst{};            ///< of energy and order parameter
  std::vector<Interval> gaps{}; ///< between values of the run that are not joined, from the lowest on
};

struct RunAnalysis {
  RunData data;             ///< its name unique among the runs
  std::vector<double> grid; ///< along the axis
  std::vector<GroupAnalysis> groups;
};
/// More errors than a mean is off by chance: runs too short or not in equilibrium, or a file that says other sizes,
/// temperatures or units than it was measured at.
inline constexpr double most_errors = 6;

/// Throws InputError if none of the grid can be reached.
RunAnalysis analyze_run(RunData data, const FieldOptions& options);

/// Crossings of each size with the next larger one, by group.
struct Crossings {
  std::vector<std::optional<Crossing>> pairs;
  std::optional<Estimate> critical; ///< extrapolate() with `exponent`, if all pairs cross
  double exponent = 2;
};
/// Throws InputError if lattices of several sizes do not have the same groups, or order parameters.
void check_comparable(std::span<const RunData> runs);
/// `runs` by increasing size; `exponent` of extrapolate().
std::vector<Crossings> find_crossings(std::span<const RunAnalysis> runs, double exponent = 2);

/// NAME.analysis.h5: /runs/NAME for each run (T, T_run, or what else was varied), /crossings (pair).
void write_analysis(std::span<const RunAnalysis> runs, std::span<const Crossings> crossings, const std::string& path);
/// NAME.analysis.tsv: peaks, crossings and critical points as comments, then a row per run, group and point.
void write_curves(std::span<const RunAnalysis> runs, std::span<const Crossings> crossings, const std::string& path);

/// How the files call a quantity.
struct Column {
  std::string name, units, long_name;
};
/// Of each quantity::Index.
std::vector<Column> columns(const RunData& run);

} // namespace neel::analysis
