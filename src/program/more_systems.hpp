// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// More systems for a finished run: those that are missing run by themselves, and are joined with it.

#include "input/run_input.hpp"
#include "program/shares.hpp"

namespace neel::program {

/// The run of the missing systems, with files of its own beside those of `single`. Nothing if the one that stands at `there`
/// lacks more than systems, is not at its end, or its systems cannot run apart. `grown`: what is longer now.
std::optional<SingleRun> missing_systems(const SingleRun& single, const std::vector<input::Difference>& grown,
                                         const run::Position& there);

} // namespace neel::program
