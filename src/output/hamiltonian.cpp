// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/hamiltonian.hpp"

#include <algorithm>
#include <map>

namespace neel::output {

namespace {

/// A parameter as a file has it.
struct StoredParameter {
  std::map<std::string, std::string> texts; ///< key, long_name, units, moments
  std::vector<double> values, weights;
};

void write_parameter(files::Hdf5Writer& file, const std::string& name, const StoredParameter& p) {
  const std::string group = "/hamiltonian/" + name;
  file.group(group);
  for (const auto& [attribute, text] : p.texts) {
    file.attribute(group, attribute, text);
  }
  if (!p.values.empty()) {
    file.attribute(group, "values", p.values);
  }
  file.attribute(group, "weights", p.weights);
}

std::map<std::string, StoredParameter> read_parameters(const std::string& path) {
  const files::Hdf5Reader file(path, false); // its checksum was looked at before
  std::map<std::string, StoredParameter> all;
  for (const std::string& name : file.has("/hamiltonian") ? file.members("/hamiltonian") : std::vector<std::string>{}) {
    const std::string group = "/hamiltonian/" + name;
    StoredParameter& p = all[name];
    for (const char* attribute : {"key", "long_name", "units", "moments"}) {
      p.texts[attribute] = file.text_attribute(group, attribute);
    }
    if (file.has(group, "values")) {
      p.values = file.doubles_attribute(group, "values");
    }
    p.weights = file.doubles_attribute(group, "weights");
  }
  return all;
}

} // namespace

void write_hamiltonian(files::Hdf5Writer& file, const std::vector<models::Parameter>& parameters) {
  if (parameters.empty()) {
    return;
  }
  file.group("/hamiltonian");
  for (const models::Parameter& p : parameters) {
    StoredParameter stored{{{"key", p.key}, {"long_name", p.long_name}, {"units", p.units}}, p.values, {}};
    std::string& moments = stored.texts["moments"];
    for (const auto& [moment, weight] : p.conjugate) {
      moments += (moments.empty() ? "" : ",") + moment;
      stored.weights.push_back(weight);
    }
    write_parameter(file, p.name, stored);
  }
}

void write_scan_hamiltonian(files::Hdf5Writer& file, const std::vector<std::string>& runs,
                            const std::vector<std::string>& scanned_keys) {
  std::map<std::string, StoredParameter> common = read_parameters(runs.front());
  std::map<std::string, std::vector<double>> weights; ///< of all runs
  for (const std::string& run : runs) {
    const std::map<std::string, StoredParameter> own = read_parameters(run);
    std::erase_if(common, [&](const auto& entry) {
      const auto& [name, p] = entry;
      const auto found = own.find(name);
      const bool scanned = std::count(scanned_keys.begin(), scanned_keys.end(), p.texts.at("key")) > 0;
      return found == own.end() || found->second.texts != p.texts || (!scanned && found->second.values != p.values);
    });
    for (const auto& [name, p] : own) {
      weights[name].insert(weights[name].end(), p.weights.begin(), p.weights.end());
    }
  }
  if (!common.empty()) {
    file.group("/hamiltonian");
  }
  for (auto& [name, p] : common) {
    const std::vector<double>& all = weights[name];
    const std::size_t n = p.weights.size();
    bool same = true;
    for (std::size_t k = 0; k < all.size(); ++k) {
      same = same && all[k] == p.weights[k % n];
    }
    if (std::count(scanned_keys.begin(), scanned_keys.end(), p.texts["key"]) > 0) {
      p.values.clear(); // the scan has them
    }
    p.weights = same ? p.weights : all;
    write_parameter(file, name, p);
  }
}

} // namespace neel::output
