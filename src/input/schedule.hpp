// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// [schedule] and [pt]: temperatures, fields and times, and what is done at each.

#include "input/run_input.hpp"

namespace neel::input {

/// Values of schedule.kind.
inline const std::vector<std::string> schedule_kinds{"anneal", "multicanonical", "population", "quench", "temper"};

/// The model's units must be known.
void read_schedule(Reader& in, const ModelTraits& model, RunInput& run);

} // namespace neel::input
