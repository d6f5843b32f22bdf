// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/dry_run.hpp"

#include "backend/backend.hpp"
#include "files/checksum.hpp"
#include "model/schedule.hpp"
#include "parallel/session.hpp"
#include "program/forecast.hpp"
#include "program/json.hpp"
#include "program/memory.hpp"
#include "program/report.hpp"

#include <algorithm>

#include "build_info.hpp"

namespace neel::program {

namespace {

/// A second, or less by --time-limit.
double seconds_to_try(const RunOptions& options) { return std::min(1.0, time_limit(options).value_or(1)); }

std::int64_t sweeps_of(const SingleRun& single) { return models::to_schedule(single.run).sweeps_after(0); }

/// Updates of the whole run.
double work_of(const SingleRun& single) { return single.model.updates * static_cast<double>(sweeps_of(single)); }

/// What was found out of one run.
struct TriedRun {
  const SingleRun& single;
  std::string title; ///< of a scan's
  MemoryNeeded memory;
  PriorWork there;
  double least_seconds = 0, seconds = 0;
};

/// What was found out of all.
struct Tried {
  std::vector<TriedRun> runs{};
  int at_once = 1;
  double program = resident_memory(); ///< bytes of this process without any run
  MemoryNeeded memory{};              ///< of the run that needs most
  Forecast all{};                     ///< speeds: of a run that is no scan's
};

std::string time_text(double least, double most) {
  return least < most ? "from " + rough_duration(least) + ", where target errors end points as soon as they can, to " +
                            rough_duration(most)
                      : rough_duration(most);
}

std::string memory_line(const Tried& t) {
  const double simulation = t.memory.simulation;
  return "memory: " + (backend::on_device() ? bytes(simulation) + " on the device, " : std::string()) + "at most " +
         bytes(t.memory.host + t.program) + " on the host (" + bytes(t.program) + " this program, " +
         (backend::on_device() ? "" : bytes(simulation) + " the simulation, ") + bytes(t.memory.results) +
         " results; the rest while files are written)\n";
}

std::string measured_line(const Forecast& f, const input::RunInput& run) {
  const std::int64_t every = run.schedule.measure_every;
  std::string t = fmt::format("measured on this machine ({}) in {:.2g} s: ", backend::name(), f.tried);
  if (run.schedule.thermalize > 0 || run.schedule.quench()) {
    t += fmt::format("{:.3g} updates/ns without measurements, ", f.thermalizing);
  }
  return t +
         fmt::format("{:.3g} with one every {}\n", f.measuring, every == 1 ? "sweep" : fmt::format("{} sweeps", every));
}

/// Bytes as whole numbers. `program`: of this process without any run.
Json memory_json(const MemoryNeeded& needed, double program) {
  const auto whole = [](double n) { return static_cast<std::int64_t>(n); };
  return {{"device_bytes", whole(backend::on_device() ? needed.simulation : 0)},
          {"host_bytes", whole(needed.host + program)},
          {"simulation_bytes", whole(needed.simulation)},
          {"results_bytes", whole(needed.results)},
          {"program_bytes", whole(program)}};
}

Json run_json(const TriedRun& t, double program) {
  const input::RunInput& run = t.single.run;
  return {{"title", or_null(t.title)},
          {"base", t.single.base},
          {"input_hash", files::checksum(t.single.model.resolved)},
          {"seed", run.seed},
          {"lattice", run.lattice.size},
          {"sites", run.lattice.sites()},
          {"systems", t.single.model.systems},
          {"points", run.schedule.points()},
          {"sweeps", sweeps_of(t.single)},
          {"sweeps_left", t.there.sweeps_left},
          {"done", t.there.done},
          {"notes", t.there.notes},
          {"memory", memory_json(t.memory, program)},
          {"least_seconds", t.least_seconds},
          {"seconds", t.seconds}};
}

/// No speed is 0.
Json speed_json(double updates_per_ns) { return updates_per_ns > 0 ? Json(updates_per_ns) : Json(); }

/// A part of a scan may have no run.
void print_tried(const Tried& t, const RunOptions& options) {
  const SingleRun* const first = t.runs.empty() ? nullptr : &t.runs.front().single;
  Json j = json_of("dry_run");
  j.update({{"version", NEEL_VERSION},
            {"revision", NEEL_REVISION},
            {"backend", backend::name()},
            {"threads", backend::host_threads()},
            {"input", options.input},
            {"part", or_null(options.part)},
            {"model", first == nullptr ? Json() : Json(first->run.model)},
            {"description", first == nullptr ? Json() : Json(first->run.lattice.note + first->model.description)},
            {"runs", Json::array()},
            {"at_once", t.at_once},
            {"memory", memory_json(t.memory, t.program)},
            {"tried_seconds", t.all.tried},
            {"updates_per_ns", speed_json(t.all.thermalizing)},
            {"updates_per_ns_measuring", speed_json(t.all.measuring)},
            {"least_seconds", t.all.least_seconds / t.at_once},
            {"seconds", t.all.seconds / t.at_once}});
  for (const TriedRun& run : t.runs) {
    j["runs"].push_back(run_json(run, t.program));
  }
  print_json(j);
}

} // namespace

void dry_run(const SingleRun& single, const RunOptions& options) {
  const PriorWork there = look(single, options);
  check_memory(single.model, single.run);
  Tried t{.memory = memory_needed(single.model, single.run)};
  std::string begin = header(single.model, single.run, options.input);
  for (const std::string& note : there.notes) {
    begin += "note: " + note + "\n";
  }
  print_now(begin, options.json);
  t.all = forecast(single.model, single.run, seconds_to_try(options));
  if (options.json) {
    t.runs.push_back({single, "", t.memory, there, t.all.least_seconds, t.all.seconds});
    print_tried(t, options);
  } else {
    files::print_lines(measured_line(t.all, single.run) + memory_line(t) + "estimated time: " +
                       time_text(t.all.least_seconds, t.all.seconds) + ", without writing files\n");
  }
}

namespace {

/// Speeds differ from run to run: none is told.
Tried try_runs(const std::vector<ScanRun>& runs, std::size_t tried, const RunOptions& options) {
  Tried t;
  Forecast last;
  double last_work = 1;
  for (std::size_t k = 0, next = 0; k < runs.size(); ++k) {
    const SingleRun& single = runs[k].single;
    const MemoryNeeded needed = memory_needed(single.model, single.run);
    t.memory = needed.host > t.memory.host ? needed : t.memory;
    const double work = work_of(single);
    if (k == next * runs.size() / tried && next < tried) {
      last = forecast(single.model, single.run, std::max(0.1, seconds_to_try(options) / static_cast<double>(tried)));
      last_work = work;
      t.all.tried += last.tried;
      ++next;
    }
    const double share = work / last_work;
    t.runs.push_back(
        {single, runs[k].title, needed, look(single, options), share * last.least_seconds, share * last.seconds});
    const TriedRun& run = t.runs.back();
    t.all.seconds += run.seconds;
    t.all.least_seconds += run.least_seconds;
    print_now(fmt::format("{}: estimated time {}{}\n", run.title, time_text(run.least_seconds, run.seconds),
                          run.there.done ? "; done already" : ""),
              options.json);
  }
  return t;
}

} // namespace

void dry_run(const std::vector<ScanRun>& runs, bool farm, const RunOptions& options) {
  if (runs.empty()) {
    print_tried(Tried{}, options);
    return;
  }
  const int at_once = farm ? std::min(parallel::ranks().size(), static_cast<int>(runs.size())) : 1;
  std::optional<parallel::Aside> alone;
  if (farm) {
    alone.emplace();
  }
  constexpr std::size_t most_tried = 16;
  const std::size_t tried = std::min(most_tried, runs.size());
  print_now(header(runs.front().single.model, runs.front().single.run, options.input) + "\n", options.json);
  Tried t = try_runs(runs, tried, options);
  t.at_once = at_once;
  if (options.json) {
    print_tried(t, options);
    return;
  }
  files::print_lines(fmt::format(
      "measured on this machine ({}) in {:.2g} s: {}\n{}{} runs{}, estimated time: {}, without writing files\n",
      backend::name(), t.all.tried,
      tried == runs.size()
          ? "each run by itself"
          : fmt::format("{} of the runs, the others being taken for as fast as those before them", tried),
      memory_line(t), runs.size(), farm ? fmt::format(", {} at once", at_once) : "",
      time_text(t.all.least_seconds / at_once, t.all.seconds / at_once)));
}

} // namespace neel::program
