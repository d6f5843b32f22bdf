// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// [measure.structure] and measure.correlations.

#include "input/run_input.hpp"

namespace neel::input {

/// The lattice must be known.
void read_structure(Reader& in, const ModelTraits& model, RunInput& run);

} // namespace neel::input
