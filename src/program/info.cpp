// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel info: what this build is; neel info FILE: what a result file holds.

#include "backend/backend.hpp"
#include "files/hdf5.hpp"
#include "input/value.hpp"
#include "models/models.hpp"
#include "output/checkpoint.hpp"
#include "output/results.hpp"
#include "program/commands.hpp"

#include <hdf5.h>

#include <cstdio>

#include "build_info.hpp"

namespace neel::program {

namespace {

std::string joined(const std::vector<std::string>& words, const char* separator) {
  std::string all;
  for (const std::string& w : words) {
    all += (all.empty() ? "" : separator) + w;
  }
  return all;
}

} // namespace

void info() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  std::printf("Neel %s, git revision %s, %s build\n", NEEL_VERSION, NEEL_REVISION, NEEL_BUILD_TYPE);
  std::printf("host code for -march=%s, compiled with %s\n", NEEL_MARCH, __VERSION__);
  std::printf("backend: %s; host threads: %d\n", backend::name().c_str(), backend::host_threads());
  std::printf("Kokkos %s, HDF5 %u.%u.%u\n", backend::kokkos_version().c_str(), major, minor, release);
  std::printf("models: %s\nupdates: %s; schedules: anneal, temper, quench\n", joined(models::names(), ", ").c_str(),
              joined(models::moves(), ", ").c_str());
}

namespace {

/// Points that an input asks for.
std::size_t points_in(const std::string& input) {
  const input::Value root = input::parse_toml(input, "the stored input");
  const input::Value* list = input::find(root, "schedule.times");
  list = list == nullptr ? input::find(root, "schedule.T") : list;
  const auto* values = list == nullptr ? nullptr : list->as<input::Value::List>();
  return values == nullptr ? 1 : values->size();
}

std::string times(std::int64_t n) { return std::to_string(n) + (n == 1 ? " time" : " times"); }

void show_results(const std::string& path) {
  const output::Summary s = output::read_summary(path);
  std::printf("%s: results of Neel %s (%s)\n", path.c_str(), s.version.c_str(), s.revision.c_str());
  std::printf("  %s: %zu of %zu points", s.complete ? "complete" : "not complete", s.temperature.size(),
              points_in(s.input));
  if (!s.temperature.empty() && s.temperature.front() == s.temperature.back()) {
    std::printf(", T = %g", s.temperature.front());
  } else if (!s.temperature.empty()) {
    std::printf(", T from %g to %g", s.temperature.front(), s.temperature.back());
  }
  std::vector<std::string> size;
  for (const std::int64_t n : s.lattice) {
    size.push_back(std::to_string(n));
  }
  std::printf("; lattice %s, systems: %lld\n", joined(size, " x ").c_str(), static_cast<long long>(s.systems));
  std::printf("  made on %s, %d host threads, started %s, worked %.1f s, interrupted %s\n", s.backend.c_str(),
              s.threads, s.started.c_str(), s.seconds, times(s.interruptions).c_str());
  std::printf("  input hash %s, final configuration hash %s\n", s.config_hash.c_str(),
              s.complete ? s.final_hash.c_str() : "not known yet");
  std::vector<std::string> names;
  for (const std::string& name : s.observables) {
    if (name.find("_err") == std::string::npos && name.find("_tau") == std::string::npos &&
        name.find("_converged") == std::string::npos && name.find("_thermal") == std::string::npos &&
        name.find("_cov") == std::string::npos) {
      names.push_back(name);
    }
  }
  std::printf("  /results holds %s; with _err, _tau, _converged, ...\n\n%s", joined(names, ", ").c_str(),
              s.input.c_str());
}

void show_checkpoint(const std::string& path) {
  const output::Checkpoint c = output::read_checkpoint(path);
  const std::size_t points = points_in(c.input);
  std::printf("%s: checkpoint of a run at point %zu of %zu, %lld sweeps into it, %llu sweeps in all\n", path.c_str(),
              c.position.point + 1, points, static_cast<long long>(c.position.sweeps_in_point),
              static_cast<unsigned long long>(c.position.sweeps));
  std::printf("  worked %.1f s, interrupted %s; undamaged\n", c.seconds, times(c.interruptions).c_str());
  std::printf("  measurements at this point: %lld of each of %zu systems, in %zu bins\n",
              static_cast<long long>(c.position.bins.front().measurements()), c.position.bins.size(),
              c.position.bins.front().bins());
  for (const run::Array& a : c.configuration) {
    std::vector<std::string> size;
    for (const std::uint64_t n : a.sizes) {
      size.push_back(std::to_string(n));
    }
    std::printf("  configuration %s: %s, %.4g MB\n", a.name.c_str(), joined(size, " x ").c_str(),
                static_cast<double>(a.bytes.size()) / 1e6);
  }
  std::printf("\n%s", c.input.c_str());
}

} // namespace

void info(const std::string& path) {
  const files::Hdf5Reader file(path);
  const std::string format = file.has("/", "format") ? file.text_attribute("/", "format") : "";
  if (format == output::checkpoint_format) {
    show_checkpoint(path);
  } else {
    show_results(path);
  }
}

} // namespace neel::program
