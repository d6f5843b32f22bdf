// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The runs of a scan as one file.

#include "errors/errors.hpp"
#include "files/checksum.hpp"
#include "files/hdf5.hpp"
#include "output/grid_group.hpp"
#include "output/grid_table.hpp"
#include "output/hamiltonian.hpp"
#include "output/result_parts.hpp"

#include <algorithm>
#include <set>

namespace neel::output {

namespace {

/// What an attribute of /results says of all runs; empty where they do not have it, or differ.
std::string common_text(const std::vector<std::string>& parts, const char* name) {
  std::set<std::string> texts;
  for (const std::string& part : parts) {
    const files::Hdf5Reader run(part + ".h5", false); // its checksum was looked at before
    texts.insert(run.has("/results", name) ? run.text_attribute("/results", name) : "");
  }
  return texts.size() == 1 ? *texts.begin() : "";
}

/// The order parameter of all runs; where they differ, those of each one's groups, one behind another. Empty where a
/// run has none.
std::string order_parameters(const std::vector<std::string>& parts, std::size_t groups) {
  std::string all;
  for (const std::string& part : parts) {
    const files::Hdf5Reader run(part + ".h5", false);
    if (!run.has("/results", "order_parameter")) {
      return {};
    }
    const std::string own = run.text_attribute("/results", "order_parameter");
    for (std::size_t g = 0; g < (own.find(',') == std::string::npos ? groups : 1); ++g) {
      all += (all.empty() ? "" : ",") + own;
    }
  }
  const std::string common = common_text(parts, "order_parameter");
  return common.empty() ? all : common;
}

/// The numbers of an attribute of /results of all runs, one behind another. Empty where a run has none.
template <class T, class Read>
std::vector<T> all_numbers(const std::vector<std::string>& parts, const char* name, const Read& read) {
  std::vector<T> all;
  for (const std::string& part : parts) {
    const files::Hdf5Reader run(part + ".h5", false);
    if (!run.has("/results", name)) {
      return {};
    }
    const std::vector<T> own = (run.*read)("/results", name);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

/// What `neel analyze` needs beside the numbers.
void write_what_is_needed(files::Hdf5Writer& file, const std::vector<std::string>& parts) {
  // Of each group of each run: are its systems disorder samples?
  const auto disorder = all_numbers<std::int64_t>(parts, "disordered", &files::Hdf5Reader::integers_attribute);
  if (!disorder.empty()) {
    file.attribute("/results", "disordered", disorder);
  }
  const std::size_t groups = std::max<std::size_t>(1, disorder.size() / parts.size());
  if (const std::string order = order_parameters(parts, groups); !order.empty()) {
    file.attribute("/results", "order_parameter", order);
  }
  if (const std::string factor = common_text(parts, "susceptibility"); !factor.empty()) {
    file.attribute("/results", "susceptibility", factor);
  }
  // How many sites the averages of each run are over.
  if (const auto sites = all_numbers<double>(parts, "sites", &files::Hdf5Reader::doubles_attribute); !sites.empty()) {
    file.attribute("/results", "sites", sites);
  }
}

void write_grid_results(const std::vector<models::Coordinate>& axes, const std::vector<std::string>& keys,
                        const std::vector<std::string>& parts, const std::string& input, const std::string& path) {
  std::string hashes;
  std::vector<std::string> files;
  double seconds = 0;
  std::int64_t interruptions = 0;
  for (const std::string& part : parts) {
    const Summary s = read_summary(part + ".h5");
    hashes += s.final_hash + "\n";
    files.push_back(part + ".h5");
    seconds += s.seconds;
    interruptions += s.interruptions;
  }
  const files::Hdf5Reader first(parts.front() + ".h5");
  files::Hdf5Writer file(path);
  write_head(file, input);
  file.copy(first, "/lattice");
  for (const std::string& group : first.members("/")) {
    if (group == "hamiltonian") {
      write_scan_hamiltonian(file, files, keys);
    } else if (group != "config" && group != "lattice" && group != "timing") {
      write_grid_group(file, "/" + group, parts, axes);
    }
  }
  file.attribute("/results", "model", first.text_attribute("/results", "model"));
  write_what_is_needed(file, parts);
  file.attribute("/results", "complete", std::int64_t{1});
  file.attribute("/results", "final_configuration_hash", files::checksum(hashes)); // of those of the runs
  file.group("/timing");
  for (const char* name : {"version", "revision", "backend", "started"}) {
    file.attribute("/timing", name, first.text_attribute("/timing", name));
  }
  file.attribute("/timing", "threads", first.integer_attribute("/timing", "threads"));
  file.attribute("/timing", "seconds", seconds);
  file.attribute("/timing", "updates_per_ns", first.number_attribute("/timing", "updates_per_ns"));
  file.attribute("/timing", "interruptions", interruptions);
  file.commit();
}

/// Axes that a variable of the runs is called like are called by their whole key.
void name_apart(std::vector<models::Coordinate>& axes, const std::vector<std::string>& keys,
                const files::Hdf5Reader& run) {
  for (std::size_t a = 0; a < axes.size(); ++a) {
    bool taken = false;
    for (const std::string& group : run.members("/")) {
      taken = taken || (group != "config" && group != "lattice" && group != "hamiltonian" &&
                        run.has("/" + group + "/" + axes[a].name));
    }
    if (taken && keys[a] != "schedule.T" && keys[a] != "schedule.field") {
      axes[a].name = keys[a];
      std::replace(axes[a].name.begin(), axes[a].name.end(), '.', '_');
    }
  }
}

} // namespace

void write_grid(std::vector<models::Coordinate> axes, const std::vector<std::string>& keys,
                const std::vector<std::string>& parts, const std::vector<std::string>& inputs, const std::string& input,
                const std::string& base) {
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (const Summary s = read_summary(parts[k] + ".h5");
        !s.complete || !input::differences(s.input, inputs[k]).empty()) {
      throw FileError(parts[k] + ".h5 is not the finished run of this scan any more; has another process written it?");
    }
  }
  name_apart(axes, keys, files::Hdf5Reader(parts.front() + ".h5"));
  write_grid_table(axes, parts, input, base + ".tsv");
  write_grid_results(axes, keys, parts, input, base + ".h5"); // last: it says that all is there
}

} // namespace neel::output
