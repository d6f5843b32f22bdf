// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The runs of a scan, each with files of its own, and their results together in one file.

#include "input/scan.hpp"
#include "program/single_run.hpp"

namespace neel::program {

/// `in`: the input without [scan], whose keys are `axes`. Every run is read before the first begins; those of --part are
/// worked on. Each has random numbers of its own,
/// unless the seed itself is scanned: run k along a single axis works with algorithm.seed + k; along several, k is made of
/// the bits of its numbers along each, taken in turn, so that a run keeps its seed when values are appended to any axis.
ExitCode run_scan(const input::Reader& in, const std::vector<input::ScanAxis>& axes, const RunOptions& options);

/// Helps rank 0 with runs of its scan. On the other ranks.
void help_with_scan(const input::Reader& in, const std::vector<input::ScanAxis>& axes, const RunOptions& options);

/// The results of runs that are all done, in one file. Throws InputError where one is of another input, FileError where one is
/// not done.
ExitCode join_scan(const input::Reader& in, const std::vector<input::ScanAxis>& axes, const RunOptions& options);

} // namespace neel::program
