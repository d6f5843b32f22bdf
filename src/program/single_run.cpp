// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/single_run.hpp"

#include "files/durable.hpp"
#include "files/print.hpp"
#include "model/schedule.hpp"
#include "output/results.hpp"
#include "parallel/shared.hpp"
#include "program/job.hpp"
#include "program/memory.hpp"
#include "program/more_systems.hpp"
#include "program/outputs.hpp"
#include "program/report.hpp"
#include "program/same_run.hpp"

#include <filesystem>
#include <stdexcept>

namespace neel::program {

namespace fs = std::filesystem;

void check_restart(const std::string& base, const std::string& resolved) {
  bool known = !has_outputs(base);
  const auto check = [&](const std::string& ending, const auto& input) {
    try {
      if (fs::exists(base + ending)) {
        grown(base + ending, input(base + ending), resolved);
        known = true;
      }
    } catch (const FileError&) {
      return; // damaged: one more reason to start over
    }
  };
  check(".h5", [](const std::string& path) { return output::read_summary(path).input; });
  for (const char* checkpoint : {".chk.h5", ".chk.h5.prev"}) {
    check(checkpoint, [](const std::string& path) { return output::read_checkpoint(path).input; });
  }
  if (!known) {
    check(".resolved.toml", read_input);
  }
  if (!known) {
    throw InputError(base +
                     ".*: nothing there can be read that says of which input it is: use --force to start over, or "
                     "--name or --out to write elsewhere");
  }
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
  bool keep_results = false;     ///< finished ones of a shorter run are there
  bool was_in_reach = false;     ///< a run could have gone on from where these ended
  std::optional<SingleRun> more; ///< systems that run first, by themselves, and are joined with the checkpoint
  std::string note;              ///< what had to be overcome
};

/// What results there are of this input or a shorter one. Throws InputError if they are of another, FileError if they cannot
/// be read.
void find_results(const SingleRun& single, Start& start) {
  const std::string path = single.base + ".h5";
  if (fs::exists(path)) {
    const output::Summary summary = output::read_summary(path);
    const auto longer = grown(path, summary.input, single.model.resolved);
    start.done = longer.empty() && summary.complete;
    start.keep_results = !longer.empty() && summary.complete;
    output::Checkpoint end;
    end.input = summary.input;
    end.position.point = summary.temperature.size() - 1;
    end.position.sweeps_in_point = models::to_schedule(single.run).points.back().sweeps();
    end.position.bins = {statistics::Bins(1, 1)};
    start.was_in_reach = can_go_on(longer, end) || missing_systems(single, longer, end.position);
  }
}

/// "systems 8 to 15".
std::string numbers(const SingleRun& more) {
  const std::int64_t first = more.run.first_system;
  return "systems " + std::to_string(first) + " to " + std::to_string(first + more.run.systems - 1);
}

void find_checkpoint(const SingleRun& single, Start& start) {
  const std::string path = single.base + ".chk.h5";
  start.from = output::find_checkpoint(path);
  if (!start.from) {
    return;
  }
  const auto longer = grown(path, start.from->checkpoint.input, single.model.resolved);
  start.more = missing_systems(single, longer, start.from->checkpoint.position);
  if (start.more) {
    start.note =
        (start.from->trouble.empty() ? "" : start.from->trouble + "; going on from the checkpoint before it; ") +
        numbers(*start.more) + " were missing, ran by themselves, and are joined with those that were there";
    return;
  }
  if (can_go_on(longer, start.from->checkpoint)) {
    start.note = start.from->trouble.empty() ? "" : start.from->trouble + "; going on from the checkpoint before it";
    return;
  }
  if (!start.keep_results) { // what is there is not finished, and would be given up
    throw InputError(
        path + " is of a shorter run (" + listed(longer) +
        "), and the longer one takes another course from where they part: --restart gives it up and starts over, "
        "--name or --out keep it");
  }
  start.from.reset();
  start.note = "what is there is shorter (" + listed(longer) +
               "), and the longer one takes another course from where they part; " +
               "starts over, and replaces the finished results when it is done";
}

Start find_start(const SingleRun& single) {
  Start start;
  std::string unreadable;
  try {
    find_results(single, start);
  } catch (const FileError& e) {
    unreadable = e.what();
  }
  if (start.done) {
    return start;
  }
  find_checkpoint(single, start);
  if (!unreadable.empty() && !start.from) {
    throw FileError(unreadable + ", and there is no checkpoint that could be gone on from; --restart starts over");
  }
  if (!unreadable.empty()) { // results between points are only for looking at: the checkpoint has all that they had
    start.note += (start.note.empty() ? "" : "; ") + unreadable + "; going on from the checkpoint";
  }
  if (start.keep_results && !start.from && start.note.empty()) {
    start.note = std::string("the results that are there are of a shorter run") +
                 (start.was_in_reach ? ", whose checkpoint was not kept (output.keep_checkpoint)" : "") +
                 "; starts over, and replaces them when it is done";
  }
  return start;
}

Start choose_start(const SingleRun& single, const RunOptions& options) {
  if (options.restart && !options.force) {
    check_restart(single.base, single.model.resolved);
  }
  return options.restart || options.force ? Start{} : find_start(single);
}

/// Throws InputError where files are in the way.
void keep_files(const SingleRun& single, const RunOptions& options) {
  auto read = single.model.files_read;
  read.emplace_back("INPUT", options.input);
  keep_files_read(read, single.base);
  if (!options.force) {
    keep_foreign_files(single.base);
  }
}

} // namespace

