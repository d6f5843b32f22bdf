// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/scan_runs.hpp"

#include "errors/errors.hpp"
#include "models/models.hpp"
#include "program/outputs.hpp"

#include <algorithm>
#include <set>

namespace neel::program {

namespace {

using input::ScanAxis;

constexpr std::size_t most_runs = 10'000;
const char* const seed_key = "algorithm.seed";

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
ScanRun make_run(input::Reader in, const std::vector<ScanAxis>& scan, std::size_t count, std::size_t number) {
  ScanRun run;
  std::size_t below = count;
  bool seed_is_scanned = false;
  std::vector<std::size_t> at;
  for (const ScanAxis& axis : scan) {
    below /= axis.values.size();
    at.push_back(number / below % axis.values.size());
    const input::Value& value = axis.values[at.back()];
    in.put(axis.key, value, "scan");
    run.ending += "_" + axis.name + input::to_name(value);
    run.title += (run.title.empty() ? "" : ", ") + axis.name + " = " + input::to_text(value);
    seed_is_scanned = seed_is_scanned || axis.key == seed_key;
  }
  if (!seed_is_scanned) {
    const std::int64_t own = input::seed_offset(at), seed = in.integer(seed_key, 0, INT64_MAX - own, 1) + own;
    in.put(seed_key, input::Value{seed, 0, std::to_string(seed)}, "scan");
  }
  run.single.model = models::read_input(in, run.single.run);
  return run;
}

/// Results of runs in different units, or with axes of their own that are scanned, do not fit on one grid.
void check_comparable(const std::vector<models::Coordinate>& axes, const std::vector<ScanRun>& runs) {
  const SingleRun& first = runs.front().single;
  for (const ScanRun& run : runs) {
    const models::Coordinate& own = run.single.model.scan;
    if (run.single.run.unit.label() != first.run.unit.label()) {
      throw InputError("scan: the runs have different units of energy");
    }
    if (own.values.empty() != first.model.scan.values.empty() ||
        std::any_of(axes.begin(), axes.end(),
                    [&](const auto& a) { return !own.values.empty() && a.name == own.name; })) {
      throw InputError("scan: a run goes through several values of " + own.name +
                       " by itself; give it one value for each run, or leave it out of [scan]");
    }
  }
}

/// Throws InputError if the runs do not fit on one grid.
std::vector<models::Coordinate> make_axes(const std::vector<ScanAxis>& scan, const std::vector<ScanRun>& runs) {
  std::vector<models::Coordinate> axes;
  std::size_t below = runs.size();
  for (const ScanAxis& axis : scan) {
    below /= axis.values.size();
    models::Coordinate c{axis.name, axis.key + ":", "1", axis.coordinates};
    for (const input::Value& value : axis.values) {
      c.long_name += " " + input::to_text(value);
    }
    if (axis.key == "schedule.T" || axis.key == "schedule.field") {
      const bool is_temperature = axis.key == "schedule.T";
      for (std::size_t k = 0; k < c.values.size(); ++k) {
        const input::ScheduleInput& s = runs[k * below].single.run.schedule;
        c.values[k] = is_temperature ? s.temperature.front() : s.field.front();
      }
      for (std::size_t p = 0; p < runs.size(); ++p) {
        const input::ScheduleInput& s = runs[p].single.run.schedule;
        if ((is_temperature ? s.temperature : s.field).front() != c.values[p / below % c.values.size()]) {
          throw InputError("scan." + axis.key + ": another key of the scan changes its unit");
        }
      }
      c.units = runs.front().single.run.unit.label();
      c.long_name = is_temperature ? "temperature" : "field on m = 1";
    }
    axes.push_back(std::move(c));
  }
  check_comparable(axes, runs);
  return axes;
}

} // namespace

std::vector<ScanRun> make_runs(const input::Reader& in, const std::vector<ScanAxis>& scan) {
  const std::size_t count = count_runs(scan);
  std::vector<ScanRun> runs;
  std::set<std::string> endings;
  for (std::size_t k = 0; k < count; ++k) {
    runs.push_back(make_run(in, scan, count, k));
    if (!endings.insert(runs.back().ending).second) {
      throw InputError("scan: two runs are called " + runs.back().title);
    }
  }
  return runs;
}

Scan read_scan(const input::Reader& in, const std::vector<ScanAxis>& axes, const RunOptions& options) {
  Scan scan{make_runs(in, axes), {}, output_base(options), {}, {}, {}};
  scan.axes = make_axes(axes, scan.runs); // and that they fit together
  std::vector<std::string> inputs;
  for (const ScanRun& run : scan.runs) {
    inputs.push_back(run.single.model.resolved);
  }
  input::ResolvedScan resolved = input::resolved(in, inputs, axes);
  scan.resolved = std::move(resolved.text);
  scan.open = std::move(resolved.open);
  for (ScanRun& run : scan.runs) {
    run.single.base = scan.base + run.ending;
    run.single.of_scan = true;
  }
  for (const ScanAxis& axis : axes) {
    scan.keys.push_back(axis.key);
  }
  return scan;
}

} // namespace neel::program
