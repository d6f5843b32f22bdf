// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Where a run starts: what is there of it already, from an earlier process or a shorter input.

#include "program/more_systems.hpp"

namespace neel::program {

/// Done already, from a checkpoint, or from the beginning.
struct Start {
  bool done = false;
  std::optional<output::FoundCheckpoint> from;
  bool keep_results = false;     ///< finished ones of a shorter run are there
  bool was_in_reach = false;     ///< a run could have gone on from where these ended
  bool joined = false;           ///< the checkpoint was made of those of several runs
  std::optional<SingleRun> more; ///< systems that run first, by themselves, and are joined with the checkpoint
  std::string note;              ///< what had to be overcome
};

/// Throws InputError where files are in the way, or would be lost that the run reads.
void keep_files(const SingleRun& single, const RunOptions& options);

/// Throws InputError where what is there is of another input, or would be lost; FileError where it cannot be read.
Start choose_start(const SingleRun& single, const RunOptions& options);

/// Are the finished results there? Throws InputError where what is there is of another input, unless --force is given.
bool is_done(const SingleRun& single, const RunOptions& options);

/// --restart is for runs of this input, or shorter ones. Throws InputError if anything that is there is of another one, or
/// nothing says of which it is.
void check_restart(const std::string& base, const std::string& resolved);

/// "systems 8 to 15".
std::string system_numbers(const SingleRun& more);

} // namespace neel::program
