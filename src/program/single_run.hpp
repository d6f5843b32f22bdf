// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// One run on one set of output files: what of it is done already is found out, and the rest done.

#include "model/model.hpp"
#include "output/checkpoint.hpp"
#include "program/commands.hpp"
#include "program/stop.hpp"

namespace neel::program {

struct SingleRun {
  models::Model model;
  input::RunInput run;
  std::string base;     ///< path of the output files without their endings
  bool of_scan = false; ///< says less where it is done already
};

/// What is there of a run already.
struct PriorWork {
  std::vector<std::string> notes; ///< on results or a checkpoint
  bool done = false;
  std::int64_t sweeps_left = 0; ///< of each system
};
/// What work() does before it makes anything: throws where files are in the way, or of another input. Writes nothing.
PriorWork look(const SingleRun& single, const RunOptions& options);

/// `stopped` where a checkpoint was written early.
ExitCode work(SingleRun& single, const RunOptions& options, Stop& stop);

/// What work() does at the end, for a run that others have done: all of it stands at `end`. `note`: how it came about.
ExitCode finish_joined(const SingleRun& single, output::Checkpoint end, const std::string& note,
                       const RunOptions& options, Stop& stop);

/// Seconds; throws InputError.
std::optional<double> time_limit(const RunOptions& options);

} // namespace neel::program
