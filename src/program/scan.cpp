// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/scan.hpp"

#include "errors/errors.hpp"
#include "files/durable.hpp"
#include "files/print.hpp"
#include "output/results.hpp"
#include "parallel/shared.hpp"
#include "program/dry_run.hpp"
#include "program/log.hpp"
#include "program/memory.hpp"
#include "program/outputs.hpp"
#include "program/part.hpp"
#include "program/parts.hpp"
#include "program/report.hpp"
#include "program/same_run.hpp"
#include "program/scan_runs.hpp"
#include "program/scan_work.hpp"
#include "program/start.hpp"

#include <algorithm>
#include <filesystem>

namespace neel::program {

namespace {

using input::ScanAxis;

/// Keys of which the input of a scan does not tell what they are in each run: its own, and those of the text that is stored.
std::vector<std::string> open_keys(const Scan& scan, const std::string& stored) {
  std::vector<std::string> open = scan.open;
  for (const input::Difference& d : input::differences(stored, scan.resolved)) {
    if (!d.key.starts_with("scan.") && (d.before == "-" || d.now == "-")) {
      open.push_back(d.key);
    }
  }
  return open;
}

/// Do all runs have results? Throws InputError where files are of another input.
bool all_there(const std::vector<ScanRun>& runs) {
  bool all = true;
  for (const ScanRun& run : runs) {
    check_restart(run.single.base, run.single.model.resolved);
    all = all && std::filesystem::exists(run.single.base + ".h5");
  }
  return all;
}

/// What a scan of this name has come to. Throws InputError if there is one of another input.
struct Found {
  bool done = false;
  std::string note;
};

Found find_grid(const Scan& scan) {
  namespace fs = std::filesystem;
  const std::string& base = scan.base;
  Found found;
  try {
    if (fs::exists(base + ".h5")) {
      const output::Summary summary = output::read_summary(base + ".h5");
      const std::vector<std::string> open = open_keys(scan, summary.input);
      const bool is_told =
          open.empty() || all_there(scan.runs) || input::differences(summary.input, scan.resolved).empty();
      const bool same = grown(base + ".h5", summary.input, scan.resolved, open).empty() && is_told;
      found.done = same && summary.complete && fs::exists(base + ".tsv");
      return found;
    }
  } catch (const FileError& e) { // it is made of the files of the runs
    found.note = std::string("note: ") + e.what() + "; made again\n";
  }
  if (const std::string known = base + ".resolved.toml"; fs::exists(known)) {
    try { // its runs are compared one by one, so that values may come and go until all are done
      const std::string stored = read_input(known);
      std::vector<std::string> scanned = open_keys(scan, stored);
      if (!scanned.empty()) {
        all_there(scan.runs);
      }
      for (const std::string& key : scan.keys) {
        scanned.insert(scanned.end(), {key, "scan." + key});
      }
      grown(known, stored, scan.resolved, scanned);
    } catch (const FileError& e) {
      found.note += std::string("note: ") + e.what() + "; written again\n";
    }
  }
  return found;
}

/// Each run's files go only if no other process is at work on them.
void remove_runs(const std::vector<ScanRun>& runs) {
  for (const bool sure : {false, true}) {
    for (const ScanRun& run : runs) {
      const std::string& base = run.single.base;
      if (std::filesystem::exists(base + ".log") || has_outputs(base)) {
        const Log lock(base + ".log", true);
        if (sure) {
          remove_outputs(base);
        }
      }
    }
  }
}

/// Makes sure that nothing is lost that files of these runs, and those of `bases`, would take the place of.
void keep_files_of_scan(const std::vector<ScanRun>& runs, std::vector<std::string> bases, const RunOptions& options) {
  for (const ScanRun& run : runs) {
    auto read = run.single.model.files_read;
    read.emplace_back("INPUT", options.input);
    for (const std::string& base : bases) {
      keep_files_read(read, base);
    }
    keep_files_read(read, run.single.base);
  }
  for (const ScanRun& run : runs) {
    bases.push_back(run.single.base);
  }
  if (!options.force) {
    std::for_each(bases.begin(), bases.end(), keep_foreign_files);
  }
}

/// Throws where there is no memory for one of them, or one is of another input. In a farm, each fits a rank.
void check_runs(const std::vector<ScanRun>& runs, bool farm, const RunOptions& options) {
  for (const ScanRun& run : runs) {
    if (!farm) {
      parallel::check_shared(run.single.model, run.single.run);
      check_memory(run.single.model, run.single.run);
    }
    if (options.restart && !options.force) {
      check_restart(run.single.base, run.single.model.resolved);
    }
  }
}

/// The scan's own files, once all runs are done.
void write_together(const Scan& scan, Log& log) {
  std::vector<std::string> bases, inputs;
  for (const ScanRun& run : scan.runs) {
    bases.push_back(run.single.base);
    inputs.push_back(run.single.model.resolved);
  }
  output::write_grid(scan.axes, scan.keys, bases, inputs, scan.resolved, scan.base);
  log.write("wrote " + scan.base + ".h5 and " + scan.base + ".tsv: all runs on one grid\n");
}

files::AtomicFile draft_of_input(const Scan& scan) {
  return {scan.base + ".resolved.toml", scan.resolved + "\n" + scan.runs.front().single.run.output.resolved};
}

/// Leaves a part's share of the runs, which the parts take in turn.
void take_share(std::vector<ScanRun>& runs, const std::optional<Part>& part) {
  std::vector<ScanRun> share;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    if (!part || part->has_run(k)) {
      share.push_back(std::move(runs[k]));
    }
  }
  runs = std::move(share);
}
/// The name of the log and the stop file.
std::string own_base(const Scan& scan, const std::optional<Part>& part) {
  return part ? part_base(scan.base, *part) : scan.base;
}
/// What each run is told: the scan has begun it anew already.
RunOptions of_each(const RunOptions& options) {
  RunOptions each = options;
  each.force = each.restart = false;
  return each;
}

/// What an earlier scan left goes if this one begins anew: all at once, so that it goes on without that when it is stopped.
/// A part begins its own runs anew, and leaves the scan's own files as they are.
void begin(const Scan& scan, bool whole, bool anew, Log& log) {
  std::optional<files::AtomicFile> input;
  if (whole) {
    input.emplace(draft_of_input(scan));
  }
  if (anew) {
    remove_runs(scan.runs);
    if (whole) {
      remove_outputs(scan.base);
    }
    log.clear();
  }
  if (input) {
    input->settle();
  }
}

/// Of a part of this scan; what of that name has more than a log is a part of another run, and stays.
void remove_log(const std::string& part) {
  if (!has_outputs(part)) {
    remove_all(part);
  }
}

} // namespace

