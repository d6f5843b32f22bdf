// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A start from the configurations of another run, the same for all models.

#include "model/model.hpp"

namespace neel::models {

/// Reads what schedule.start names, if it is a file, and lets the model's simulations start from it. Notes errors.
void start_from_file(input::Reader& in, const input::RunInput& run, Model& model);

} // namespace neel::models
