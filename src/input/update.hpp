// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// algorithm.update.

#include "input/run_input.hpp"

namespace neel::input {

/// "heatbath", or several one after another, ["heatbath", "overrelax:5"].
void read_update(Reader& in, const ModelTraits& model, RunInput& run);

} // namespace neel::input
