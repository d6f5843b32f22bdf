// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The analysis of runs of a spin glass, and the files of that.

#include "analysis/glass_curves.hpp"
#include "analysis/glass_equilibrium.hpp"
#include "analysis/relaxation.hpp"

namespace neel::analysis {

/// Of runs in equilibrium, by increasing size.
struct GlassAnalysis {
  std::vector<GlassCurves> runs;
  std::vector<GlassEquilibrium> equilibrium;        ///< of each
  std::array<Crossings, overlaps::count> crossings; ///< of consecutive sizes; no pairs of a single one
};
/// Throws InputError if runs are of one size, or differ in more than size and schedule.
GlassAnalysis analyze_glass(std::vector<GlassRun> runs, const FieldOptions& options, double exponent);

struct Quench {
  GlassRun run;
  Relaxation relaxation;
};

/// NAME.analysis.tsv: what was found as comments, then a row per run and temperature, or time.
void write_table(const GlassAnalysis& glass, const std::string& path);
void write_table(std::span<const Quench> quenches, const std::string& path);
/// NAME.analysis.h5: /runs/NAME for each run, /crossings (pair).
void write_file(const GlassAnalysis& glass, const std::string& path);
void write_file(std::span<const Quench> quenches, const std::string& path);

} // namespace neel::analysis
