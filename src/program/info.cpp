// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel info: what this build is; neel info FILE: what a result file holds.

#include "backend/backend.hpp"
#include "files/hdf5.hpp"
#include "files/print.hpp"
#include "input/scan.hpp"
#include "models/models.hpp"
#include "output/checkpoint.hpp"
#include "output/real_units.hpp"
#include "output/results.hpp"
#include "parallel/session.hpp"
#include "program/commands.hpp"
#include "structure/structured.hpp"

#include <fmt/ranges.h>
#include <hdf5.h>

#include <cmath>

#include "build_info.hpp"

namespace neel::program {

namespace {

/// Points that an input asks for.
std::size_t points_in(const std::string& input) {
  const input::Value root = input::parse_toml(input, "the stored input");
  const input::Value* list = input::find(root, "schedule.times");
  list = list == nullptr ? input::find(root, "schedule.T") : list;
  const auto* values = list == nullptr ? nullptr : list->as<input::Value::List>();
  return values == nullptr ? 1 : values->size();
}

std::string times(std::int64_t n) { return fmt::format("{} time{}", n, n == 1 ? "" : "s"); }

/// "a scan of size (3 values) and seed (2): 6 runs", or nothing; counts the runs.
std::string scanned(const std::string& input, std::size_t& runs) {
  std::string text;
  if (input::find(input::parse_toml(input, "the stored input"), "scan") != nullptr) {
    input::Reader in = input::Reader::from_text(input, "the stored input");
    for (const input::ScanAxis& axis : input::take_scan(in)) {
      runs *= axis.values.size();
      text += fmt::format("{}{} ({} values)", text.empty() ? "" : ", ", axis.key, axis.values.size());
    }
  }
  return text;
}

void show_results(const std::string& path) {
  const output::Summary s = output::read_summary(path);
  files::print("{}: results of Neel {} ({})\n", path, s.version, s.revision);
  std::size_t runs = 1;
  if (const std::string axes = scanned(s.input, runs); !axes.empty()) {
    files::print("  complete: a scan of {}: {} runs, which have their own files, too", axes, runs);
  } else {
    files::print("  {}: {} of {} points", s.complete ? "complete" : "not complete", s.temperature.size(),
                 points_in(s.input));
  }
  const auto shown = [&](double temperature) {
    return output::with_units(temperature, input::Dimension::energy, output::unit_of_label(s.unit));
  };
  if (!s.temperature.empty() && s.temperature.front() == s.temperature.back()) {
    files::print(", T = {}", shown(s.temperature.front()));
  } else if (!s.temperature.empty()) {
    files::print(", T from {} to {}", shown(s.temperature.front()), shown(s.temperature.back()));
  }
  files::print("; lattice {}, systems: {}\n", fmt::join(s.lattice, " x "), s.systems);
  files::print("  made on {}, {} host threads, started {}, worked {:.1f} s, interrupted {}\n", s.backend, s.threads,
               s.started, s.seconds, times(s.interruptions));
  files::print("  input hash {}, final configuration hash {}\n", s.config_hash,
               s.complete ? s.final_hash : "not known yet");
  std::vector<std::string> names;
  for (const std::string& name : s.observables) {
    if (name.find("_err") == std::string::npos && name.find("_tau") == std::string::npos &&
        name.find("_converged") == std::string::npos && name.find("_thermal") == std::string::npos &&
        name.find("_cov") == std::string::npos) {
      names.push_back(name);
    }
  }
  files::print("  /results holds {}; with _err, _tau, _converged, ...\n\n{}", fmt::join(names, ", "), s.input);
}

/// "2.269", or "2.269 +- 0.002".
std::string estimate(const files::Hdf5Reader& file, const std::string& path, std::size_t at) {
  std::vector<std::size_t> sizes;
  const double value = file.doubles(path, sizes)[at], error = file.doubles(path + "_err", sizes)[at];
  return std::isnan(value) ? "unknown" : fmt::format("{:.6g} +- {:.2g}", value, error);
}

void show_analysis(const files::Hdf5Reader& file, const std::string& path) {
  const std::vector<std::string> runs = file.members("/runs");
  files::print("{}: an analysis of {} run{}\n", path, runs.size(), runs.size() == 1 ? "" : "s");
  std::string axis;
  for (const std::string& run : runs) {
    const std::string at = "/runs/" + run;
    axis = file.text_attribute(at, "axis");
    const std::vector<double> grid = file.doubles(at + "/" + axis);
    files::print("  {}: {}, lattice {}, order parameter {}; curves at {} values of {} from {:g} to {:g} ({})\n", run,
                 file.text_attribute(at, "model"), fmt::join(file.integers_attribute(at, "size"), " x "),
                 file.text_attribute(at, "order_parameter"), grid.size(), axis, grid.front(), grid.back(),
                 file.text_attribute(at, "path"));
  }
  std::vector<std::size_t> sizes;
  if (file.has("/crossings") && (file.doubles("/crossings/" + axis, sizes), sizes.size() == 1)) {
    const std::vector<double> smaller = file.doubles("/crossings/L_smaller"),
                              larger = file.doubles("/crossings/L_larger");
    for (std::size_t k = 0; k < smaller.size(); ++k) {
      files::print("  Binder ratios of L = {:g} and {:g} cross at {} = {}\n", smaller[k], larger[k], axis,
                   estimate(file, "/crossings/" + axis, k));
    }
    files::print("  {}_c = {}\n", axis, estimate(file, "/crossings/" + axis + "_c", 0));
  }
}

void show_checkpoint(const std::string& path) {
  const output::Checkpoint c = output::read_checkpoint(path);
  files::print("{}: checkpoint of a run at point {} of {}, {} sweeps into it, {} sweeps in all\n", path,
               c.position.point + 1, points_in(c.input), c.position.sweeps_in_point, c.position.sweeps);
  files::print("  worked {:.1f} s, interrupted {}; undamaged\n", c.seconds, times(c.interruptions));
  const statistics::Bins& bins = c.position.bins.front();
  files::print("  measurements at this point: {} of each of {} systems, in {} bins\n", bins.measurements(),
               c.position.bins.size(), bins.bins());
  for (const run::Array& a : c.configuration) {
    files::print("  configuration {}: {}, {:.4g} MB\n", a.name, fmt::join(a.sizes, " x "),
                 static_cast<double>(run::size_of(a.number) * run::product(a.sizes, 0, a.sizes.size())) / 1e6);
  }
  files::print("\n{}", c.input);
}

} // namespace

void info() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  files::print("Neel {}, git revision {}, {} build\n", NEEL_VERSION, NEEL_REVISION, NEEL_BUILD_TYPE);
  files::print("host code for -march={}, compiled with {}\n", NEEL_MARCH, __VERSION__);
  files::print("backend: {}; host threads: {}\n", backend::name(), backend::host_threads());
  files::print("Kokkos {}, HDF5 {}.{}.{}\n", backend::kokkos_version(), major, minor, release);
  if (const std::string mpi = parallel::library(); !mpi.empty()) {
    files::print("MPI: {}\n", mpi);
  }
  files::print("Kokkos Kernels: {}\n",
               structure::uses_kokkos_kernels() ? "yes" : "no; products of matrices by Neel's own loops");
  files::print("models: {}\nupdates: {}; schedules: anneal, temper, quench\n", fmt::join(models::names(), ", "),
               fmt::join(models::moves(), ", "));
}

void info(const std::string& path) {
  const files::Hdf5Reader file(path);
  const std::string format = file.has("/", "format") ? file.text_attribute("/", "format") : "";
  if (format == output::checkpoint_format) {
    show_checkpoint(path);
  } else if (format == "neel-analysis") {
    show_analysis(file, path);
  } else {
    show_results(path);
  }
}

} // namespace neel::program
