// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The Edwards-Anderson spin glass as a run of the program.

#include "models/model_run.hpp"

namespace neel::models {

std::unique_ptr<ModelRun> read_edwards_anderson(input::Reader& in, input::RunInput& run);

} // namespace neel::models
