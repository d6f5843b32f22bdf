// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The commands of the program. Each throws UserError for what its user can mend.

#include "errors/errors.hpp"
#include "import/import.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neel::program {

struct RunOptions {
  std::string input;
  std::string out = ".";
  std::string name; ///< of the output files; empty: the stem of the input
  std::vector<std::string> set;
  std::vector<std::string> target_error; ///< "observable=error"
  std::string time_limit;                ///< input::parse_duration, or empty
  std::string part;                      ///< "K/N", or empty
  bool restart = false, force = false, dry_run = false, json = false, quiet = false;
  std::string progress = "auto";
};

/// `stopped` where a checkpoint was written early.
ExitCode run(const RunOptions& options);
/// On ranks other than the first, which asks for it: works on runs of its scan.
void help(const RunOptions& options);
/// Puts together what runs with --part have done; computes nothing. Throws FileError where something is missing.
ExitCode join(const RunOptions& options);

struct InfoOptions {
  std::string file; ///< a result, a checkpoint or an analysis; empty: this build
  bool json = false;
};

/// Prints what this build is, or what a file holds.
void info(const InfoOptions& options);

struct AnalyzeOptions {
  std::vector<std::string> runs; ///< result files
  std::string out = ".";
  std::string name;     ///< of the output files; empty: the stem of the first run
  int points = 201;     ///< of each curve
  std::string along;    ///< what curves follow: T, H, a coupling; empty: what was varied
  std::string from, to; ///< values of it, in the unit of the runs or with one; empty: the runs'. Of a quench, sweeps
  std::optional<double> exponent; ///< of the sizes' approach to T_c; empty: 2, of spin glasses analysis::glass_exponent
};

/// Reweights between the states of runs: curves, peaks, crossings of sizes; of spin glasses, crossings, equilibration, growth.
void analyze(const AnalyzeOptions& options);

struct TcOptions {
  std::string input;
  std::string out = ".";
  std::string name; ///< of the output files; empty: the stem of the input
  std::vector<std::string> set;
  std::string error = "0.5%"; ///< of T_c, asked for
  std::string time_limit;     ///< as of RunOptions
  std::int64_t max_sweeps = 1'000'000'000'000;
  bool force = false, quiet = false;
};

/// Finds the temperature of a transition from couplings alone, or says why there is none. `stopped` where it can go on.
ExitCode find_tc(const TcOptions& options);

struct KeysOptions {
  std::string model;     ///< empty: of all models
  bool markdown = false; ///< as the table of docs/input.md
  bool json = false;
};

/// Prints every key of a model's input: its default, what is expected, and what it means.
ExitCode keys(const KeysOptions& options);

struct ImportOptions {
  imports::Options what;
  std::string out;    ///< the input to be written; empty: named after the file or folder
  bool force = false; ///< overwrites
};

/// Writes an input from the files of another program, and says what it could not carry over.
void import_input(const ImportOptions& options);

struct BondsOptions {
  std::string input;
  std::string out; ///< the table to be written; empty: named after the input
  std::vector<std::string> set;
  int sample = 0;
  bool force = false; ///< overwrites
};

/// Writes the couplings of one sample as a table.
void write_bonds(const BondsOptions& options);

struct PlanOptions {
  std::string input;
  std::vector<std::string> set;
  std::vector<int> ranks{1, 2, 4, 8, 16};
  std::string network;                      ///< file of neel bench parallel --json; or else
  std::optional<double> latency, bandwidth; ///< microseconds; bytes per nanosecond
  bool json = false;
};

/// Prints how long sweeps would take on so many ranks, and what memory.
void plan(const PlanOptions& options);

struct LabOptions {
  std::string input;
  std::string out = ".";
  std::string name; ///< of what is saved; empty: the stem of the input
  std::vector<std::string> set;
  int block = 0;  ///< sweeps between which temperature and field can be changed; 0: as the input suggests
  int idle = 180; ///< seconds without a page after which it pauses; 0: never
  std::string listen = "127.0.0.1";
  int port = 0;
};

/// Runs an input's simulation behind a page, until it is stopped.
void lab(const LabOptions& options);

struct ViewOptions {
  std::string what; ///< NAME.h5, NAME.vtkhdf, or an input whose run is at work
  std::string out = ".";
  std::string name; ///< of an input's output files; empty: its stem
  std::vector<std::string> set;
  std::string listen = "127.0.0.1";
  int port = 0; ///< 0: one that is free
};

/// Serves a page with what a run has, until it is stopped.
void view(const ViewOptions& options);

struct ValidateOptions {
  bool full = false;
  bool errors = false;  ///< validate_errors() instead
  std::string markdown; ///< file for the table, or none
};

/// `check` where a row fails, or a kernel has none.
ExitCode validate(const ValidateOptions& options);
/// Compares error bars with the scatter of runs, and counts how often `converged` is wrong. `check` where an error bar is too
/// long or too short.
ExitCode validate_errors(const std::string& markdown);

} // namespace neel::program
