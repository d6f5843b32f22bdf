// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The neel command: its options, and its exit codes.

#include "errors.hpp"
#include "program/backend.hpp"
#include "program/commands.hpp"

#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdio>
#include <exception>

#include "build_info.hpp"

namespace {

using neel::ExitCode;
using neel::program::AnalyzeOptions;
using neel::program::Backend;
using neel::program::BenchOptions;
using neel::program::RunOptions;
using neel::program::ValidateOptions;

struct Options {
  int threads = 0;
  RunOptions run;
  std::string file;
  AnalyzeOptions analyze;
  BenchOptions bench;
  ValidateOptions validate;
};

void describe_run(CLI::App& command, RunOptions& o) {
  command.add_option("INPUT", o.input, "input file (TOML)")->required();
  command.add_option("--out", o.out, "directory for the output files")->type_name("DIR")->capture_default_str();
  command.add_option("--name", o.name, "name of the output files (default: the input's stem)")->type_name("NAME");
  command.add_option("--set", o.set, "set a key of the input; may be repeated")
      ->type_name("key.sub=value")
      ->allow_extra_args(false);
  command
      .add_option("--target-error", o.target_error,
                  "end a point as soon as the error of OBSERVABLE is so small; may be repeated")
      ->type_name("OBSERVABLE=ERROR")
      ->allow_extra_args(false);
  command.add_option("--time-limit", o.time_limit, "stop with a checkpoint before so much time is over")
      ->type_name("HH:MM:SS");
  command.add_flag("--restart", o.restart, "start over instead of continuing");
  command.add_flag("--force", o.force, "start over, and overwrite results of another input");
  command.add_flag("--dry-run", o.dry_run, "check the input, print Hamiltonian, memory and time; write nothing");
  command.add_option("--progress", o.progress, "how to show progress")
      ->check(CLI::IsMember({"auto", "bar", "line", "none"}))
      ->capture_default_str();
  command.add_flag("--quiet", o.quiet, "print nothing but errors");
}

void describe_analyze(CLI::App& command, AnalyzeOptions& o) {
  command.add_option("RUN", o.runs, "result files (NAME.h5); of several sizes: the sizes are compared")->required();
  command.add_option("--out", o.out, "directory for the output files")->type_name("DIR")->capture_default_str();
  command.add_option("--name", o.name, "name of the output files (default: the first run's)")->type_name("NAME");
  command.add_option("--points", o.points, "temperatures of each curve")
      ->check(CLI::Range(3, 100000))
      ->capture_default_str();
  command.add_option("--from", o.from, "lowest temperature (default: the run's)")->type_name("T");
  command.add_option("--to", o.to, "highest temperature (default: the run's)")->type_name("T");
}

void describe_bench(CLI::App& command, BenchOptions& o) {
  command.add_option("MODEL", o.model, "heisenberg, edwards-anderson, phi4 or majority")->required();
  command.add_option("--size", o.sizes, "lattice sizes L")->delimiter(',')->check(CLI::PositiveNumber);
  command.add_option("--repetitions", o.repetitions, "timed repetitions")
      ->check(CLI::Range(3, 10000))
      ->capture_default_str();
  command.add_option("--json", o.json, "also write the figures to FILE")->type_name("FILE");
}

void describe_validate(CLI::App& command, ValidateOptions& o) {
  command.add_flag("--full", o.full, "more cases and ten times as many measurements");
  command.add_flag("--bugs", o.bugs, "also break every sampler on purpose, and see that it is noticed");
  command.add_option("--markdown", o.markdown, "also write the tables to FILE")->type_name("FILE");
}

int work(int argc, char** argv) {
  Options options;
  CLI::App app("Neel: Monte Carlo for classical lattice systems, on CPU and GPU", "neel");
  app.set_version_flag("--version", NEEL_VERSION);
  app.require_subcommand(1);
  app.fallthrough();
  app.add_option("--threads", options.threads, "host threads (default: OMP_NUM_THREADS or all)")
      ->check(CLI::Range(1, 4096));
  app.footer("Exit codes: 0 done, 1 internal error, 2 usage or input, 3 file, 4 device or memory, 5 check failed,\n"
             "75 stopped early with a checkpoint: run the same command again.");
  CLI::App& run = *app.add_subcommand("run", "run an input file");
  CLI::App& info = *app.add_subcommand("info", "show what this build is, or what a result file holds");
  CLI::App& analyze =
      *app.add_subcommand("analyze", "reweight between the temperatures of runs: curves, peaks, crossings");
  CLI::App& bench = *app.add_subcommand("bench", "measure the speed of a model on this machine");
  CLI::App& validate = *app.add_subcommand("validate", "check this build on this machine against exact results");
  describe_validate(validate, options.validate);
  describe_run(run, options.run);
  info.add_option("FILE", options.file, "a result file (NAME.h5) or checkpoint (NAME.chk.h5)");
  describe_analyze(analyze, options.analyze);
  describe_bench(bench, options.bench);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? static_cast<int>(ExitCode::done) : static_cast<int>(ExitCode::input);
  }
  if (info.parsed() && !options.file.empty()) {
    neel::program::info(options.file);
    return 0;
  }
  if (analyze.parsed()) {
    neel::program::analyze(options.analyze);
    return 0;
  }
  const Backend backend(options.threads);
  if (run.parsed()) {
    return static_cast<int>(neel::program::run(options.run));
  }
  if (validate.parsed()) {
    return static_cast<int>(neel::program::validate(options.validate));
  }
  if (info.parsed()) {
    neel::program::info();
  } else {
    neel::program::bench(options.bench);
  }
  return 0;
}

int failed(ExitCode code, const char* what) {
  std::fprintf(stderr, "neel: error: %s\n", what);
  return static_cast<int>(code);
}

} // namespace

int main(int argc, char** argv) {
  // Writing to a closed pipe or beyond a limit fails like any other write, and is reported as such.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return work(argc, argv);
  } catch (const neel::UserError& e) {
    return failed(e.code(), e.what());
  } catch (const std::bad_alloc&) {
    return failed(ExitCode::device, "out of host memory");
  } catch (const std::exception& e) {
    return failed(ExitCode::internal, e.what());
  }
}
