// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/curves.hpp"

#include "files/hdf5.hpp"
#include "view/frame.hpp"

#include <nlohmann/json.hpp>

namespace neel::view {

namespace {

using Json = nlohmann::json;

Json described(const files::Hdf5Reader& file, const std::string& path) {
  Json about{{"long_name", file.text_attribute(path, "long_name")}};
  about["units"] = file.has(path, "units") ? file.text_attribute(path, "units") : "1";
  return about;
}

Json values(const files::Hdf5Reader& file, const std::string& path) {
  std::vector<std::size_t> sizes; // of any number of axes
  return file.holds_integers(path) ? Json(file.integers(path, sizes)) : Json(file.doubles(path, sizes));
}

Json axis(const files::Hdf5Reader& file, const std::string& path) {
  Json a = described(file, path);
  a["values"] = values(file, path);
  return a;
}

} // namespace

std::string read_curves(const std::string& path) {
  const files::Hdf5Reader file(path);
  const std::string group = "/results/";
  Json axes = Json::object(), observables = Json::array();
  for (const std::string& name : file.members("/results")) {
    const std::string set = group + name;
    if (name.ends_with("_err") || !file.has(set + "_err")) {
      continue;
    }
    Json o = described(file, set);
    o["name"] = name;
    o["axes"] = file.axes(set);
    for (const std::string& a : file.axes(set)) {
      if (!axes.contains(a)) {
        axes[a] = axis(file, group + a);
      }
    }
    std::vector<std::size_t> sizes;
    o["value"] = file.doubles(set, sizes); // what is not a number becomes null
    o["error"] = file.doubles(set + "_err", sizes);
    observables.push_back(std::move(o));
  }
  Json all{{"axes", axes}, {"observables", observables}};
  if (const std::string set = group + "converged"; file.has(set)) { // not of a quench
    all["converged"] = {{"axes", file.axes(set)}, {"values", values(file, set)}};
  }
  return to_text(all);
}

} // namespace neel::view
