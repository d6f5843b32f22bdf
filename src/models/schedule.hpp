// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What an input asks the run loop to do.

#include "input/run_input.hpp"

#include <neel/run/anneal.hpp>
#include <neel/run/tempered.hpp>

namespace neel::models {

run::Schedule to_schedule(const input::RunInput& run);
/// A model's simulation on the ladder of temperatures of a tempering input; `groups` of systems.
std::unique_ptr<run::Tempered> on_ladder(std::unique_ptr<run::Simulation> simulation, const input::RunInput& run,
                                         int groups);

} // namespace neel::models
