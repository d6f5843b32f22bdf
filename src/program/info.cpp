// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel info: what this build is; neel info FILE: what a result file holds.

#include "errors.hpp"
#include "output/results.hpp"
#include "program/backend.hpp"
#include "program/commands.hpp"

#include <hdf5.h>

#include <cstdio>
#include <filesystem>

#include "build_info.hpp"

namespace neel::program {

void info() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  std::printf("Neel %s, git revision %s, %s build\n", NEEL_VERSION, NEEL_REVISION, NEEL_BUILD_TYPE);
  std::printf("host code for -march=%s, compiled with %s\n", NEEL_MARCH, __VERSION__);
  std::printf("backend: %s; host threads: %d\n", backend_name().c_str(), host_threads());
  std::printf("Kokkos %s, HDF5 %u.%u.%u, MPI: not built in\n", kokkos_version().c_str(), major, minor, release);
  std::printf("models: heisenberg\nalgorithms: metropolis; schedules: anneal\n");
}

void info(const std::string& path) {
  if (!std::filesystem::exists(path)) {
    throw FileError("cannot read " + path + ": no such file");
  }
  const output::Summary s = output::read_summary(path);
  std::printf("%s: results of Neel %s (%s) on %s, %d threads, started %s, %.1f s, %.4g updates/ns\n", path.c_str(),
              s.version.c_str(), s.revision.c_str(), s.backend.c_str(), s.threads, s.started.c_str(), s.seconds,
              s.updates_per_ns);
  std::printf("input hash %s, final configuration hash %s\n\n%s", s.config_hash.c_str(), s.final_hash.c_str(),
              s.input.c_str());
}

} // namespace neel::program
