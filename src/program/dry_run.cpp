// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/dry_run.hpp"

#include "backend/backend.hpp"
#include "files/print.hpp"
#include "model/schedule.hpp"
#include "parallel/session.hpp"
#include "program/forecast.hpp"
#include "program/memory.hpp"
#include "program/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <optional>

namespace neel::program {

namespace {

/// A second, or less by --time-limit.
double seconds_to_try(const RunOptions& options) { return std::min(1.0, time_limit(options).value_or(1)); }

std::string time_text(double least, double most) {
  return least < most ? "from " + rough_duration(least) + ", where target errors end points as soon as they can, to " +
                            rough_duration(most)
                      : rough_duration(most);
}

/// `before`: bytes of this process without any run.
std::string memory_line(const MemoryNeeded& needed, double before) {
  return "memory: " + (backend::on_device() ? bytes(needed.simulation) + " on the device, " : std::string()) +
         "at most " + bytes(needed.host + before) + " on the host (" + bytes(before) + " this program, " +
         (backend::on_device() ? "" : bytes(needed.simulation) + " the simulation, ") + bytes(needed.results) +
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

/// Updates of the whole run.
double work_of(const SingleRun& single) {
  return single.model.updates * static_cast<double>(models::to_schedule(single.run).sweeps_after(0));
}

} // namespace

void dry_run(const SingleRun& single, const RunOptions& options) {
  const std::string note = look(single, options);
  check_memory(single.model, single.run);
  const double before = resident_memory();
  files::print("{}{}", header(single.model, single.run, options.input), note);
  std::fflush(stdout);
  const Forecast f = forecast(single.model, single.run, seconds_to_try(options));
  files::print("{}{}estimated time: {}, without writing files\n", measured_line(f, single.run),
               memory_line(memory_needed(single.model, single.run), before), time_text(f.least_seconds, f.seconds));
}

void dry_run(const std::vector<ScanRun>& runs, bool farm, const RunOptions& options) {
  const int at_once = farm ? std::min(parallel::ranks().size(), static_cast<int>(runs.size())) : 1;
  std::optional<parallel::Aside> alone;
  if (farm) {
    alone.emplace();
  }
  constexpr std::size_t most_tried = 16;
  const double before = resident_memory();
  const std::size_t tried = std::min(most_tried, runs.size());
  MemoryNeeded largest{};
  Forecast last, all;
  double last_work = 1;
  files::print("{}\n", header(runs.front().single.model, runs.front().single.run, options.input));
  for (std::size_t k = 0, next = 0; k < runs.size(); ++k) {
    const SingleRun& single = runs[k].single;
    const MemoryNeeded needed = memory_needed(single.model, single.run);
    largest = needed.host > largest.host ? needed : largest;
    const double work = work_of(single);
    if (k == next * runs.size() / tried && next < tried) {
      last = forecast(single.model, single.run, std::max(0.1, seconds_to_try(options) / static_cast<double>(tried)));
      last_work = work;
      all.tried += last.tried;
      ++next;
    }
    const double share = work / last_work;
    all.seconds += share * last.seconds;
    all.least_seconds += share * last.least_seconds;
    files::print("{}: estimated time {}\n", runs[k].title, time_text(share * last.least_seconds, share * last.seconds));
    std::fflush(stdout);
  }
  files::print(
      "measured on this machine ({}) in {:.2g} s: {}\n{}{} runs{}, estimated time: {}, without writing files\n",
      backend::name(), all.tried,
      tried == runs.size()
          ? "each run by itself"
          : fmt::format("{} of the runs, the others being taken for as fast as those before them", tried),
      memory_line(largest, before), runs.size(), farm ? fmt::format(", {} at once", at_once) : "",
      time_text(all.least_seconds / at_once, all.seconds / at_once));
}

} // namespace neel::program
