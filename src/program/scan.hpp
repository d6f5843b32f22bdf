// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The runs of a scan one after another, each with files of its own, and their results together in one file.

#include "input/scan.hpp"
#include "program/single_run.hpp"

namespace neel::program {

/// `in`: the input without [scan]. Every run is read before the first begins. Each has random numbers of its own,
/// unless the seed itself is scanned: run k along a single axis works with algorithm.seed + k; along several, k is made of
/// the bits of its numbers along each, taken in turn, so that a run keeps its seed when values are appended to any axis.
ExitCode run_scan(const input::Reader& in, const std::vector<input::ScanAxis>& scan, const RunOptions& options);

} // namespace neel::program
