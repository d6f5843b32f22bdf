// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/schedule.hpp"

namespace neel::models {

run::Schedule to_schedule(const input::RunInput& run) {
  const input::ScheduleInput& in = run.schedule;
  run::Schedule s;
  for (std::size_t p = 0; p < (in.temper ? 1 : in.points()); ++p) { // tempering: all temperatures at one point
    // The last sweep before each time of a quench is the one that is measured.
    const std::int64_t before = in.quench() ? in.times[p] - (p == 0 ? 0 : in.times[p - 1]) - 1 : in.thermalize;
    s.points.push_back({in.temperature[p], in.field[p], before, in.measurements(), in.measure_every});
  }
  s.bins = run.bins;
  return s;
}

std::unique_ptr<run::Tempered> on_ladder(std::unique_ptr<run::Simulation> simulation, const input::RunInput& run,
                                         int groups) {
  const input::ScheduleInput& s = run.schedule;
  return std::make_unique<run::Tempered>(
      std::move(simulation),
      run::TemperingOptions{s.temperature, groups, s.exchange_every, s.thermalize, s.tune, run.seed});
}

} // namespace neel::models
