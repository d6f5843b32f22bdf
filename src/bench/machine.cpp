// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "bench/machine.hpp"

#include "backend/backend.hpp"
#include "bench/timing.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <ctime>
#include <fstream>

namespace neel::bench {

double copy_bandwidth(int repetitions) {
  const std::size_t n = backend::on_device() ? std::size_t{1} << 28 : std::size_t{1} << 24;
  const Kokkos::View<double*> from("neel::bench::from", n), to("neel::bench::to", n);
  const double seconds = time_median(repetitions, [&] {
    Kokkos::deep_copy(to, from);
    Kokkos::fence("neel::bench::copied");
  });
  return 2.0 * static_cast<double>(n) * sizeof(double) / seconds;
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) {
      return line.substr(std::min(line.size(), line.find(':') + 2));
    }
  }
  return "unknown";
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

} // namespace neel::bench
