// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Whether chains look as if they were in equilibrium.

#include <span>
#include <vector>

namespace neel::output {

/// Series of equal length. False if their first halves differ from their second ones, on average (a drift) or chain by chain
/// (changes slower than a chain is long), or chains from each other (`one_mean`: they sample one distribution) by more than
/// the correlations in them explain. In the spirit of split-R-hat (Vehtari et al., Bayesian Analysis 16, 667 (2021)), but with
/// the error of a mean from the autocorrelation function, so that what is unusual is known for any length. Each test is wrong
/// once in some hundred times, in chains that are in equilibrium and long enough for their correlations to be seen.
bool stationary(std::span<const std::vector<double>> chains, bool one_mean);

/// The ranks of the numbers, all of which are finite, among all, or (not `one_mean`) among those of their chain, from 0 to 1: a test of these sees
/// what happens in few but large numbers, and is not led astray by them.
std::vector<std::vector<double>> ranks(std::span<const std::vector<double>> chains, bool one_mean);

} // namespace neel::output
