// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include <neel/simulation/host_parts.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace neel::simulation {

namespace {

/// Part p of so many.
struct HostPart {
  int n, parts;
  const std::function<void(int, int)>* work;

  int begin(int p) const { return static_cast<int>(std::int64_t{n} * p / parts); }
  void operator()(int p) const { (*work)(begin(p), begin(p + 1)); }
};

} // namespace

void in_host_parts(int n, int least, const std::function<void(int, int)>& work) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  const HostPart all{n, std::max(1, std::min(n / least, Host().concurrency())), &work};
  if (all.parts == 1) {
    work(0, n);
  } else {
    Kokkos::parallel_for("neel::simulation::in_host_parts", Kokkos::RangePolicy<Host>(0, all.parts), all);
  }
}

} // namespace neel::simulation
