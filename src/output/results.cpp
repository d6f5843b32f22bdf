// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/results.hpp"

#include "model/population.hpp"
#include "output/real_units.hpp"

#include <algorithm>
#include <cmath>

namespace neel::output {

namespace {

std::vector<double> as_doubles(const std::vector<std::int64_t>& values) { return {values.begin(), values.end()}; }

} // namespace

models::Coordinate Results::point_axis() const {
  const input::ScheduleInput& s = run_.schedule;
  if (s.quench()) {
    return {"t", "time since the quench", "sweep", as_doubles(s.times)};
  }
  return s.field_loop() ? models::Coordinate{"H", "field on m = 1", run_.unit.label(), s.field}
                        : models::Coordinate{"T", "temperature", run_.unit.label(), temperatures_};
}

std::vector<models::Coordinate> Results::conditions() const {
  const std::string own = point_axis().name;
  std::vector<models::Coordinate> all;
  if (own != "T") {
    all.push_back({"T", "temperature", run_.unit.label(), run_.schedule.temperature});
  }
  if (run_.has_field && own != "H") {
    all.push_back({"H", "field on m = 1", run_.unit.label(), run_.schedule.field});
  }
  return all;
}

std::vector<models::Coordinate> Results::real_conditions() const {
  const auto scaled = [](std::vector<double> values, double factor) {
    std::transform(values.begin(), values.end(), values.begin(), [&](double v) { return v * factor; });
    return values;
  };
  std::vector<models::Coordinate> all;
  if (const auto kelvin = kelvin_per_unit(run_.unit)) {
    all.push_back({"T_kelvin", "temperature", "K", scaled(temperatures_, *kelvin)});
  }
  if (const auto tesla = tesla_per_unit(run_.unit); tesla && run_.has_field) {
    all.push_back({"H_tesla", "field", "T", scaled(run_.schedule.field, *tesla)});
  }
  return all;
}

void Results::set_ladder(const run::Ladder& ladder) {
  ladder_ = ladder;
  temperatures_ = ladder.temperatures();
}

Estimates Results::derive(std::span<const statistics::Bins> systems, std::size_t group, std::size_t point) const {
  const std::size_t n = systems.size() / groups();
  const int correlated_set = std::min(model_.correlated_set, static_cast<int>(n));
  return estimate(model_.observables, systems.subspan(group * n, n),
                  {temperatures_[point], run_.schedule.measure_every, correlated_set, model_.disordered[group],
                   run_.schedule.population > 0});
}

void Results::add(std::span<const statistics::Bins> systems) {
  const auto each = static_cast<std::size_t>(model_.systems);
  for (std::size_t first = 0; first < systems.size(); first += each) {
    const auto point = systems.subspan(first, each);
    bins_.emplace_back(point.begin(), point.end());
    derived_.emplace_back();
    for (std::size_t g = 0; g < groups(); ++g) {
      derived_.back().push_back(derive(point, g, bins_.size() - 1));
    }
  }
}

Results::Verdict Results::verdict(std::size_t group, std::size_t point) const {
  const auto& observables = model_.observables;
  Verdict v;
  for (std::size_t o = 0; o < observables.size(); ++o) {
    const Result& r = at(group, point)[o];
    if (observables[o].primary && observables[o].axis == models::scalar && !std::isnan(r.value)) {
      v.converged = v.converged && r.converged;
      v.longer = r.longer <= v.longer ? v.longer : r.longer; // or NaN
    }
  }
  v.converged = v.converged && poor_populations(group, point) == 0;
  return v;
}

std::size_t Results::poor_populations(std::size_t group, std::size_t point) const {
  const auto& moments = model_.moments;
  const auto rho_t =
      std::find_if(moments.begin(), moments.end(), [](const models::Moment& m) { return m.name == models::rho_t; });
  const std::size_t chains = bins_[point].size() / groups(), blocks = static_cast<std::size_t>(model_.blocks);
  std::size_t poor = 0;
  for (std::size_t s = 0; rho_t != moments.end() && s < chains; s += blocks) {
    const std::vector<double> means = bins_[point][group * chains + s].means();
    poor +=
        means[static_cast<std::size_t>(rho_t - moments.begin())] * models::enough_families > run_.schedule.population
            ? 1
            : 0;
  }
  return poor;
}

bool Results::reached(std::span<const statistics::Bins> systems, std::size_t point) const {
  const auto& observables = model_.observables;
  const auto each = static_cast<std::size_t>(model_.systems);
  for (std::size_t k = 0; k < systems.size() / each * groups(); ++k) {
    const std::size_t p = k / groups();
    const std::vector<Result> results = derive(systems.subspan(p * each, each), k % groups(), point + p).results;
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
