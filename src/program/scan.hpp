// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The runs of a scan one after another, each with files of its own, and their results together in one file.

#include "input/scan.hpp"
#include "program/single_run.hpp"

namespace neel::program {

/// `in`: the input without [scan]. Every run is read before the first begins. Each has random numbers of its own: run k
/// works with algorithm.seed + k, unless the seed itself is scanned.
ExitCode run_scan(const input::Reader& in, const std::vector<input::ScanAxis>& scan, const RunOptions& options);

} // namespace neel::program
