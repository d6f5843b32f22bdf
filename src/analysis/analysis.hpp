// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The analysis of runs: curves on a fine grid of temperatures, peaks, crossings of sizes; and the files that hold it.

#include "analysis/crossings.hpp"
#include "analysis/run_data.hpp"

namespace neel::analysis {

struct GridOptions {
  int points = 201;
  std::optional<double> from, to; ///< in the run's unit; the lowest and highest temperature of the run
};

/// One group of a run.
struct GroupAnalysis {
  Reweighting reweighting;
  std::vector<Estimates> curve;    ///< at each temperature of the grid; NaN where the data say nothing of it
  std::vector<double> effective;   ///< number of measurements there
  std::vector<Estimates> measured; ///< at each temperature of the run, from what was measured there alone
  std::optional<Peak> specific_heat, susceptibility;
};

struct RunAnalysis {
  RunData data;
  std::string name;         ///< unique among the runs
  std::vector<double> grid; ///< temperatures
  std::vector<GroupAnalysis> groups;
};
/// Throws InputError if none of the grid can be reached.
RunAnalysis analyze_run(RunData data, const GridOptions& options);

/// Crossings of each size with the next larger one, by group.
struct Crossings {
  std::vector<std::optional<Crossing>> pairs;
  std::optional<Estimate> critical; ///< extrapolate(), if all pairs cross
};
/// Throws InputError if the runs differ in more than size, schedule and statistics.
void check_comparable(std::span<const RunData> runs);
/// `runs` by increasing size.
std::vector<Crossings> find_crossings(std::span<const RunAnalysis> runs);

/// NAME.analysis.h5: /runs/NAME (T, T_run) for each run, /crossings (pair).
void write_analysis(std::span<const RunAnalysis> runs, std::span<const Crossings> crossings, const std::string& path);
/// NAME.analysis.tsv: peaks, crossings and T_c as comments, then a row per run, group and temperature.
void write_curves(std::span<const RunAnalysis> runs, std::span<const Crossings> crossings, const std::string& path);

/// How the files call a quantity.
struct Column {
  std::string name, units, long_name;
};
/// Of each quantity::Index.
std::vector<Column> columns(const RunData& run);

} // namespace neel::analysis
