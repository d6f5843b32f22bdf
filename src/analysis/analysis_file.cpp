// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// NAME.analysis.h5.

#include "analysis/written.hpp"

#include <cmath>

namespace neel::analysis {

namespace {

void write_peaks(files::Hdf5Writer& file, const std::string& path, const RunAnalysis& run, const Column& column,
                 std::optional<Peak> GroupAnalysis::* which, const std::vector<files::Axis>& axes) {
  const Estimate unknown{std::nan(""), std::nan("")};
  std::vector<Estimate> at, height;
  for (const GroupAnalysis& group : run.groups) {
    const Peak peak = (group.*which).value_or(Peak{unknown, unknown});
    at.push_back(peak.at);
    height.push_back(peak.height);
  }
  const std::string what = "peak of " + column.long_name;
  const Coordinate& along = run.data.along();
  write_estimates(file, path, at, axes,
                  {column.name + "_peak_" + along.name, along.units, what + ": " + along.long_name});
  write_estimates(file, path, height, axes, {column.name + "_peak", column.units, what});
}

/// Scales of what groups differ in. Returns their axes.
std::vector<files::Axis> write_groups(files::Hdf5Writer& file, const std::string& group, const RunData& data) {
  std::vector<files::Axis> axes;
  for (const RunData::Other& o : data.others) {
    const Coordinate& c = data.coordinates[o.coordinate];
    file.scale(group + "/" + c.name, o.values, c.units, c.long_name);
    axes.push_back({c.name, o.values.size()});
  }
  return axes;
}

/// The group and its scales. Returns the axes of what its groups differ in.
std::vector<files::Axis> start_run(files::Hdf5Writer& file, const RunAnalysis& run) {
  const RunData& data = run.data;
  const std::string group = "/runs/" + data.name;
  file.group(group);
  file.attribute(group, "path", data.path);
  file.attribute(group, "model", data.model);
  file.attribute(group, "size", data.size);
  file.attribute(group, "order_parameter", data.order_parameter());
  const Coordinate& along = data.along();
  file.attribute(group, "axis", along.name);
  file.scale(group + "/" + along.name, run.grid, along.units, along.long_name);
  file.scale(group + "/" + along.name + "_run", data.values(), along.units, along.long_name + " that was simulated");
  return write_groups(file, group, data);
}

/// One quantity of every group, from its table of estimates (group, point).
std::vector<Estimate> gather_column(const RunAnalysis& run, std::vector<Estimates> GroupAnalysis::* table,
                                    std::size_t q) {
  std::vector<Estimate> all;
  for (const GroupAnalysis& group : run.groups) {
    for (const Estimates& e : group.*table) {
      all.push_back(e[q]);
    }
  }
  return all;
}

void write_run(files::Hdf5Writer& file, const RunAnalysis& run) {
  const std::string path = "/runs/" + run.data.name + "/";
  const std::vector<files::Axis> groups = start_run(file, run);
  std::vector<files::Axis> curve = groups, measured = groups;
  const std::string& along = run.data.along().name;
  curve.push_back({along, run.grid.size()});
  measured.push_back({along + "_run", run.data.values().size()});
  const std::vector<Column> names = columns(run.data);
  for (std::size_t q = 0; q < quantity::count; ++q) {
    write_estimates(file, path, gather_column(run, &GroupAnalysis::curve, q), curve, names[q]);
    if (q == quantity::log_partition) {
      continue; // one state alone does not tell it
    }
    write_estimates(file, path, gather_column(run, &GroupAnalysis::measured, q), measured,
                    {names[q].name + "_measured", names[q].units,
                     names[q].long_name + ", of that " + run.data.along().long_name + " alone"});
  }
  std::vector<double> effective;
  for (const GroupAnalysis& group : run.groups) {
    effective.insert(effective.end(), group.effective.begin(), group.effective.end());
  }
  file.array(path + "effective_measurements", effective, curve, "1", "(sum w)^2 / sum w^2 over all measurements");
  write_peaks(file, path, run, names[quantity::specific_heat], &GroupAnalysis::specific_heat, groups);
  write_peaks(file, path, run, names[quantity::susceptibility], &GroupAnalysis::susceptibility, groups);
}

void write_crossings(files::Hdf5Writer& file, std::span<const RunAnalysis> runs, std::span<const Crossings> crossings) {
  const RunData& first = runs.front().data;
  const Coordinate& along = first.along();
  const Estimate unknown{std::nan(""), std::nan("")};
  std::vector<double> length;
  for (const RunAnalysis& run : runs) {
    length.push_back(run.data.length());
  }
  write_pairs(file, length);
  const std::vector<files::Axis> groups = write_groups(file, "/crossings", first);
  std::vector<Estimate> at, binder, critical;
  for (const Crossings& group : crossings) {
    for (const std::optional<Crossing>& c : group.pairs) {
      at.push_back(c ? c->at : unknown);
      binder.push_back(c ? c->height : unknown);
    }
    critical.push_back(group.critical.value_or(unknown));
  }
  std::vector<files::Axis> axes = groups;
  axes.push_back({"pair", length.size() - 1});
  write_estimates(
      file, "/crossings/", at, axes,
      {along.name, along.units, along.long_name + " where the Binder ratios of " + first.order_parameter() + " cross"});
  write_estimates(file, "/crossings/", binder, axes, {"binder_ratio", "1", "Binder ratio where they cross"});
  write_estimates(
      file, "/crossings/", critical, groups,
      {along.name + "_c", along.units,
       "crossings extrapolated to infinite size as a straight line in " + abscissa(crossings.front().exponent)});
}

} // namespace

void write_analysis(std::span<const RunAnalysis> runs, std::span<const Crossings> crossings, const std::string& path) {
  files::Hdf5Writer file(path);
  file.attribute("/", "format", std::string("neel-analysis"));
  file.attribute("/", "format_version", std::int64_t{1});
  file.group("/runs");
  for (const RunAnalysis& run : runs) {
    write_run(file, run);
  }
  if (runs.size() > 1) {
    write_crossings(file, runs, crossings);
  }
  file.commit();
}

} // namespace neel::analysis
