// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// NAME.analysis.h5 of spin glasses.

#include "analysis/glass_analysis.hpp"
#include "analysis/written.hpp"

#include <cmath>

namespace neel::analysis {

namespace {

void start(files::Hdf5Writer& file) {
  file.attribute("/", "format", std::string("neel-analysis"));
  file.attribute("/", "format_version", std::int64_t{1});
  file.group("/runs");
}

/// Returns the path of its members.
std::string start_run(files::Hdf5Writer& file, const GlassRun& run) {
  const std::string group = "/runs/" + run.head.name;
  file.group(group);
  file.attribute(group, "path", run.head.path);
  file.attribute(group, "model", run.head.model);
  file.attribute(group, "size", run.head.size);
  file.attribute(group, "order_parameter", std::string("overlap"));
  file.attribute(group, "axis", std::string(run.quench ? "t" : "T"));
  file.attribute(group, "samples", static_cast<std::int64_t>(run.samples));
  return group + "/";
}

void write_run(files::Hdf5Writer& file, const GlassCurves& glass) {
  const std::string path = start_run(file, glass.run), unit = glass.run.head.unit.label();
  file.scale(path + "T", glass.grid, unit, "temperature");
  file.scale(path + "T_run", glass.run.points, unit, "temperature that was simulated");
  for (const overlaps::Index q : {overlaps::length_ratio, overlaps::binder_ratio}) {
    const Column c = overlaps::column(q);
    file.attribute("/runs/" + glass.run.head.name, c.name + "_curve", glass.curves[q].kind());
    write_estimates(file, path, glass.on_grid[q], {{"T", glass.grid.size()}}, c);
    write_estimates(file, path, glass.curves[q].measured(), {{"T_run", glass.run.points.size()}},
                    {c.name + "_measured", c.units, c.long_name + ", of that temperature alone"});
  }
}

void write_equilibrium(files::Hdf5Writer& file, const std::string& path, const GlassEquilibrium& e) {
  if (!e.drifts.empty()) {
    std::vector<std::int64_t> octave;
    for (std::size_t k = 0; k < e.drifts.front().octaves.size(); ++k) {
      octave.push_back(static_cast<std::int64_t>(k));
    }
    file.scale(path + "octave", octave,
               "0: last half of the measurements, 1: the quarter before, 2: the eighth before, ...");
  }
  for (const Drift& d : e.drifts) {
    std::vector<Estimate> octaves = d.octaves;
    octaves.resize(e.drifts.front().octaves.size(), no_estimate);
    write_estimates(file, path, octaves, {{"octave", octaves.size()}},
                    {d.name + "_octave", "1", d.long_name + " over that part of the measurements, lowest temperature"});
    write_estimates(file, path, std::span(&d.difference, 1), {},
                    {d.name + "_drift", "1", d.long_name + ": last half less the quarter before"});
    const std::vector<double> unlike{static_cast<double>(d.unlike.size())}, expected{d.expected()};
    file.array(path + d.name + "_unlike", unlike, {}, "1",
               "samples whose last half and quarter before differ by more than their errors allow");
    file.array(path + d.name + "_unlike_expected", expected, {}, "1", "so many of them by chance");
  }
  if (e.identity) {
    write_estimates(file, path, std::span(&e.identity->energy, 1), {},
                    {"identity_energy", "1", "energy, lowest temperature"});
    write_estimates(file, path, std::span(&e.identity->from_links, 1), {},
                    {"identity_links", "1", "energy that follows from the link overlap in equilibrium"});
    write_estimates(file, path, std::span(&e.identity->difference, 1), {},
                    {"identity_difference", "1", "their difference"});
  }
}

void write_crossings(files::Hdf5Writer& file, const GlassAnalysis& glass) {
  std::vector<double> length;
  for (const GlassCurves& run : glass.runs) {
    length.push_back(run.run.head.length());
  }
  write_pairs(file, length);
  const std::vector<files::Axis> pairs{{"pair", length.size() - 1}};
  const std::string unit = glass.runs.front().run.head.unit.label();
  for (const overlaps::Index q : {overlaps::length_ratio, overlaps::binder_ratio}) {
    const Crossings& crossings = glass.crossings[q];
    const Column c = overlaps::column(q);
    const std::string prefix = q == overlaps::binder_ratio ? "" : c.name + "_"; // as other models have Binder ratios
    std::vector<Estimate> at, height;
    for (const std::optional<Crossing>& pair : crossings.pairs) {
      at.push_back(pair ? pair->at : no_estimate);
      height.push_back(pair ? pair->height : no_estimate);
    }
    write_estimates(file, "/crossings/", at, pairs,
                    {prefix + "T", unit, "temperature where " + c.long_name + " cross"});
    write_estimates(file, "/crossings/", height, pairs, {c.name, c.units, c.long_name + " where they cross"});
    const Estimate critical = crossings.critical.value_or(no_estimate);
    write_estimates(file, "/crossings/", std::span(&critical, 1), {},
                    {prefix + "T_c", unit,
                     "crossings extrapolated to infinite size as a straight line in " + abscissa(crossings.exponent)});
  }
}

void write_quench(files::Hdf5Writer& file, const Quench& q) {
  const std::string path = start_run(file, q.run);
  file.scale(path + "t", q.run.points, "sweep", "time");
  const std::vector<files::Axis> times{{"t", q.run.points.size()}};
  std::vector<Estimate> length = q.relaxation.length;
  length.resize(q.run.points.size(), no_estimate);
  write_estimates(file, path, length, times,
                  {"integral_length", "lattice", "xi_12 = sum r^2 C_4(r) / sum r C_4(r), up to the cut"});
  if (const std::optional<GrowthLaw>& law = q.relaxation.law) {
    std::vector<double> fitted;
    for (const double t : q.run.points) {
      fitted.push_back(t >= law->from && t <= law->to ? std::exp(law->intercept + law->slope * std::log(t))
                                                      : std::nan(""));
    }
    file.array(path + "integral_length_fit", fitted, times, "lattice", "A t^(1/z)");
    write_estimates(file, path, std::span(&law->z, 1), {}, {"z", "1", "dynamic exponent"});
    write_estimates(file, path, std::span(&law->amplitude, 1), {}, {"amplitude", "lattice", "A"});
    const std::vector<double> chi{law->chi_squared}, freedom{static_cast<double>(law->freedom())};
    file.array(path + "chi_squared", chi, {}, "1", "of the fit");
    file.array(path + "degrees_of_freedom", freedom, {}, "1", "of the fit");
  }
}

} // namespace

void write_file(const GlassAnalysis& glass, const std::string& path) {
  files::Hdf5Writer file(path);
  start(file);
  for (std::size_t k = 0; k < glass.runs.size(); ++k) {
    write_run(file, glass.runs[k]);
    write_equilibrium(file, "/runs/" + glass.runs[k].run.head.name + "/", glass.equilibrium[k]);
  }
  if (glass.runs.size() > 1) {
    write_crossings(file, glass);
  }
  file.commit();
}

void write_file(std::span<const Quench> quenches, const std::string& path) {
  files::Hdf5Writer file(path);
  start(file);
  for (const Quench& q : quenches) {
    write_quench(file, q);
  }
  file.commit();
}

} // namespace neel::analysis
