// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/single_run.hpp"

#include "errors.hpp"
#include "files/durable.hpp"
#include "program/job.hpp"
#include "program/report.hpp"

#include <cstdio>
#include <filesystem>
#include <stdexcept>

namespace neel::program {

namespace {

namespace fs = std::filesystem;

/// More sweeps, or later times, are more of the same run; any other difference makes it another run.
bool is_longer(const input::Difference& d) {
  if (d.key == "schedule.times") { // "[1, 2]" and "[1, 2, 4]"
    return d.now.starts_with(d.before.substr(0, d.before.rfind(']')) + ",");
  }
  return d.key == "schedule.sweeps" && std::stoll(d.now) > std::stoll(d.before);
}

constexpr const char* endings[] = {".chk.h5", ".chk.h5.prev",   ".h5",  ".tsv", ".vtkhdf",
                                   ".pbm",    ".resolved.toml", ".stop"};

} // namespace

bool is_same_run(const std::string& path, const std::string& stored, const std::string& resolved, bool may_grow) {
  std::string list;
  bool same = true;
  for (const input::Difference& d : input::differences(stored, resolved)) {
    if (d.key.rfind("output.", 0) == 0) {
      continue; // the results do not depend on it
    }
    same = false;
    if (!(may_grow && is_longer(d))) {
      list += "\n  " + d.key + ": " + d.before + " there, " + d.now + " now";
    }
  }
  if (!list.empty()) {
    throw InputError(path + " was made from a different input:" + list +
                     "\nUse --force to overwrite it, or --name or --out to write elsewhere; to continue it, only "
                     "schedule.sweeps may be more and schedule.times go on, and what is in [output] may differ");
  }
  return same;
}

void remove_outputs(const std::string& base) {
  for (const char* ending : endings) {
    std::error_code error;
    fs::remove(base + ending, error);
    if (error) {
      throw FileError("cannot remove " + base + ending + ": " + error.message());
    }
  }
}

std::string output_base(const RunOptions& options) {
  std::error_code error;
  fs::create_directories(options.out, error);
  if (error) {
    throw FileError("cannot make the directory " + options.out + ": " + error.message());
  }
  const std::string name = options.name.empty() ? fs::path(options.input).stem().string() : options.name;
  return options.out == "." ? name : (fs::path(options.out) / name).string();
}

std::optional<double> time_limit(const RunOptions& options) {
  try {
    return options.time_limit.empty() ? std::nullopt : std::optional(input::parse_duration(options.time_limit));
  } catch (const std::invalid_argument& e) {
    throw InputError(std::string("--time-limit: ") + e.what());
  }
}

namespace {

/// Where a run starts: done already, from a checkpoint, or from the beginning.
struct Start {
  bool done = false;
  std::optional<output::FoundCheckpoint> from;
};

Start find_start(const std::string& base, const std::string& resolved, const RunOptions& options) {
  const std::string results = base + ".h5", checkpoint = base + ".chk.h5";
  Start start;
  if (options.force) {
    remove_outputs(base);
    return start;
  }
  if (!options.restart) {
    start.from = output::find_checkpoint(checkpoint);
  }
  if (start.from) {
    is_same_run(checkpoint, start.from->checkpoint.input, resolved, true);
  }
  if (fs::exists(results)) {
    const output::Summary summary = output::read_summary(results);
    start.done = is_same_run(results, summary.input, resolved, start.from.has_value()) && summary.complete;
  }
  if (options.restart) {
    remove_outputs(base);
    start.done = false;
  }
  return start;
}

} // namespace

void keep_files_read(const models::ModelRun& model, const std::string& base) {
  for (const auto& [key, file] : model.files_read()) {
    for (const char* ending : endings) {
      std::error_code error;
      if (fs::equivalent(file, base + ending, error)) {
        throw InputError(key + ": " + base + ending +
                         " is a file that this run writes; choose --name or --out to write elsewhere");
      }
    }
  }
}

ExitCode work(SingleRun& single, const RunOptions& options) {
  models::ModelRun& model = *single.model;
  const std::string& base = single.base;
  keep_files_read(model, base);
  Log log(base + ".log", options.quiet);
  Start start = find_start(base, model.resolved(), options);
  if (start.done) {
    if (!single.of_scan) {
      std::printf("%s.h5 already holds the finished results of this input; use --restart to run again\n", base.c_str());
    }
    return ExitCode::done;
  }
  check_memory(model, single.run);
  if (!start.from) {
    log.clear();
    log.write(header(model, single.run, options.input));
  }
  files::write_text(base + ".resolved.toml", model.resolved() + "\n" + input::resolved(single.run.output));
  const JobOptions job_options{base, single.stop_file, options.quiet ? "none" : options.progress, time_limit(options)};
  Job job(model, single.run, job_options, log, std::move(start.from));
  return job.work() ? ExitCode::done : ExitCode::stopped;
}

} // namespace neel::program
