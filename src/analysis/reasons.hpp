// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Why an analysis has no peak, no crossing or no critical temperature, and what to run for one.

#include "analysis/analysis.hpp"

namespace neel::analysis {

/// A value of what was varied, with its unit.
using InWords = std::function<std::string(double)>;

/// Of a group of a run; in words that follow a dash.
std::string why_no_peak(const RunAnalysis& run, std::size_t group, quantity::Index of, const InWords& shown);
/// Of a group of two sizes, the smaller first.
std::string why_no_crossing(const RunAnalysis& smaller, const RunAnalysis& larger, std::size_t group,
                            const InWords& shown);
/// A curve, and from where to where it is known (from > to: nowhere).
struct KnownCurve {
  ResampledCurve curve;
  Interval reach;
};
/// Of curves along `along`, the smaller size first, which is above the larger one's where there is order; `temperature`: that
/// is what they follow.
std::string why_no_crossing(const KnownCurve& smaller, const KnownCurve& larger, const std::string& along,
                            bool temperature, const InWords& shown);
/// Where there is no transition to long-range order by theory; else empty. Continuous symmetry in two dimensions: Mermin and
/// Wagner, Phys. Rev. Lett. 17, 1133 (1966).
std::string why_no_order(const RunData& run);

} // namespace neel::analysis
