// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Observables of the user's own: functions of averages, as expressions in the input (docs/observables.md).

#include "model/model.hpp"

namespace neel::models {

/// Adds those of measure.observables, and the moments that they need, to a model; notes in `in` what is wrong with them.
void add_user_observables(input::Reader& in, const input::RunInput& run, Model& model);

} // namespace neel::models
