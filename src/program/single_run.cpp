// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/single_run.hpp"

#include "files/durable.hpp"
#include "files/print.hpp"
#include "input/value.hpp"
#include "model/schedule.hpp"
#include "parallel/shared.hpp"
#include "program/memory.hpp"
#include "program/outputs.hpp"
#include "program/report.hpp"
#include "program/run_controller.hpp"
#include "program/start.hpp"

#include <stdexcept>

namespace neel::program {

std::optional<double> time_limit(const RunOptions& options) {
  try {
    return options.time_limit.empty() ? std::nullopt : std::optional(input::parse_duration(options.time_limit));
  } catch (const std::invalid_argument& e) {
    throw InputError(std::string("--time-limit: ") + e.what());
  }
}

PriorWork look(const SingleRun& single, const RunOptions& options) {
  keep_files(single, options);
  const Start start = choose_start(single, options);
  if (start.done) {
    return {{single.base + ".h5 already holds the finished results of this input"}, true};
  }
  if (start.more) {
    return {{system_numbers(*start.more) + " are missing: they alone run, as " + start.more->base +
             ", and are joined with those of " + single.base + "; the time below is that of all"},
            false,
            models::to_schedule(start.more->run).sweeps_after(0)};
  }
  const run::Schedule schedule = models::to_schedule(single.run);
  PriorWork there{{}, false, schedule.sweeps_after(0)};
  if (!start.note.empty()) {
    there.notes.push_back(start.note);
  }
  if (start.from) {
    const run::Position& at = start.from->checkpoint.position;
    there.sweeps_left = schedule.sweeps_after(at.point) - at.sweeps_in_point;
    there.notes.push_back("goes on from a checkpoint, with " + std::to_string(there.sweeps_left) + " of " +
                          std::to_string(schedule.sweeps_after(0)) + " sweeps left");
  }
  return there;
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
    keep_files(more, options);
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

/// Runs the systems that are missing, and joins them with the end of the others; false where they were stopped.
bool add_missing(const SingleRun& single, SingleRun& more, output::Checkpoint& end, const RunOptions& options, Log& log,
                 Stop& stop) {
  parallel::check_shared(more.model, more.run);
  log.write(system_numbers(more) + " are missing: they run as " + more.base + "\n");
  std::optional<output::Checkpoint> rest = run_missing(more, options, stop);
  if (!rest) {
    log.write("stopped before they were done: run the same command to continue\n");
    return false;
  }
  JoinedEnd all(single);
  all.add(std::move(end), single.run.systems - more.run.systems, single.base);
  all.add(std::move(*rest), more.run.systems, more.base);
  end = all.take();
  return true;
}

/// The rest of the run, under the lock of its log.
ExitCode work_from(Start start, const SingleRun& single, const RunOptions& options, Log& log, Stop& stop) {
  const std::string& base = single.base;
  const RunControllerOptions job_options{base, options.quiet ? "none" : options.progress, start.keep_results,
                                         start.joined};
  RunController job(single.model, single.run, job_options, log, stop, std::move(start.from));
  // Now it is sure to run.
  files::AtomicFile resolved(base + ".resolved.toml", single.model.resolved + "\n" + single.run.output.resolved);
  if (options.force || options.restart) {
    remove_outputs(base);
  }
  resolved.settle();
  bool done = false;
  try {
    job.begin(header(single.model, single.run, options.input) + parallel::places() +
                  parallel::how_shared(single.model, single.run),
              start.note);
    done = job.work();
  } catch (const UserError& e) {
    log.last_word(e.what());
    throw;
  }
  if (done) {
    remove_all(more_base(base));
  }
  log.close();
  return done ? ExitCode::done : ExitCode::stopped;
}

/// What a run that was killed at its end has left beside its results. Checkpoints of longer runs stay, and those that were to be kept.
void clear_up(const SingleRun& single) {
  const std::string& base = single.base;
  try {
    const auto found = output::find_checkpoint(base + ".chk.h5");
    const input::Value stored = input::parse_toml(read_input(base + ".resolved.toml"), base + ".resolved.toml");
    const input::Value* const keep = input::find(stored, "output.keep_checkpoint");
    const bool kept =
        single.run.output.keep_checkpoint || keep == nullptr || keep->as<bool>() == nullptr || *keep->as<bool>();
    if (found && !kept && input::differences(found->checkpoint.input, single.model.resolved).empty()) {
      remove_leftovers(base, false);
    }
  } catch (const UserError&) {
    return; // whose it is, cannot be known
  }
}

} // namespace

ExitCode work(SingleRun& single, const RunOptions& options, Stop& stop) {
  parallel::check_shared(single.model, single.run);
  keep_files(single, options);
  Log log(single.base + ".log", options.quiet);
  Start start = choose_start(single, options);
  if (start.done) {
    clear_up(single);
    if (!single.of_scan) {
      files::print("{}.h5 already holds the finished results of this input; use --restart to run again\n", single.base);
    }
    return ExitCode::done;
  }
  check_memory(single.model, single.run);
  if (start.more && start.from) {
    if (!add_missing(single, *start.more, start.from->checkpoint, options, log, stop)) {
      return ExitCode::stopped;
    }
    start.joined = true;
  }
  return work_from(std::move(start), single, options, log, stop);
}

ExitCode finish_joined(const SingleRun& single, output::Checkpoint end, const std::string& note,
                       const RunOptions& options, Stop& stop) {
  Log log(single.base + ".log", options.quiet);
  check_memory(single.model, single.run);
  Start start;
  start.from = output::FoundCheckpoint{std::move(end), ""};
  start.joined = start.keep_results = true;
  start.note = note;
  return work_from(std::move(start), single, options, log, stop);
}

} // namespace neel::program