ExitCode run_scan(const input::Reader& in, const std::vector<ScanAxis>& axes, const RunOptions& options) {
  Scan scan = read_scan(in, axes, options);
  const std::optional<Part> part = read_part(options);
  take_share(scan.runs, part);
  if (scan.runs.empty() && !options.json) {
    files::print("there are fewer runs than parts: none is left for part {}\n", options.part);
    return ExitCode::done;
  }
  const std::string own = own_base(scan, part);
  keep_files_of_scan(scan.runs, {scan.base, own}, options);
  const bool farm = in_task_farm(scan.runs);
  if (options.dry_run) {
    if (!options.force) {
      find_grid(scan);
    }
    check_runs(scan.runs, farm, options);
    dry_run(scan.runs, farm, options);
    return ExitCode::done;
  }
  Log log(own + ".log", options.quiet); // locked as long as the scan, or the part, lasts
  const Found found = options.force ? Found{} : find_grid(scan);
  if (found.done && !options.restart) {
    if (part) {
      remove_log(own);
    }
    files::print("{}.h5 already holds the finished results of this input; use --restart to run again\n", scan.base);
    return ExitCode::done;
  }
  check_runs(scan.runs, farm, options);
  begin(scan, !part, options.force || options.restart, log);
  log.write("Neel scan: " + std::to_string(scan.runs.size()) + " runs of " + options.input +
            (part ? ", part " + to_text(*part) : "") + ", " + now() + "\n" + (part ? "" : found.note));
  Stop stop(own + ".stop", time_limit(options));
  try {
    if (const ExitCode end = work_on_all(scan.runs, farm, of_each(options), log, stop); end != ExitCode::done) {
      return end;
    }
    if (!part) {
      write_together(scan, log);
    }
  } catch (const UserError& e) {
    log.last_word(e.what());
    throw;
  }
  log.close();
  return ExitCode::done;
}

void help_with_scan(const input::Reader& in, const std::vector<ScanAxis>& axes, const RunOptions& options) {
  Scan scan = read_scan(in, axes, options);
  const std::optional<Part> part = read_part(options);
  take_share(scan.runs, part);
  help_with_all(scan.runs, of_each(options), own_base(scan, part));
}

ExitCode join_scan(const input::Reader& in, const std::vector<ScanAxis>& axes, const RunOptions& options) {
  const Scan scan = read_scan(in, axes, options);
  keep_files_of_scan(scan.runs, {scan.base}, options);
  const Found found = options.force ? Found{} : find_grid(scan);
  if (found.done) {
    files::print("{}.h5 already holds the finished results of this input\n", scan.base);
    return ExitCode::done;
  }
  std::vector<const SingleRun*> runs;
  for (const ScanRun& run : scan.runs) {
    runs.push_back(&run.single);
  }
  check_done(runs, "runs of this scan");
  Log log(scan.base + ".log", options.quiet);
  draft_of_input(scan).settle();
  log.write("Neel scan: " + std::to_string(runs.size()) + " runs of " + options.input + ", joined " + now() + "\n" +
            found.note);
  write_together(scan, log);
  log.close();
  for (const Part part : find_parts(scan.base, true)) {
    remove_log(part_base(scan.base, part));
  }
  return ExitCode::done;
}

} // namespace neel::program
