// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Making a Heisenberg simulation, apart from all that needs no kernels.

#include "models/heisenberg_observables.hpp"
#include "models/model_run.hpp"

namespace neel::models {

struct MadeSimulation {
  std::unique_ptr<run::Simulation> simulation;
  std::function<Configuration(int system)> configuration; ///< valid as long as the simulation
};

/// On the default execution space.
MadeSimulation make_heisenberg(const input::RunInput& run, const Material& material,
                               const HeisenbergObservables& observables);

} // namespace neel::models
