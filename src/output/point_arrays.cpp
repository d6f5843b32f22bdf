// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/point_arrays.hpp"

namespace neel::output {

std::vector<PointArray> point_arrays(const Shot& shot, const std::string& suffix) {
  std::vector<PointArray> all;
  const auto add = [&](const std::string& name, files::Hdf5Type type, std::size_t components, const auto& values,
                       bool changes = true) {
    if (!values.empty()) {
      const auto* const bytes = reinterpret_cast<const char*>(values.data());
      all.push_back({name + suffix, type, components, {bytes, values.size() * sizeof values[0]}, changes});
    }
  };
  const run::Configuration& c = shot.configuration;
  const std::size_t sites = c.values.empty() ? c.labels.size() : c.values.size() / c.components;
  add(c.label_name, files::Hdf5Type::u8, 1, c.labels, c.values.empty()); // beside values, they are quenched
  add(c.name, files::Hdf5Type::f32, c.components, c.values);
  add("overlap", files::Hdf5Type::f32, c.overlaps.size() / sites, c.overlaps);
  add("energy", files::Hdf5Type::f32, 1, shot.energy);
  return all;
}

std::string suffix_of(std::size_t index, int place) { return index == 0 ? "" : "_" + std::to_string(place); }

std::pair<std::string, std::string> main_array(const run::Configuration& c) {
  return {c.values.empty() ? c.label_name : c.name, c.components == 3 && !c.values.empty() ? "Vectors" : "Scalars"};
}

} // namespace neel::output
