// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/parts.hpp"

#include "files/print.hpp"
#include "output/results.hpp"
#include "program/log.hpp"
#include "program/outputs.hpp"
#include "program/same_run.hpp"
#include "program/shares.hpp"
#include "program/start.hpp"

#include <filesystem>

namespace neel::program {

SingleRun run_of_part(const SingleRun& whole, Part part) {
  const std::int64_t systems = whole.run.systems;
  const std::string of_all = "a part of this run cannot run by itself: ";
  if (systems < part.of) {
    throw InputError(of_all + "it has fewer systems (" + std::to_string(systems) + ") than there are parts (" +
                     std::to_string(part.of) + ")");
  }
  if (whole.run.output.snapshots.any()) {
    throw InputError(of_all + "output.snapshots shows systems of all parts in one file");
  }
  try {
    share_of(whole, 1, 1, ""); // of the first part alone, the reader would say nothing
    const std::int64_t first = systems * (part.number - 1) / part.of, end = systems * part.number / part.of;
    return share_of(whole, first, end - first, part_base(whole.base, part));
  } catch (const InputError& e) {
    throw InputError(of_all + e.what());
  }
}

namespace {

/// What keeps a run from being done; empty: nothing. Throws InputError if it is of another input.
std::string lack(const SingleRun& run) {
  const std::string path = run.base + ".h5";
  try {
    if (!std::filesystem::exists(path)) {
      return has_outputs(run.base) ? "not finished" : "missing";
    }
    const output::Summary summary = output::read_summary(path);
    if (const auto differences = input::differences(summary.input, run.model.resolved); !differences.empty()) {
      throw InputError(path + " is of another input (" + listed(differences) + ")");
    }
    return summary.complete ? "" : "not finished";
  } catch (const FileError&) {
    return "damaged";
  }
}

/// Where a part ended. Throws FileError if this cannot be read, or another process works on it.
output::Checkpoint end_of(const SingleRun& run, Part part) {
  const std::string path = run.base + ".chk.h5";
  const std::string again = "; run it again, with --part " + to_text(part) + " --restart";
  const Log lock(run.base + ".log", true);
  std::optional<output::FoundCheckpoint> found;
  try {
    found = output::find_checkpoint(path);
  } catch (const FileError& e) {
    throw FileError(e.what() + again);
  }
  if (!found) {
    throw FileError("cannot read " + path + ": no such file" + again);
  }
  if (found->checkpoint.input != run.model.resolved || !at_end(run.run, found->checkpoint.position)) {
    throw FileError(path + " is not of the end of this part" + again);
  }
  return std::move(found->checkpoint);
}

/// Into how many parts the run was divided, as the files tell.
std::int64_t find_division(const std::string& base) {
  const std::set<Part> found = find_parts(base, false);
  if (found.empty()) {
    throw FileError("there are no parts of this run, " + base + ".part-K-of-N.*: make them with neel run --part K/N");
  }
  const Part first = *found.begin();
  for (const Part part : found) {
    if (part.of != first.of) {
      throw InputError("there are parts of different divisions, " + part_base(base, first) + " and " +
                       part_base(base, part) + ": remove those that are not to be joined");
    }
  }
  return first.of;
}

} // namespace

void check_done(const std::vector<const SingleRun*>& runs, const std::string& of) {
  constexpr std::size_t most_named = 3;
  std::size_t missing = 0;
  std::string names;
  for (const SingleRun* const run : runs) {
    if (const std::string what = lack(*run); !what.empty() && ++missing <= most_named) {
      names += (names.empty() ? "" : ", ") + run->base + " (" + what + ")";
    }
  }
  if (missing > 0) {
    throw FileError(std::to_string(missing) + " of the " + std::to_string(runs.size()) + " " + of + " are not done: " +
                    names + (missing > most_named ? " and " + std::to_string(missing - most_named) + " more" : ""));
  }
}

ExitCode join_parts(const SingleRun& whole, const RunOptions& options) {
  keep_files(whole, options);
  if (is_done(whole, options)) {
    files::print("{}.h5 already holds the finished results of this input\n", whole.base);
    return ExitCode::done;
  }
  const std::int64_t division = find_division(whole.base);
  std::vector<SingleRun> parts;
  std::vector<const SingleRun*> all;
  for (Part part{1, division}; part.number <= division; ++part.number) {
    parts.push_back(run_of_part(whole, part));
  }
  for (const SingleRun& part : parts) {
    keep_files_read({{"INPUT", options.input}}, part.base);
    all.push_back(&part);
  }
  check_done(all, "parts");
  Stop stop(whole.base + ".stop", {});
  JoinedEnd joined(whole);
  for (Part part{1, division}; part.number <= division; ++part.number) {
    const SingleRun& run = parts[static_cast<std::size_t>(part.number - 1)];
    joined.add(end_of(run, part), run.run.systems, run.base);
  }
  const std::string note = "its systems ran as " + std::to_string(division) + " parts, which are joined";
  const ExitCode end = finish_joined(whole, joined.take(), note, options, stop);
  if (end == ExitCode::done && !whole.run.output.keep_checkpoint) {
    for (const SingleRun& part : parts) {
      remove_all(part.base);
    }
  }
  return end;
}

} // namespace neel::program
