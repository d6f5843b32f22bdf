// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Can a run of a schedule have come to what a checkpoint says, and go on from it? Whoever changes one may change its checksums, too.

#include "output/checkpoint.hpp"

namespace neel::program {

/// Throws std::invalid_argument, with what is impossible. `ended_early`: points may have ended by their target errors. `simulation`: a
/// new one of the run.
void check_position(const output::Checkpoint& checkpoint, const run::Schedule& schedule, bool ended_early,
                    const run::Simulation& simulation);

/// A longer run keeps `least` bins or more: where none were joined yet, those of the checkpoint become bins of that run.
void keep_more_bins(output::Checkpoint& checkpoint, int least);

} // namespace neel::program
