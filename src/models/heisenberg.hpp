// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Heisenberg model as a run of the program, and its simulation apart from all that needs no kernels.

#include "models/heisenberg_observables.hpp"
#include "models/model_run.hpp"

namespace neel::models {

std::unique_ptr<ModelRun> read_heisenberg(input::Reader& in, input::RunInput& run);

/// On the default execution space, for any number of species.
MadeSimulation make_heisenberg(const input::RunInput& run, const Material& material,
                               const HeisenbergObservables& observables);
/// For 1, 2 or any_species species.
template <int Species>
MadeSimulation make_heisenberg_of(const input::RunInput& run, const Material& material,
                                  const HeisenbergObservables& observables);

} // namespace neel::models
