// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The majority automaton as a run of the program.

#include "models/model_run.hpp"

namespace neel::models {

std::unique_ptr<ModelRun> read_majority(input::Reader& in, input::RunInput& run);

} // namespace neel::models
