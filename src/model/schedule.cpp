// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "model/schedule.hpp"

#include "expression/observing.hpp"
#include "model/population.hpp"
#include "model/seed.hpp"
#include "model/structure.hpp"

#include <neel/run/lowest.hpp>
#include <neel/simulation/multicanonical.hpp>
#include <neel/simulation/population.hpp>
#include <neel/simulation/tempered.hpp>

#include <algorithm>
#include <cmath>

namespace neel::models {

void check_systems(input::Reader& in, const input::RunInput& run, std::size_t groups) {
  constexpr double most_systems = 1e6, most_configurations = 1e8;
  const double systems = static_cast<double>(run.systems) * static_cast<double>(groups);
  if (groups > 1 && run.first_system > 0) {
    in.error(input::first_system, "the numbers of systems in several groups depend on how many there are in all");
  }
  if (systems > most_systems) {
    in.error("algorithm.systems", "more than 1000000 systems in all");
  } else if (systems * run.copies() > most_configurations) {
    in.error("algorithm.systems", "more than 100000000 configurations " +
                                      std::string(run.schedule.temper ? "at all temperatures" : "in all populations"));
  }
}

void choose_bins(input::Reader& in, input::RunInput& run, std::size_t moments, std::size_t groups) {
  constexpr double most_numbers = 128e6 / sizeof(double);
  const input::ScheduleInput& s = run.schedule;
  if (in.has("measure.bins") || s.quench() || s.field_loop() || !run.target_error.empty()) {
    return; // with target errors, nobody knows how many measurements there will be, and a check needs `bins` of them
  }
  if (s.population > 0) { // errors come from families, not from series
    run.bins = 8;
    in.resolve("measure.bins", std::to_string(run.bins));
    return;
  }
  const double numbers = static_cast<double>(moments) * run.systems * static_cast<double>(groups) *
                         static_cast<double>(s.points()) * 2; // of a bin: there are up to twice as many
  const std::int64_t wanted = s.measurements() / 2 + s.measurements() % 2;
  const double bins =
      std::min({static_cast<double>(wanted), most_numbers / numbers, static_cast<double>(input::most_bins)});
  run.bins = std::max(run.bins, static_cast<int>(bins));
  in.resolve("measure.bins", std::to_string(run.bins));
}

void add_histograms(input::Reader& in, const input::RunInput& run, Observables& all) {
  std::vector<std::string> names;
  for (const Moment& m : all.moments()) {
    names.push_back(m.name);
  }
  for (const auto& [moment, edges] : run.histograms) {
    if (!all.add_histogram(moment, edges)) {
      in.error("measure.histogram." + moment, "is no moment of this model" + in.hint(moment, names));
    }
  }
}

run::Schedule to_schedule(const input::RunInput& run) {
  const input::ScheduleInput& in = run.schedule;
  run::Schedule s;
  for (std::size_t p = 0; p < (in.side_by_side() ? 1 : in.points()); ++p) {
    // The last sweep before each time of a quench is the one that is measured.
    const std::int64_t before = in.quench() ? in.times[p] - (p == 0 ? 0 : in.times[p - 1]) - 1 : in.thermalize;
    s.points.push_back({in.temperature[p], in.field[p], before, in.measurements(), in.measure_every});
  }
  s.bins = run.bins;
  s.showing = {run.output.snapshots.every, run.output.snapshots.at, in.quench()};
  return s;
}

std::unique_ptr<run::Simulation> make_simulation(const Model& model, const input::RunInput& run,
                                                 run::ExecutionContext where) {
  return complete(model.make(where), model, run, where.space);
}

std::unique_ptr<run::Simulation> complete(std::unique_ptr<run::Simulation> simulation, const Model& model,
                                          const input::RunInput& run, run::Space space) {
  if (run.lowest) { // inside of tempering, which hands over its energies, too
    simulation = std::make_unique<run::Lowest>(std::move(simulation), model.systems / model.blocks);
  }
  const input::ScheduleInput& s = run.schedule;
  if (s.temper) {
    simulation = std::make_unique<simulation::Tempered>(
        std::move(simulation), simulation::TemperingOptions{s.temperature, static_cast<int>(model.groups()),
                                                            s.exchange_every, s.thermalize, s.tune, to_seed(run)});
  }
  if (!model.user_moments.moments.empty()) {
    simulation = expression::observing(std::move(simulation), model.user_moments, space);
  }
  if (s.multicanonical) { // samples of disorder have an entropy each
    const bool disordered = std::find(model.disordered.begin(), model.disordered.end(), true) != model.disordered.end();
    const int groups = disordered ? model.systems : static_cast<int>(model.groups());
    simulation = std::make_unique<simulation::Multicanonical>(
        std::move(simulation), simulation::MulticanonicalOptions{s.temperature, groups, s.thermalize, to_seed(run)});
  }
  if (s.population > 0) {
    simulation = std::make_unique<simulation::PopulationAnnealing>(
        std::move(simulation),
        simulation::PopulationOptions{s.population, model.blocks, starts_hot(run, model), to_seed(run)});
  }
  if (run.structure.on()) {
    simulation = structure::structured(std::move(simulation), structure_request(model, run), space);
  }
  if (run.has_field) { // sums of fixed-point numbers are sized for these
    const std::vector<double>& fields = run.schedule.field;
    const auto [least, most] = std::minmax_element(fields.begin(), fields.end());
    simulation->limit_field(std::max(std::abs(*least), std::abs(*most)));
  }
  return simulation;
}

} // namespace neel::models
