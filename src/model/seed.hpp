// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The seed of an input, for kernels.

#include "input/run_input.hpp"

#include <neel/core/seed.hpp>

namespace neel::models {

inline Seed to_seed(const input::RunInput& run) { return {run.seed, run.first_system}; }

} // namespace neel::models