std::string look(const SingleRun& single, const RunOptions& options) {
  keep_files(single, options);
  const Start start = choose_start(single, options);
  if (start.done) {
    return "note: " + single.base + ".h5 already holds the finished results of this input\n";
  }
  if (start.more) {
    return "note: " + numbers(*start.more) + " are missing: they alone run, as " + start.more->base +
           ", and are joined with those of " + single.base + "; the time below is that of all\n";
  }
  std::string note = start.note.empty() ? "" : "note: " + start.note + "\n";
  if (start.from) {
    const run::Position& at = start.from->checkpoint.position;
    const run::Schedule schedule = models::to_schedule(single.run);
    note += "note: goes on from a checkpoint, with " +
            std::to_string(schedule.sweeps_after(at.point) - at.sweeps_in_point) + " of " +
            std::to_string(schedule.sweeps_after(0)) + " sweeps left\n";
  }
  return note;
}

namespace {

/// The end of the systems that are missing; nothing where they were stopped.
std::optional<output::Checkpoint> run_missing(SingleRun& more, const RunOptions& options, Stop& stop) {
  const auto checkpoint = [&]() -> std::optional<output::Checkpoint> {
    try {
      auto found = output::find_checkpoint(more.base + ".chk.h5");
      return found && found->checkpoint.input == more.model.resolved ? std::optional(std::move(found->checkpoint))
                                                                     : std::nullopt;
    } catch (const FileError&) {
      return {};
    }
  };
  if (!checkpoint()) {
    remove_outputs(more.base); // of other systems, or damaged
  }
  if (work(more, options, stop) != ExitCode::done) {
    return {};
  }
  auto end = checkpoint();
  if (!end) {
    throw FileError("cannot read " + more.base + ".chk.h5, which was just written");
  }
  return end;
}

} // namespace

ExitCode work(SingleRun& single, const RunOptions& options, Stop& stop) {
  models::Model& model = single.model;
  const std::string& base = single.base;
  parallel::check_shared(model, single.run);
  keep_files(single, options);
  Log log(base + ".log", options.quiet);
  Start start = choose_start(single, options);
  if (start.done) {
    if (!single.of_scan) {
      files::print("{}.h5 already holds the finished results of this input; use --restart to run again\n", base);
    }
    return ExitCode::done;
  }
  check_memory(model, single.run);
  if (start.more && start.from) {
    parallel::check_shared(start.more->model, start.more->run);
    log.write(numbers(*start.more) + " are missing: they run as " + start.more->base + "\n");
    std::optional<output::Checkpoint> rest = run_missing(*start.more, options, stop);
    if (!rest) {
      log.write("stopped before they were done: run the same command to continue\n");
      return ExitCode::stopped;
    }
    start.from->checkpoint = join(single, std::move(start.from->checkpoint), *start.more, std::move(*rest));
  }
  const JobOptions job_options{base, options.quiet ? "none" : options.progress, start.keep_results,
                               start.more.has_value()};
  Job job(model, single.run, job_options, log, stop, std::move(start.from));
  // Now it is sure to run.
  files::Draft resolved(base + ".resolved.toml", model.resolved + "\n" + single.run.output.resolved);
  if (options.force || options.restart) {
    remove_outputs(base);
  }
  resolved.settle();
  bool done = false;
  try {
    job.begin(header(model, single.run, options.input) + parallel::places(), start.note);
    done = job.work();
  } catch (const UserError& e) {
    log.last_word(e.what());
    throw;
  }
  if (done) {
    remove_more(base);
  }
  log.close();
  return done ? ExitCode::done : ExitCode::stopped;
}

} // namespace neel::program
