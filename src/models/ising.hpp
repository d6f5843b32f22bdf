// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Ising model as a run of the program.

#include "models/model_run.hpp"

namespace neel::models {

std::unique_ptr<ModelRun> read_ising(input::Reader& in, input::RunInput& run);

struct IsingInput {
  double coupling = 1; ///< J
};
/// On the default execution space.
MadeSimulation make_ising(const input::RunInput& run, const IsingInput& input);

/// Raw moments of one measurement, in this order.
enum class IsingMoment { energy, energy2, m, m1, m2, m4, n1, n2, acceptance, count };

} // namespace neel::models
