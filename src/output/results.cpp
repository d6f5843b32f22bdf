// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/results.hpp"

#include <cstdio>

namespace neel::output {

namespace {

std::vector<double> as_doubles(const std::vector<std::int64_t>& values) { return {values.begin(), values.end()}; }

} // namespace

models::Coordinate point_axis(const input::RunInput& run) {
  const input::ScheduleInput& s = run.schedule;
  return s.quench() ? models::Coordinate{"t", "time since the quench", "sweep", as_doubles(s.times)}
                    : models::Coordinate{"T", "temperature", run.unit.label(), s.temperature};
}

std::vector<Result> Results::derive(std::span<const measure::Bins> systems, std::size_t group,
                                    std::size_t point) const {
  const std::size_t n = systems.size() / groups();
  const int family = std::min(model_.family(), static_cast<int>(n));
  return estimate(model_.observables(), systems.subspan(group * n, n),
                  {run_.schedule.temperature[point], run_.schedule.measure_every, family});
}

void Results::add(const std::vector<measure::Bins>& systems) {
  bins_.push_back(systems);
  derived_.emplace_back();
  for (std::size_t g = 0; g < groups(); ++g) {
    derived_.back().push_back(derive(systems, g, bins_.size() - 1));
  }
}

bool Results::reached(const std::vector<measure::Bins>& systems, std::size_t point) const {
  const auto& observables = model_.observables();
  for (std::size_t g = 0; g < groups(); ++g) {
    const std::vector<Result> results = derive(systems, g, point);
    for (std::size_t o = 0; o < observables.size(); ++o) {
      const auto target = run_.target_error.find(observables[o].name);
      if (target != run_.target_error.end() && !(results[o].thermal_error <= target->second)) {
        return false;
      }
    }
  }
  return true;
}

} // namespace neel::output
