// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/start.hpp"

#include "errors/errors.hpp"
#include "model/schedule.hpp"
#include "output/results.hpp"
#include "program/outputs.hpp"
#include "program/same_run.hpp"

#include <filesystem>

namespace neel::program {

namespace fs = std::filesystem;

std::string system_numbers(const SingleRun& more) {
  const std::int64_t first = more.run.first_system;
  return "systems " + std::to_string(first) + " to " + std::to_string(first + more.run.systems - 1);
}

void keep_files(const SingleRun& single, const RunOptions& options) {
  auto read = single.model.files_read;
  read.emplace_back("INPUT", options.input);
  keep_files_read(read, single.base);
  if (!options.force) {
    keep_foreign_files(single.base);
  }
}

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

namespace {

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
        system_numbers(*start.more) + " were missing, ran by themselves, and are joined with those that were there";
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
  try {
    find_checkpoint(single, start);
  } catch (const InputError&) {
    if (!unreadable.empty()) { // whether they are finished, is not known: nothing may give them up
      throw FileError(unreadable + ", and the checkpoint is of a shorter run that the longer one cannot go on from; "
                                   "nothing was changed");
    }
    throw;
  }
  if (!unreadable.empty() && !start.from) {
    throw FileError(unreadable + ", and there is no checkpoint that could be gone on from; if it stays so, --restart "
                                 "starts over and gives up what is there");
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

} // namespace

Start choose_start(const SingleRun& single, const RunOptions& options) {
  if (options.restart && !options.force) {
    check_restart(single.base, single.model.resolved);
  }
  return options.restart || options.force ? Start{} : find_start(single);
}

bool is_done(const SingleRun& single, const RunOptions& options) {
  if (options.force) {
    return false;
  }
  check_restart(single.base, single.model.resolved);
  try {
    Start start;
    find_results(single, start);
    return start.done;
  } catch (const FileError&) {
    return false;
  }
}

} // namespace neel::program
