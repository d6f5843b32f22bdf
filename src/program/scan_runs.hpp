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

/// All of a scan.
struct Scan {
  std::vector<ScanRun> runs;
  std::vector<models::Coordinate>
      axes; ///< of the results: numbers, or where these do not tell runs apart, what they stand for
  std::string base;
  std::vector<std::string> keys; ///< that are scanned
  std::string resolved;          ///< the input of the whole scan, defaults filled in
  std::vector<std::string> open; ///< keys that runs make different things of
};

/// Every combination of the scanned values, and where their files are to be. Throws InputError also if results do not fit on one grid.
Scan read_scan(const input::Reader& in, const std::vector<input::ScanAxis>& axes, const RunOptions& options);

} // namespace neel::program
