// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The runs of a scan at work: one after another, each shared by all ranks; or each by one rank, which takes the next when it is done.

#include "program/log.hpp"
#include "program/scan_runs.hpp"
#include "program/stop.hpp"

namespace neel::program {

/// Does each rank work on runs of its own? If each run fits it, and there are as many as ranks, or they cannot be shared.
bool in_task_farm(const std::vector<ScanRun>& runs);

/// Works on all of them, in a farm or not; `done` where all are. On rank 0.
ExitCode work_on_all(std::vector<ScanRun>& runs, bool farm, const RunOptions& options, Log& log, Stop& stop);
/// Helps rank 0 with it. On the other ranks; `base`: of the log that rank 0 has.
void help_with_all(std::vector<ScanRun>& runs, const RunOptions& options, const std::string& base);

} // namespace neel::program
