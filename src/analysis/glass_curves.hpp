// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// xi/L and the Binder ratio of overlaps as functions of temperature, with errors by the jackknife over disorder samples, and
// where those of two sizes cross.

#include "analysis/analysis.hpp"
#include "analysis/glass_run.hpp"
#include "analysis/local_cubic.hpp"
#include "analysis/reasons.hpp"
#include "analysis/spline.hpp"

namespace neel::analysis {

/// Of disorder averages [...]: xi/L = sqrt([<q^2>]/[<|q(k)|^2>] - 1) / (2 L sin(pi/L)); [<q^4>]/[<q^2>]^2.
namespace overlaps {
enum Index : std::size_t { length_ratio, binder_ratio, count };
/// How the files call them.
Column column(Index quantity);
} // namespace overlaps

/// Between the temperatures of a ladder, a local cubic in T: noise that differs from one temperature to the next would make the
/// slope of a curve through all points, and with it the errors of crossings, random. As many temperatures take part as do not make
/// it miss a value; where a local cubic of any width does, the ladder is too coarse for one, and a natural spline takes its place.
class GlassCurve {
public:
  /// A run in equilibrium.
  GlassCurve(const GlassRun& run, overlaps::Index quantity);

  /// At each temperature of the run; NaN where it is not known, since the correlation is lost in noise.
  const std::vector<Estimate>& measured() const { return measured_; }
  /// From > to where it is known at fewer than two temperatures.
  Interval reach() const { return reach_; }
  /// In words: "local cubic of 9", "natural spline"; empty where it is not known.
  const std::string& kind() const { return kind_; }
  /// Within reach; else NaN.
  Estimate at(double temperature) const;
  /// As find_crossing() has it, which wants the curve of the smaller size above that of the larger one where there is order:
  /// that is so of the Binder ratio, and of -xi/L. Refers to this curve.
  KnownCurve to_cross() const;

private:
  double at(double temperature, std::size_t without) const;
  bool follows(std::span<const double> known) const;

  overlaps::Index quantity_;
  std::vector<Estimate> measured_;
  Interval reach_{1, 0};
  std::function<std::vector<double>(double)> weights_; ///< of the values below, at a temperature
  std::string kind_;
  std::vector<std::vector<double>> values_; ///< there, without each sample, then of all
};

struct GlassCurves {
  GlassRun run;
  std::vector<GlassCurve> curves;                             ///< by overlaps::Index
  std::vector<double> grid;                                   ///< temperatures
  std::array<std::vector<Estimate>, overlaps::count> on_grid; ///< NaN beyond reach
};
/// Throws InputError if the grid that was asked for is none.
GlassCurves glass_curves(GlassRun run, const FieldOptions& options);

/// omega + 1/nu of the three-dimensional Ising spin glass, 1.12(10) + 1/2.562(42): Baity-Jesi et al., Phys. Rev. B 88, 224416
/// (2013).
inline constexpr double glass_exponent = 1.51;

/// Of consecutive sizes; `runs` by increasing size.
Crossings cross_sizes(std::span<const GlassCurves> runs, overlaps::Index quantity, double exponent);

} // namespace neel::analysis
