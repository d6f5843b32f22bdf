// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What the page is told of the laboratory.

#include "model/site_layout.hpp"
#include "view/frame.hpp"
#include "view/lab.hpp"
#include "view/positions.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace neel::view {

namespace {

using Json = nlohmann::json;

Json ends(const std::array<double, 2>& range) { return {range[0], range[1]}; }

} // namespace

/// Since temperature or field were changed, of what the log would show.
Json Lab::averages() const {
  Json all = Json::array();
  std::vector<double> means = sums_;
  for (double& m : means) {
    m /= static_cast<double>(std::max<std::int64_t>(1, summed_));
  }
  for (const models::Observable& o : now_.model.observables) {
    if (summed_ > 0 && o.axis == models::scalar && o.primary) {
      const double value = o.derive(means, point_.temperature);
      all.push_back({{"name", o.name}, {"long_name", o.long_name}, {"units", o.units}, {"value", value}});
    }
  }
  return all;
}

Json Lab::state_now() const {
  const input::RunInput& run = now_.run;
  const std::string energy = now_.model.moments.front().name;
  const int each = static_cast<int>(now_.model.groups());
  Json systems = Json::array();
  for (int s = 0; s < std::min(64, now_.simulation->systems()); ++s) {
    systems.push_back(s);
  }
  const double updates = now_.model.updates * static_cast<double>(sweeps_);
  Json lab{{"running", left_ != 0},
           {"T", point_.temperature},
           {"H", run.has_field ? Json(point_.field) : Json()},
           {"thermal", energy == "energy"},
           {"units", run.unit.label()},
           {"sweeps", sweeps_},
           {"block", point_.sweeps()},
           {"series", history_.rows()},
           {"each", history_.each()},
           {"sliders", {{"T", ends(sliders_.temperature)}, {"H", ends(sliders_.field)}}},
           {"groups", each},
           {"ramp", ramp_left_},
           {"updates_per_ns", seconds_ > 0 ? updates / seconds_ * 1e-9 : 0.0},
           {"averages", averages()},
           {"averaged", summed_},
           {"saved", saved_}};
  return {{"kind", "lab"},
          {"name", name_},
          {"model", run.model},
          {"status", left_ != 0 ? "at work" : "waiting"},
          {"trouble", failed_.empty() ? paused_ : failed_},
          {"sites", std::to_string(experiments_)},
          {"frames",
           {{"count", 1}, {"live", true}, {"revision", std::to_string(experiments_) + "." + std::to_string(sweeps_)}}},
          {"systems", systems},
          {"ions", ions_of(now_.model.resolved)},
          {"sublattices", Json::array()},
          {"curves", ""},
          {"lab", lab}};
}

std::string Lab::sites_now() const {
  const input::LatticeInput& lattice = now_.run.lattice;
  if (lattice.basis.empty()) {
    return pack({{"kind", "image"}, {"size", lattice.size}, {"axes", {0, 1, 2}}}, {});
  }
  return pack({{"kind", "points"}},
              {to_array("position", models::positions(lattice), 3), to_array("sublattice", sublattices(lattice))});
}

std::string Lab::frame_now(int system) {
  const int shown = std::min(system, now_.simulation->systems() - 1);
  const run::Configuration c = now_.simulation->configuration(shown);
  now_.simulation->set_conditions(point_.temperature, point_.field); // of the next block, for local energies
  const std::vector<float> energy = now_.simulation->local_energy(shown, {});
  std::vector<run::Array> arrays;
  if (!c.values.empty()) {
    arrays.push_back(to_array(c.name, c.values, c.components));
  }
  if (!c.labels.empty()) {
    arrays.push_back(to_array(c.label_name, c.labels));
  }
  if (!energy.empty()) {
    arrays.push_back(to_array("energy", energy, 1));
  }
  if (!c.overlaps.empty()) {
    const std::size_t sites = c.values.empty() ? c.labels.size() : c.values.size() / c.components;
    arrays.push_back(to_array("overlap", c.overlaps, c.overlaps.size() / sites));
  }
  return pack({{"step", 0}, {"steps", 1}, {"system", system}}, arrays);
}

std::string Lab::series_from(std::int64_t since) const {
  const auto from =
      static_cast<std::size_t>(std::clamp<std::int64_t>(since, 0, static_cast<std::int64_t>(history_.rows())));
  std::vector<run::Array> columns;
  const auto add = [&](const std::string& name) {
    columns.push_back(to_array(name, history_.column(columns.size(), from), 1));
  };
  for (const char* name : {"sweeps", "T", "H"}) {
    add(name);
  }
  Json observables = Json::array();
  for (const std::size_t k : means_) {
    const models::Observable& o = now_.model.observables[k];
    observables.push_back({{"name", o.name}, {"long_name", o.long_name}, {"units", o.units}});
    add(o.name);
  }
  Json abscissae = Json::array({{{"name", "sweeps"}, {"units", "1"}}});
  const std::string units = now_.run.unit.label();
  if (now_.model.moments.front().name == "energy") {
    abscissae.push_back({{"name", "T"}, {"units", units}});
  }
  if (now_.run.has_field) {
    abscissae.push_back({{"name", "H"}, {"units", units}});
  }
  return pack({{"from", from}, {"each", history_.each()}, {"observables", observables}, {"abscissae", abscissae}},
              columns);
}

} // namespace neel::view
