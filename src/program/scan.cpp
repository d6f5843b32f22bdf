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
#include "program/report.hpp"
#include "program/same_run.hpp"
#include "program/scan_parts.hpp"

#include <algorithm>
#include <filesystem>

namespace neel::program {

namespace {

using input::ScanAxis;

/// The input of the whole scan, defaults filled in.
std::string resolve(const std::vector<ScanAxis>& scan, const Part& first) {
  return first.single.model.resolved + "\n" + input::resolved(scan);
}

/// What a scan of this name has come to. Throws InputError if there is one of another input.
struct Found {
  bool done = false;
  std::string note;
};

Found find_grid(const std::string& base, const std::string& resolved, std::vector<std::string> scanned) {
  namespace fs = std::filesystem;
  Found found;
  try {
    if (fs::exists(base + ".h5")) {
      const output::Summary summary = output::read_summary(base + ".h5");
      const bool same = grown(base + ".h5", summary.input, resolved).empty();
      found.done = same && summary.complete && fs::exists(base + ".tsv");
      return found;
    }
  } catch (const FileError& e) { // it is made of the files of the runs
    found.note = std::string("note: ") + e.what() + "; made again\n";
  }
  if (const std::string known = base + ".resolved.toml"; fs::exists(known)) {
    try { // its runs are compared one by one, so that values may come and go until all are done
      const std::size_t keys = scanned.size();
      for (std::size_t k = 0; k < keys; ++k) {
        scanned.push_back("scan." + scanned[k]);
      }
      grown(known, read_input(known), resolved, scanned);
    } catch (const FileError& e) {
      found.note += std::string("note: ") + e.what() + "; written again\n";
    }
  }
  return found;
}

/// Each run's files go only if no other process is at work on them.
void remove_parts(const std::vector<std::string>& bases) {
  for (const bool sure : {false, true}) {
    for (const std::string& base : bases) {
      if (std::filesystem::exists(base + ".log") || has_outputs(base)) {
        const Log lock(base + ".log", true);
        if (sure) {
          remove_outputs(base);
        }
      }
    }
  }
}

/// Makes sure that nothing is lost that the scan's files would take the place of.
void keep_files(const std::vector<Part>& parts, const std::string& base, const RunOptions& options) {
  std::vector<std::string> bases{base};
  for (const Part& part : parts) {
    bases.push_back(part.single.base);
  }
  for (const Part& part : parts) {
    auto read = part.single.model.files_read;
    read.emplace_back("INPUT", options.input);
    keep_files_read(read, base);
    keep_files_read(read, part.single.base);
  }
  if (!options.force) {
    std::for_each(bases.begin(), bases.end(), keep_foreign_files);
  }
}

/// Throws where there is no memory for one of them, or one is of another input.
void check_parts(const std::vector<Part>& parts, const RunOptions& options) {
  for (const Part& part : parts) {
    parallel::check_shared(part.single.model, part.single.run);
    check_memory(part.single.model, part.single.run);
    if (options.restart && !options.force) {
      check_restart(part.single.base, part.single.model.resolved);
    }
  }
}

/// Works on one part after another; `done` where all are.
ExitCode work_on(std::vector<Part>& parts, const RunOptions& options, Log& log, Stop& stop) {
  for (std::size_t k = 0; k < parts.size(); ++k) {
    log.write("run " + std::to_string(k + 1) + " of " + std::to_string(parts.size()) + ": " + parts[k].title + "\n");
    ExitCode end = ExitCode::stopped;
    auto reason = stop.reason(0);
    if (!reason) {
      end = work(parts[k].single, options, stop);
      reason = end == ExitCode::done ? std::nullopt : std::optional<std::string>("what stopped this run");
    }
    if (reason) {
      log.write("stopped by " + *reason + ": run the same command to continue\n");
      return end;
    }
  }
  return ExitCode::done;
}

} // namespace

ExitCode run_scan(const input::Reader& in, const std::vector<ScanAxis>& scan, const RunOptions& options) {
  std::vector<Part> parts = make_parts(in, scan);
  const std::vector<models::Coordinate> axes = make_axes(scan, parts); // and that they fit together
  const std::string base = output_base(options), resolved = resolve(scan, parts.front());
  std::vector<std::string> bases, keys, inputs;
  for (Part& part : parts) {
    part.single.base = base + part.ending;
    part.single.of_scan = true;
    bases.push_back(part.single.base);
    inputs.push_back(part.single.model.resolved);
  }
  for (const ScanAxis& axis : scan) {
    keys.push_back(axis.key);
  }
  keep_files(parts, base, options);
  if (options.dry_run) {
    if (!options.force) {
      find_grid(base, resolved, keys);
    }
    check_parts(parts, options);
    dry_run(parts, options);
    return ExitCode::done;
  }
  Log log(base + ".log", options.quiet); // locked as long as the scan lasts
  const Found found = options.force ? Found{} : find_grid(base, resolved, keys);
  if (found.done && !options.restart) {
    files::print("{}.h5 already holds the finished results of this input; use --restart to run again\n", base);
    return ExitCode::done;
  }
  check_parts(parts, options);
  RunOptions each = options;
  files::Draft text(base + ".resolved.toml", resolved + "\n" + parts.front().single.run.output.resolved);
  if (options.force || options.restart) { // all at once: when it is stopped, it goes on without them
    remove_parts(bases);
    remove_outputs(base);
    log.clear();
    each.force = each.restart = false;
  }
  text.settle();
  log.write("Neel scan: " + std::to_string(parts.size()) + " runs of " + options.input + ", " + now() + "\n" +
            found.note);
  Stop stop(base + ".stop", time_limit(options));
  try {
    if (const ExitCode end = work_on(parts, each, log, stop); end != ExitCode::done) {
      return end;
    }
    output::write_grid(axes, keys, bases, inputs, resolved, base);
  } catch (const UserError& e) {
    log.last_word(e.what());
    throw;
  }
  log.write("wrote " + base + ".h5 and " + base + ".tsv: all runs on one grid\n");
  log.close();
  return ExitCode::done;
}

} // namespace neel::program
