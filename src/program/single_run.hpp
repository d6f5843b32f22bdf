// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// One run on one set of output files: what of it is done already is found out, and the rest done.

#include "models/model_run.hpp"
#include "program/commands.hpp"

namespace neel::program {

struct SingleRun {
  std::unique_ptr<models::ModelRun> model;
  input::RunInput run;
  std::string base;      ///< path of the output files without their endings
  std::string stop_file; ///< whose appearance stops the run
  bool of_scan = false;  ///< says less where it is done already
};

/// `stopped` where a checkpoint was written early.
ExitCode work(SingleRun& single, const RunOptions& options);

/// Makes the directory of the output; path of its files without their endings.
std::string output_base(const RunOptions& options);
/// Seconds; throws InputError.
std::optional<double> time_limit(const RunOptions& options);
/// Throws InputError if a file that the model reads is one that a run of this name writes.
void keep_files_read(const models::ModelRun& model, const std::string& base);
/// Removes what an earlier run left.
void remove_outputs(const std::string& base);
/// Whether the input stored in `path` is that of this run (true), or the same but for fewer sweeps (false). Throws
/// InputError with a list of what differs if it is another, or if `may_grow` is false and it has fewer sweeps.
bool is_same_run(const std::string& path, const std::string& stored, const std::string& resolved, bool may_grow);

} // namespace neel::program
