// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Where curves of two sizes cross, such as their Binder ratios, and what crossings say of the critical temperature, or of
// the critical value of a parameter (Binder, Z. Phys. B 43, 119 (1981)).

#include "analysis/reweighting.hpp"

namespace neel::analysis {

/// A curve of a run, from all of its data and without each of its blocks or samples.
struct ResampledCurve {
  std::size_t replicas = 0;                      ///< how many blocks or samples can be left out
  std::function<double(double, std::size_t)> at; ///< at x, without one of them (without none: `replicas`)
  std::function<Estimate(double)> estimate;
};
/// Refers to the run.
ResampledCurve binder_curve(const Reweighting& run);

struct Crossing {
  Estimate at, height;
  std::vector<double> without_smaller, without_larger; ///< where it is without each block of either run
};

/// On which side of a crossing there is order: below a critical temperature; of a parameter it may be either.
enum class SampleNeighbours { below, either };

/// Where the curve of the smaller system goes from above that of the larger one, on the ordered side, to below it, as the
/// ratio <m^4>/<m^2>^2 does, looked for on a grid that both runs are trusted on. Where noise makes several, the one that
/// is clearest on both sides; nothing if none is clear by 2 sigma.
std::optional<Crossing> find_crossing(const ResampledCurve& smaller, const ResampledCurve& larger,
                                      std::span<const double> grid, SampleNeighbours side = SampleNeighbours::below);
/// Of the Binder ratios.
std::optional<Crossing> find_crossing(const Reweighting& smaller, const Reweighting& larger,
                                      std::span<const double> grid, SampleNeighbours side = SampleNeighbours::below);

/// The point of a grid behind which the sign changes from + to -, most clearly so: `clear` is a difference over its
/// error at each point. Nothing if it is nowhere clear by 2 sigma on both sides.
std::optional<std::size_t> clearest_change(std::span<const double> clear);

/// A critical point from crossings of consecutive sizes (of linear size `length`, one more than crossings): the
/// straight line x = x_c + a (L_1 L_2)^-(exponent/2) through them, weighted with their errors, at infinite size.
/// Crossings approach it as L^-(1/nu + omega) (Binder 1981), whose exponent is 2.2 to 2.5 in three dimensions; that 2
/// is taken for it is an error that the statistical one does not contain. Nothing for fewer than two crossings.
std::optional<Estimate> extrapolate(std::span<const Crossing> crossings, std::span<const double> length,
                                    double exponent = 2);
/// What that line is straight in, as text: "1/(L_1 L_2)", or "(L_1 L_2)^-0.75".
std::string abscissa(double exponent);

} // namespace neel::analysis
