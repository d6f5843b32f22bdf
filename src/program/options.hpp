// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The options of each command, as CLI11 reads them.

#include "bench/bench.hpp"
#include "program/commands.hpp"

#include <CLI/CLI.hpp>

namespace neel::program {

void describe_run(CLI::App& command, RunOptions& o);
void describe_join(CLI::App& command, RunOptions& o);
void describe_info(CLI::App& command, InfoOptions& o);
void describe_analyze(CLI::App& command, AnalyzeOptions& o);
void describe_tc(CLI::App& command, TcOptions& o);
void describe_bench(CLI::App& command, bench::Options& o);
void describe_validate(CLI::App& command, ValidateOptions& o);
void describe_keys(CLI::App& command, KeysOptions& o);
void describe_import(CLI::App& command, ImportOptions& o);
void describe_bonds(CLI::App& command, BondsOptions& o);
void describe_plan(CLI::App& command, PlanOptions& o);
void describe_view(CLI::App& command, ViewOptions& o);
void describe_lab(CLI::App& command, LabOptions& o);
void describe_completion(CLI::App& command, std::string& shell);

} // namespace neel::program
