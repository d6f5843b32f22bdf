// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What population annealing adds to a model: free energy, entropy, and what tells of the families of a population.

#include "model/model.hpp"

namespace neel::models {

/// Do runs start from a sample of 1/T = 0?
bool starts_hot(const input::RunInput& run, const Model& model);

/// Names of observables: mean square family size; its variance of ln Z, times the population.
inline constexpr const char *rho_t = "rho_t", *rho_f = "rho_f";
/// A population should be so many times as large as rho_t: 100 rho_s, rho_s being smaller (W. Wang, J. Machta, H. G. Katzgraber, Phys.
/// Rev. E 92, 063307 (2015)).
inline constexpr double enough_families = 100;

/// Where the input asks for populations; notes an error where it asks for what they do not have.
void add_population(input::Reader& in, const input::RunInput& run, Model& model);

} // namespace neel::models
