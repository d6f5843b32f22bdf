// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Parts of a run without [scan]: each has a share of the systems. Their ends are joined.

#include "program/part.hpp"
#include "program/single_run.hpp"

namespace neel::program {

/// A part of the run as a run of its own. Throws InputError where the systems cannot run apart, or are fewer than the parts.
SingleRun run_of_part(const SingleRun& whole, Part part);

/// Finishes the run from where all its parts have ended, and removes these unless checkpoints are kept. Throws InputError where a
/// part is of another input, FileError where one is missing, unfinished, damaged or at work.
ExitCode join_parts(const SingleRun& whole, const RunOptions& options);

/// Throws InputError where one of these runs is of another input, FileError where one is not done; names the first few of
/// them. `of`: what they are, "runs of the scan".
void check_done(const std::vector<const SingleRun*>& runs, const std::string& of);

} // namespace neel::program
