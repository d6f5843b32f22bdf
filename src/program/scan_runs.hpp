// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The runs that a scan consists of, and the axes of their results.

#include "input/scan.hpp"
#include "program/single_run.hpp"

namespace neel::program {

/// A run of the scan: "size 8x8, seed 2".
struct ScanRun {
  SingleRun single;
  std::string ending; ///< of its name: "_size8x8_seed2"
  std::string title;
};

/// Every combination of the scanned values. Throws InputError, also where two would have one name.
std::vector<ScanRun> make_runs(const input::Reader& in, const std::vector<input::ScanAxis>& scan);

/// The axes of the results: numbers, or where these do not tell the runs apart, what they stand for. Throws InputError if the
/// runs do not fit on one grid.
std::vector<models::Coordinate> make_axes(const std::vector<input::ScanAxis>& scan, const std::vector<ScanRun>& runs);

} // namespace neel::program
