// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// One run on one set of output files: what of it is done already is found out, and the rest done.

#include "model/model.hpp"
#include "program/commands.hpp"
#include "program/stop.hpp"

namespace neel::program {

struct SingleRun {
  models::Model model;
  input::RunInput run;
  std::string base;     ///< path of the output files without their endings
  bool of_scan = false; ///< says less where it is done already
};

/// What work() does before it makes anything: throws where files are in the way, or of another input. A note on results or a
/// checkpoint of this run that are there already; writes nothing.
std::string look(const SingleRun& single, const RunOptions& options);

/// `stopped` where a checkpoint was written early.
ExitCode work(SingleRun& single, const RunOptions& options, Stop& stop);

/// --restart is for runs of this input, or shorter ones. Throws InputError if anything that is there is of another one, or
/// nothing says of which it is.
void check_restart(const std::string& base, const std::string& resolved);

/// Seconds; throws InputError.
std::optional<double> time_limit(const RunOptions& options);

} // namespace neel::program
