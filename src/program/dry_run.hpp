// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// neel run --dry-run: what a run is, and what it takes on this machine. Nothing is written.

#include "program/scan_runs.hpp"

namespace neel::program {

/// Throws what the run would before it begins.
void dry_run(const SingleRun& single, const RunOptions& options);
/// Of a scan, whose own files were looked at already. `farm`: see scan_work.hpp. Without runs, as JSON alone.
void dry_run(const std::vector<ScanRun>& runs, bool farm, const RunOptions& options);

} // namespace neel::program
