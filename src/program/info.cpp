// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel info: what this build is. What a file holds: info_file.cpp.

#include "backend/backend.hpp"
#include "files/print.hpp"
#include "input/schedule.hpp"
#include "models/models.hpp"
#include "parallel/session.hpp"
#include "program/commands.hpp"
#include "program/info_file.hpp"
#include "program/json.hpp"
#include "structure/structured.hpp"

#include <fmt/ranges.h>
#include <hdf5.h>

#include "build_info.hpp"

namespace neel::program {

namespace {

struct Build {
  std::string backend = backend::name();
  int threads = backend::host_threads();
  std::string kokkos = backend::kokkos_version(), hdf5, mpi = parallel::library();
  bool kokkos_kernels = structure::uses_kokkos_kernels();
  std::vector<std::string> models = models::names(), updates = models::moves(), schedules = input::schedule_kinds;

  Build() {
    unsigned major = 0, minor = 0, release = 0;
    H5get_libversion(&major, &minor, &release);
    hdf5 = fmt::format("{}.{}.{}", major, minor, release);
  }

  void print_text() const {
    files::print("Neel {}, git revision {}, {} build\n", NEEL_VERSION, NEEL_REVISION, NEEL_BUILD_TYPE);
    files::print("host code for -march={}, compiled with {}\n", NEEL_MARCH, __VERSION__);
    files::print("backend: {}; host threads: {}\n", backend, threads);
    files::print("Kokkos {}, HDF5 {}\n", kokkos, hdf5);
    if (!mpi.empty()) {
      files::print("MPI: {}\n", mpi);
    }
    files::print("Kokkos Kernels: {}\n", kokkos_kernels ? "yes" : "no; products of matrices by Neel's own loops");
    files::print("models: {}\nupdates: {}; schedules: {}\n", fmt::join(models, ", "), fmt::join(updates, ", "),
                 fmt::join(schedules, ", "));
  }

  Json json() const {
    Json j = json_of("build");
    j.update({{"version", NEEL_VERSION},
              {"revision", NEEL_REVISION},
              {"build_type", NEEL_BUILD_TYPE},
              {"march", NEEL_MARCH},
              {"compiler", __VERSION__},
              {"backend", backend},
              {"threads", threads},
              {"kokkos", kokkos},
              {"hdf5", hdf5},
              {"mpi", or_null(mpi)},
              {"kokkos_kernels", kokkos_kernels},
              {"models", models},
              {"updates", updates},
              {"schedules", schedules}});
    return j;
  }
};

} // namespace

void info(const InfoOptions& options) {
  if (!options.file.empty()) {
    info_file(options.file, options.json);
    return;
  }
  const Build build;
  if (options.json) {
    print_json(build.json());
  } else {
    build.print_text();
  }
}

} // namespace neel::program
