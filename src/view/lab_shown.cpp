// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// What the page is told of the laboratory.

#include "model/site_layout.hpp"
#include "view/lab.hpp"
#include "view/parcel.hpp"
#include "view/positions.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace neel::view {

namespace {

using Json = nlohmann::json;

} // namespace

/// Since temperature or field were changed, of what the log would show.
Json Lab::averages() const {
  Json all = Json::array();
  std::vector<double> means = sums_;
  for (double& m : means) {
    m /= static_cast<double>(std::max<std::int64_t>(1, summed_));
  }
  for (const models::Observable& o : now_.model.observables) {
    if (summed_ > 0 && o.axis == models::scalar && o.headline) {
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
           {"series", series_.size()},
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
          {"trouble", ""},
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

std::string Lab::frame(std::int64_t /*step*/, int system) {
  return mailbox_.ask([&] {
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
  });
}

std::string Lab::curves_from(std::int64_t since) const {
  const auto blocks = static_cast<std::int64_t>(series_.size());
  const std::int64_t from = std::clamp<std::int64_t>(since, 0, blocks), step = point_.sweeps();
  Json columns = Json::object(), observables = Json::array();
  std::vector<std::int64_t> sweeps;
  for (std::int64_t b = from; b < blocks; ++b) {
    sweeps.push_back((b + 1) * step);
  }
  columns["sweeps"] = sweeps;
  const auto tail = [&](const std::vector<double>& all) { return std::vector<double>(all.begin() + from, all.end()); };
  columns["T"] = tail(done_.temperature);
  columns["H"] = tail(done_.field);
  for (std::size_t k = 0; k < means_.size(); ++k) {
    const models::Observable& o = now_.model.observables[means_[k]];
    observables.push_back({{"name", o.name}, {"long_name", o.long_name}, {"units", o.units}});
    std::vector<double> values;
    for (std::int64_t b = from; b < blocks; ++b) {
      values.push_back(series_[static_cast<std::size_t>(b)][k]);
    }
    columns[o.name] = values;
  }
  Json abscissae = Json::array({{{"name", "sweeps"}, {"units", "1"}}});
  const std::string units = now_.run.unit.label();
  if (now_.model.moments.front().name == "energy") {
    abscissae.push_back({{"name", "T"}, {"units", units}});
  }
  if (now_.run.has_field) {
    abscissae.push_back({{"name", "H"}, {"units", units}});
  }
  return Json{{"from", from}, {"columns", columns}, {"observables", observables}, {"abscissae", abscissae}}.dump();
}

} // namespace neel::view
