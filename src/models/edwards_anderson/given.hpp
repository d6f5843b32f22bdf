// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Couplings of bit-coded samples as tables of bonds, and back.

#include "model/model.hpp"
#include "models/edwards_anderson/engine.hpp"

namespace neel::models {

/// couplings.file, into the options, which must be known else, and free of objections. Returns the files.
std::vector<std::string> read_given(input::Reader& in, EdwardsAndersonOptions& options);

/// The couplings of a sample (of the first rung), drawn or given.
std::vector<SiteBond> bonds_of_sample(const EdwardsAndersonOptions& options, int sample);

} // namespace neel::models
