// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Jackknife errors of anything that is computed from data with one block (or disorder sample) left out, and what is
// looked for on a curve: its maximum, its zero.

#include <neel/statistics/statistics.hpp>

#include <functional>
#include <limits>
#include <optional>
#include <string>

namespace neel::analysis {

using statistics::Estimate;
inline constexpr Estimate no_estimate{std::numeric_limits<double>::quiet_NaN(),
                                      std::numeric_limits<double>::quiet_NaN()};

/// A value from all data and the values without each of n equal blocks: the bias-corrected value n f - (n - 1) <f_(b)>,
/// and its error, sqrt((n - 1)/n sum (f_(b) - <f_(b)>)^2).
Estimate jackknife(double whole, std::span<const double> without);
/// Of a function of several independent runs: biases and squared errors add up.
Estimate jackknife(double whole, std::span<const std::vector<double>> without_by_run);

/// The mean of independent numbers, with its standard error (NaN of a single one).
Estimate mean_of(std::span<const double> values);

/// "2.2691(12)": the error in units of the last digit, with two digits of its own; "2.2691" where there is none.
std::string with_error(const Estimate& e);

/// A function of temperature, or of a parameter.
using Curve = std::function<double(double)>;
struct Interval {
  double from, to;
};
struct Maximum {
  double at, value;
};
/// So many values from one end to the other.
std::vector<double> evenly(Interval range, int points);
/// The maximum that is reached uphill from `start` in steps that grow from `step`, then by the golden section to 10^-7
/// of it (of the range, where that is not above zero). Nothing if the curve still rises where the range ends.
std::optional<Maximum> climb(const Curve& curve, double start, double step, Interval range);
/// The change of sign next to `start`, looked for in steps of `step` on both sides, then by bisection. Nothing if there
/// is none within the range.
std::optional<double> find_zero(const Curve& curve, double start, double step, Interval range);

} // namespace neel::analysis
