// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/configurations.hpp"

#include "errors/errors.hpp"
#include "view/frame.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace neel::view {

namespace {

using Json = nlohmann::json;

const std::string vtk_root = "/VTKHDF", point_data = "/VTKHDF/PointData",
                  step_offsets = "/VTKHDF/Steps/PointDataOffsets";

/// Which axis of the lattice each axis of an image is along: the largest element of each column of Direction.
std::vector<std::size_t> axes_of(const std::vector<double>& direction) {
  std::vector<std::size_t> axes{0, 1, 2};
  for (std::size_t i = 0; i < 3 && direction.size() == 9; ++i) {
    for (std::size_t a = 0; a < 3; ++a) {
      axes[i] = std::abs(direction[3 * a + i]) > 0.5 ? a : axes[i];
    }
  }
  return axes;
}

/// "spin_3" is the array "spin" of system 3.
std::string of_system(const std::string& name, std::int64_t system, std::int64_t first) {
  return system == first ? name : name + "_" + std::to_string(system);
}

} // namespace

Configurations::Configurations(const std::string& path) : file_(path, false) {
  if (!file_.has(vtk_root) || !file_.has(vtk_root, "Type") || !file_.has(point_data)) {
    throw FileError("cannot read " + path + ": it holds no configuration");
  }
  type_ = file_.text_attribute(vtk_root, "Type");
  timed_ = file_.has("/VTKHDF/Steps");
  if (timed_) {
    steps_ = file_.integer_attribute("/VTKHDF/Steps", "NSteps");
  }
  if (!image()) {
    points_ = file_.integers("/VTKHDF/NumberOfPoints").at(0);
  }
  if (file_.has("/neel") && file_.has("/neel", "systems")) {
    systems_ = file_.integers_attribute("/neel", "systems");
  }
}

std::string Configurations::sites(std::int64_t cells) const {
  if (image()) {
    const std::vector<std::int64_t> extent = file_.integers_attribute(vtk_root, "WholeExtent");
    Json head{{"kind", "image"}, {"size", Json::array()}};
    for (std::size_t i = 0; i + 1 < extent.size(); i += 2) {
      head["size"].push_back(extent[i + 1] - extent[i] + 1);
    }
    head["axes"] = axes_of(file_.doubles_attribute(vtk_root, "Direction"));
    return pack(head, {});
  }
  std::vector<run::Array> arrays{file_.array("/VTKHDF/Points")};
  arrays.front().name = "position";
  if (const std::int64_t basis = cells > 0 ? points_ / cells : 0;
      basis > 0 && basis * cells == points_ && basis < 256) {
    std::vector<std::uint8_t> sublattice(static_cast<std::size_t>(points_));
    for (std::size_t k = 0; k < sublattice.size(); ++k) {
      sublattice[k] = static_cast<std::uint8_t>(k % static_cast<std::size_t>(basis));
    }
    arrays.push_back(to_array("sublattice", sublattice));
  }
  return pack({{"kind", "points"}}, arrays);
}

run::Array Configurations::read(const std::string& name, std::int64_t step) const {
  const std::string path = point_data + "/" + name;
  run::Array a;
  if (!timed_) {
    a = file_.array(path);
  } else {
    const std::vector<std::int64_t> at = file_.integers(step_offsets + "/" + name);
    const auto first = static_cast<std::uint64_t>(at.at(static_cast<std::size_t>(step)));
    a = file_.array(path, first, image() ? 1 : static_cast<std::uint64_t>(points_));
    if (image()) {
      a.sizes.erase(a.sizes.begin());
    }
  }
  return a;
}

std::string Configurations::frame(std::int64_t step, std::int64_t system) const {
  const std::int64_t at = step < 0 || step >= steps_ ? steps_ - 1 : step;
  const auto found = std::find(systems_.begin(), systems_.end(), system);
  const std::int64_t chosen = found == systems_.end() ? systems_.front() : system;
  if (at < 0) {
    throw FileError("there is no snapshot yet");
  }
  std::vector<run::Array> arrays;
  std::vector<std::string> names = file_.members(point_data);
  for (const std::string& name : names) { // those of other systems end in their number
    const bool other = std::any_of(systems_.begin() + 1, systems_.end(),
                                   [&](std::int64_t s) { return name.ends_with("_" + std::to_string(s)); });
    if (!other) {
      const std::string own = of_system(name, chosen, systems_.front());
      const bool there = std::find(names.begin(), names.end(), own) != names.end();
      arrays.push_back(read(there ? own : name, at));
      arrays.back().name = name;
    }
  }
  Json head{{"step", at}, {"steps", steps_}, {"system", chosen}};
  if (timed_ && file_.has("/neel/sweep")) {
    const auto k = static_cast<std::size_t>(at), s = static_cast<std::size_t>(found - systems_.begin());
    head["sweep"] = file_.integers("/neel/sweep").at(k);
    std::vector<std::size_t> sizes;
    const std::vector<double> temperatures = file_.doubles("/neel/temperature", sizes);
    head["T"] = temperatures.at(k * systems_.size() + (found == systems_.end() ? 0 : s));
    head["H"] = file_.doubles("/neel/field").at(k);
  }
  return pack(head, arrays);
}

} // namespace neel::view
