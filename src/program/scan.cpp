// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/scan.hpp"

#include "errors.hpp"
#include "files/durable.hpp"
#include "output/results.hpp"
#include "program/progress.hpp"
#include "program/report.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

namespace neel::program {

namespace {

using input::ScanAxis;

constexpr std::size_t most_runs = 10'000;
const char* const seed_key = "algorithm.seed";

/// A run of the scan: "size 8x8, seed 2".
struct Part {
  SingleRun single;
  std::string ending; ///< of its name: "_size8x8_seed2"
  std::string title;
};

std::size_t count_runs(const std::vector<ScanAxis>& scan) {
  std::size_t runs = 1;
  for (const ScanAxis& axis : scan) {
    runs = std::min(runs * axis.values.size(), most_runs + 1);
  }
  if (runs > most_runs) {
    throw InputError("scan: more than " + std::to_string(most_runs) + " runs");
  }
  return runs;
}

/// Reads the input of run `number`.
Part make_part(input::Reader in, const std::vector<ScanAxis>& scan, std::size_t runs, std::size_t number) {
  Part part;
  std::size_t below = runs;
  bool seed_is_scanned = false;
  for (const ScanAxis& axis : scan) {
    below /= axis.values.size();
    const input::Value& value = axis.values[number / below % axis.values.size()];
    in.put(axis.key, value, "scan");
    part.ending += "_" + axis.name + input::to_name(value);
    part.title += (part.title.empty() ? "" : ", ") + axis.name + " = " + input::to_text(value);
    seed_is_scanned = seed_is_scanned || axis.key == seed_key;
  }
  if (!seed_is_scanned) {
    const std::int64_t seed =
        in.integer(seed_key, 0, INT64_MAX - static_cast<std::int64_t>(runs), 1) + static_cast<std::int64_t>(number);
    in.put(seed_key, input::Value{seed, 0, std::to_string(seed)}, "scan");
  }
  part.single.model = models::read_input(in, part.single.run);
  return part;
}

std::vector<Part> make_parts(const input::Reader& in, const std::vector<ScanAxis>& scan) {
  const std::size_t runs = count_runs(scan);
  std::vector<Part> parts;
  std::set<std::string> endings;
  for (std::size_t k = 0; k < runs; ++k) {
    parts.push_back(make_part(in, scan, runs, k));
    if (!endings.insert(parts.back().ending).second) {
      throw InputError("scan: two runs are called " + parts.back().title);
    }
  }
  return parts;
}

/// Results of runs in different units, or with axes of their own that are scanned, do not fit on one grid.
void check_comparable(const std::vector<models::Coordinate>& axes, const std::vector<Part>& parts) {
  const SingleRun& first = parts.front().single;
  for (const Part& part : parts) {
    const models::Coordinate& own = part.single.model->scan();
    if (part.single.run.unit.label() != first.run.unit.label()) {
      throw InputError("scan: the runs have different units of energy");
    }
    if (own.values.empty() != first.model->scan().values.empty() ||
        std::any_of(axes.begin(), axes.end(),
                    [&](const auto& a) { return !own.values.empty() && a.name == own.name; })) {
      throw InputError("scan: a run goes through several values of " + own.name +
                       " by itself; give it one value for each run, or leave it out of [scan]");
    }
  }
}

/// The axes of the results: numbers, or where these do not tell the runs apart, what they stand for.
std::vector<models::Coordinate> make_axes(const std::vector<ScanAxis>& scan, const std::vector<Part>& parts) {
  std::vector<models::Coordinate> axes;
  std::size_t below = parts.size();
  for (const ScanAxis& axis : scan) {
    below /= axis.values.size();
    models::Coordinate c{axis.name, axis.key + ":", "1", axis.coordinates};
    for (const input::Value& value : axis.values) {
      c.long_name += " " + input::to_text(value);
    }
    if (axis.key == "schedule.T" || axis.key == "schedule.field") {
      const bool is_temperature = axis.key == "schedule.T";
      for (std::size_t k = 0; k < c.values.size(); ++k) {
        const input::ScheduleInput& s = parts[k * below].single.run.schedule;
        c.values[k] = is_temperature ? s.temperature.front() : s.field.front();
      }
      for (std::size_t p = 0; p < parts.size(); ++p) {
        const input::ScheduleInput& s = parts[p].single.run.schedule;
        if ((is_temperature ? s.temperature : s.field).front() != c.values[p / below % c.values.size()]) {
          throw InputError("scan." + axis.key + ": another key of the scan changes its unit");
        }
      }
      c.units = parts.front().single.run.unit.label();
      c.long_name = is_temperature ? "temperature" : "field on m = 1";
    }
    axes.push_back(std::move(c));
  }
  check_comparable(axes, parts);
  return axes;
}

/// The input of the whole scan, defaults filled in.
std::string resolve(const std::vector<ScanAxis>& scan, const Part& first) {
  return first.single.model->resolved() + "\n" + input::resolved(scan);
}

void describe(const std::vector<Part>& parts, const RunOptions& options) {
  double seconds = 0;
  std::printf("%s\n", header(*parts.front().single.model, parts.front().single.run, options.input).c_str());
  for (const Part& part : parts) {
    const double own = estimated_seconds(*part.single.model, part.single.run);
    std::printf("%s: estimated time %s\n", part.title.c_str(), duration(own).c_str());
    seconds += own;
  }
  std::printf("%zu runs, estimated time: %s on this machine\n", parts.size(), duration(seconds).c_str());
}

/// Is there a finished scan of this input? Throws InputError if there is another one.
bool is_done(const std::string& base, const std::string& resolved) {
  if (!std::filesystem::exists(base + ".h5")) {
    return false;
  }
  const output::Summary summary = output::read_summary(base + ".h5");
  return is_same_run(base + ".h5", summary.input, resolved, true) && summary.complete;
}

} // namespace

ExitCode run_scan(const input::Reader& in, const std::vector<ScanAxis>& scan, const RunOptions& options) {
  std::vector<Part> parts = make_parts(in, scan);
  const std::vector<models::Coordinate> axes = make_axes(scan, parts); // and that they fit together
  if (options.dry_run) {
    describe(parts, options);
    return ExitCode::done;
  }
  const std::string base = output_base(options), resolved = resolve(scan, parts.front());
  std::vector<std::string> bases, keys;
  for (Part& part : parts) {
    part.single.base = base + part.ending;
    part.single.stop_file = base + ".stop";
    part.single.of_scan = true;
    bases.push_back(part.single.base);
    keep_files_read(*part.single.model, base);
    keep_files_read(*part.single.model, part.single.base);
  }
  for (const ScanAxis& axis : scan) {
    keys.push_back(axis.key);
  }
  RunOptions each = options;
  if (!options.force && is_done(base, resolved) && !options.restart) {
    std::printf("%s.h5 already holds the finished results of this input; use --restart to run again\n", base.c_str());
    return ExitCode::done;
  }
  if (options.force || options.restart) { // all at once: when it is stopped, it goes on without them
    remove_outputs(base);
    std::for_each(bases.begin(), bases.end(), remove_outputs);
    each.force = each.restart = false;
  }
  files::write_text(base + ".resolved.toml", resolved + "\n" + input::resolved(parts.front().single.run.output));
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (!options.quiet) {
      std::printf("run %zu of %zu: %s\n", k + 1, parts.size(), parts[k].title.c_str());
      std::fflush(stdout);
    }
    if (const ExitCode end = work(parts[k].single, each); end != ExitCode::done) {
      return end;
    }
  }
  output::write_grid(axes, keys, bases, resolved, base);
  if (!options.quiet) {
    std::printf("wrote %s.h5 and %s.tsv: all runs on one grid\n", base.c_str(), base.c_str());
  }
  return ExitCode::done;
}

} // namespace neel::program
