// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/report.hpp"

#include "backend/backend.hpp"
#include "files/checksum.hpp"
#include "output/real_units.hpp"
#include "program/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "build_info.hpp"

namespace neel::program {

using output::with_units;

std::string now() {
  const std::time_t t = std::time(nullptr);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&t));
  return text;
}

std::string bytes(double n) { return n < 1e9 ? fmt::format("{:.3g} MB", n / 1e6) : fmt::format("{:.4g} GB", n / 1e9); }

namespace {

/// "26 temperatures from 1.6 J to 0.01 J", "31 fields between -2 J and 2 J at T = 1 J".
std::string points_text(const input::ScheduleInput& s, const input::EnergyUnit& unit) {
  using input::Dimension;
  const std::string temperature = with_units(s.temperature.front(), Dimension::energy, unit);
  if (s.field_loop()) {
    const auto [least, most] = std::minmax_element(s.field.begin(), s.field.end());
    return std::to_string(s.points()) + " fields between " + with_units(*least, Dimension::field, unit) + " and " +
           with_units(*most, Dimension::field, unit) + " at T = " + temperature;
  }
  return s.points() == 1 ? "T = " + temperature
                         : std::to_string(s.points()) + " temperatures from " + temperature + " to " +
                               with_units(s.temperature.back(), Dimension::energy, unit);
}

std::string schedule_line(const input::ScheduleInput& s, const input::EnergyUnit& unit) {
  using input::Dimension;
  const char* const how = s.temper           ? "side by side and exchanged,"
                          : s.multicanonical ? "from one sampling of all energies between,"
                                             : "each";
  const std::string what =
      s.quench() ? fmt::format("quench to T = {}, measured at {} times from {} to {} sweeps",
                               with_units(s.temperature.front(), Dimension::energy, unit), s.times.size(),
                               s.times.front(), s.times.back())
                 : fmt::format("{}, {} {} sweeps to thermalise and {} measured (every {}: {} measurements)",
                               points_text(s, unit), how, s.thermalize, s.measurements() * s.measure_every,
                               s.measure_every, s.measurements());
  return "schedule: " + what + "; start " + (s.start_file.empty() ? s.start : s.start_file) + "\n";
}

/// "memory 2.1 MB (17 B per site), 9.3 MB at most on the host with results and files".
std::string memory_text(const models::Model& model, const input::RunInput& run) {
  const MemoryNeeded needed = memory_needed(model, run);
  const double sites = static_cast<double>(run.lattice.sites()) * model.systems / model.blocks * run.copies();
  return fmt::format("memory {} ({:.3g} B per site), {} at most on the host with results and files",
                     bytes(needed.simulation), needed.simulation / sites, bytes(needed.host));
}

} // namespace

std::string header(const models::Model& model, const input::RunInput& run, const std::string& input_path) {
  const auto& size = run.lattice.size;
  const auto boundary = [&](std::size_t a) { return run.lattice.periodic[a] ? "periodic" : "open"; };
  const int systems = model.systems / model.blocks, population = run.schedule.population;
  return fmt::format("Neel {} ({}, {}), {}, started {}\ninput {}, hash {}, seed {}\n", NEEL_VERSION, NEEL_REVISION,
                     NEEL_BUILD_TYPE, backend::name(), now(), input_path, files::checksum(model.resolved), run.seed) +
         fmt::format("lattice {} x {} x {}{}, boundary {}/{}/{}, {} system{}{}; {}\n", size[0], size[1], size[2],
                     run.lattice.basis.empty() ? "" : fmt::format(" cells of {} sites", run.lattice.basis.size()),
                     boundary(0), boundary(1), boundary(2), systems, systems == 1 ? "" : "s",
                     population == 0 ? "" : fmt::format(", each a population of {} configurations", population),
                     memory_text(model, run)) +
         run.lattice.note + model.description + schedule_line(run.schedule, run.unit);
}

std::string tempering_line(const run::Ladder& ladder, int groups) {
  double least = 1, most = 0, trips = 0;
  for (int g = 0; g < groups; ++g) {
    for (int gap = 0; gap + 1 < ladder.rungs(); ++gap) {
      least = std::min(least, ladder.acceptance(gap, g));
      most = std::max(most, ladder.acceptance(gap, g));
    }
  }
  for (int l = 0; l < ladder.ladders(); ++l) {
    trips += static_cast<double>(ladder.round_trips(l)) / ladder.ladders();
  }
  return fmt::format("tempering: {:.3g} to {:.3g} of the exchanges accepted, {:.4g} round trips per ladder\n", least,
                     most, trips);
}

std::string missing_values(const output::Results& results) {
  const auto& observables = results.model().observables;
  std::string t;
  for (std::size_t o = 0; o < observables.size(); ++o) {
    std::size_t missing = 0, all = 0;
    for (std::size_t g = 0; g < results.groups(); ++g) {
      for (std::size_t p = 0; p < results.points(); ++p, ++all) {
        missing += std::isnan(results.at(g, p)[o].value) ? 1 : 0;
      }
    }
    if (missing > 0 && observables[o].axis == models::scalar) {
      t += fmt::format("note: {} has no value (nan) at {} of {} points\n", observables[o].name, missing, all);
    }
  }
  return t;
}

std::string lowest_line(const run::LowestSeen& seen, const std::string& units) {
  const auto n = static_cast<double>(seen.energy.size());
  double mean = 0, square = 0;
  for (const double e : seen.energy) {
    mean += e / n;
  }
  for (const double e : seen.energy) {
    square += (e - mean) * (e - mean);
  }
  const double least = *std::min_element(seen.energy.begin(), seen.energy.end());
  return n == 1
             ? fmt::format("lowest energy: {:.9g} {}, first seen after {} sweeps\n", least, units, seen.sweeps.front())
             : fmt::format("lowest energies: on average {:.6g} +- {:.2g} {} over {} systems, the lowest {:.9g}\n", mean,
                           std::sqrt(square / (n * (n - 1))), units, seen.energy.size(), least);
}

namespace {

/// "T 0.5 J (217.6 K)", "t 64".
std::string place(const output::Results& results, const models::Coordinate& at, std::size_t point) {
  const input::EnergyUnit& unit = results.run().unit;
  const std::string value =
      at.name == "T" || at.name == "H"
          ? with_units(at.values[point], at.name == "T" ? input::Dimension::energy : input::Dimension::field, unit)
          : fmt::format("{:.6g}", at.values[point]);
  return fmt::format("{} {:<{}}", at.name, value, unit.kelvin && unit.name != "K" ? 22 : 11);
}

} // namespace

std::string row(const output::Results& results, std::size_t point) {
  const auto& observables = results.model().observables;
  std::string t;
  const models::Coordinate at = results.point_axis();
  for (std::size_t g = 0; g < results.groups(); ++g) {
    t += place(results, at, point);
    if (results.groups() > 1) {
      t += fmt::format(" {} {:.4g}", results.model().scan.name, results.model().scan.values[g]);
    }
    for (std::size_t o = 0; o < observables.size(); ++o) {
      if (observables[o].primary) {
        const output::Result& r = results.at(g, point)[o];
        t += std::isnan(r.error) ? fmt::format("  {} {:.6g}", observables[o].name, r.value)
                                 : fmt::format("  {} {:.6f} +- {:.6f}", observables[o].name, r.value, r.error);
      }
    }
    const bool doubtful = !results.run().schedule.quench() && !results.verdict(g, point).converged;
    t += doubtful ? "  (not converged)\n" : "\n";
  }
  return t;
}

} // namespace neel::program
