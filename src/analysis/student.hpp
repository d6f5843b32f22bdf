// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Whether two means differ by more than their errors allow: Welch's test.

#include <span>

namespace neel::analysis {

/// The probability that a number of Student's t distribution is farther from 0 than t.
double student_tail(double t, double freedom);

/// The probability that the means of two lists of independent Gaussian numbers of one mean are as far apart as these, or farther
/// (Welch, Biometrika 34, 28 (1947)); two numbers at least in each. 1 where all numbers are equal.
double welch(std::span<const double> a, std::span<const double> b);

} // namespace neel::analysis
