// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once

#include "output/results.hpp"

#include <string>

namespace neel::program {

/// What the log says of a loop of fields: where the magnetisation along the field changes its sign on each branch. Empty for
/// other runs.
std::string hysteresis(const output::Results& results);

} // namespace neel::program
