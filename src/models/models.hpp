// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The list of models.

#include "model/model.hpp"

namespace neel::models {

/// Names of all models.
std::vector<std::string> names();
/// Names of all moves.
std::vector<std::string> moves();
/// Reads the whole input; throws InputError with all that is wrong with it.
Model read_input(input::Reader& in, input::RunInput& run);
/// All keys of a model's input. Throws InputError if there is no such model.
std::vector<input::Declaration> keys(const std::string& model);

} // namespace neel::models
