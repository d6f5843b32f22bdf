// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/result_parts.hpp"

#include <algorithm>

namespace neel::output {

namespace {

/// Up and down take a byte.
bool small(const std::vector<float>& values) {
  return std::all_of(values.begin(), values.end(), [](float v) { return v == 1 || v == -1 || v == 0; });
}

} // namespace

LowestResults lowest_of(run::Simulation& simulation) {
  LowestResults all{run::get<run::Lowest>(simulation).seen(), {}, 1, {}};
  run::get<run::BestStates>(simulation).kept([&](int /*sample*/, const run::Configuration& c) {
    all.name = c.name;
    all.components = c.components;
    all.values.insert(all.values.end(), c.values.begin(), c.values.end());
  });
  return all;
}

void write_lowest(files::Hdf5Writer& file, const Results& results) {
  const LowestResults* const lowest = results.lowest();
  if (lowest == nullptr) {
    return;
  }
  const std::string group = "/lowest/";
  const std::size_t samples = lowest->seen.energy.size(), sites = lowest->values.size() / samples / lowest->components;
  std::vector<files::Axis> axes{{"chain", samples}};
  file.group("/lowest");
  file.scale(group + "chain", count_up(samples), "independent system");
  file.array(group + "energy", lowest->seen.energy, axes, results.model().moments.front().units,
             "lowest energy that was measured");
  const std::vector<std::int64_t> sweeps(lowest->seen.sweeps.begin(), lowest->seen.sweeps.end());
  file.array(group + "sweep", sweeps, axes, "sweeps done when it was first seen");
  file.scale(group + "site", count_up(sites), "number of the site");
  axes.push_back({"site", sites});
  if (lowest->components > 1) {
    file.scale(group + "component", count_up(lowest->components), "component");
    axes.push_back({"component", lowest->components});
  }
  const std::string what = "the configuration that had it";
  if (lowest->components == 1 && small(lowest->values)) {
    const std::vector<std::int8_t> bytes(lowest->values.begin(), lowest->values.end());
    file.array(group + lowest->name, bytes, axes, what);
  } else {
    file.array(group + lowest->name, lowest->values, axes, what);
  }
}

} // namespace neel::output
