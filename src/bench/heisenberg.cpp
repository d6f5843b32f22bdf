// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The perovskite, one ion or two: sizes, moves, many systems.

#include "backend/backend.hpp"
#include "bench/inputs.hpp"
#include "bench/variants.hpp"

namespace neel::bench {

namespace {

Case perovskite(int size, int ions, const std::string& update, int systems) {
  Case one;
  one.labels = {{"L", std::to_string(size)}, {"ions", std::to_string(ions)}, {"update", update}};
  if (systems > 1) {
    one.labels.emplace_back("systems", std::to_string(systems));
  }
  one.input = head("heisenberg", {size, size, size}, 0.8) + "schedule.field = 0.002\n" + update_key(update) +
              "algorithm.systems = " + std::to_string(systems) + "\n[material]\n" +
              (ions == 1 ? "ions = [\"Fe\"]\nanisotropy = 0.007\nexchange.Fe-Fe = 1.0\ndm.Fe-Fe = 0.0214\n"
                         : "ions = [\"Fe\", \"Cr\"]\nfractions.Cr = 0.35\nmoment = {Fe = 1.0, Cr = 0.6}\n"
                           "anisotropy = 0.007\n"
                           "exchange = {Fe-Fe = 1.0, Fe-Cr = 0.2436305732484076, Cr-Cr = 0.1831210191082803}\n"
                           "dm = {Fe-Fe = 0.0214, Fe-Cr = -0.0168, Cr-Cr = 0.0074}\n");
  one.measuring = true;
  return one;
}

} // namespace

void heisenberg(Bench& bench) {
  bench.begin("heisenberg", "perovskite at T = 0.8 J in a field, periodic cubes");
  const std::vector<int> sizes = bench.sizes({20, 40, 64, 128}, {32, 40, 64, 128, 256, 512});
  for (const int ions : {1, 2}) {
    for (const int size : sizes) {
      bench.time(perovskite(size, ions, "metropolis", 1));
    }
    for (const char* update : {"cone", "heatbath", "heatbath,overrelax", "heatbath,overrelax:19"}) {
      bench.time(perovskite(middle(sizes), ions, update, 1));
    }
  }
  for (const int size : sizes) {
    if (backend::on_device() || size == middle(sizes)) {
      time_arrays_of_spins(bench, size);
    }
  }
  for (const int size : {16, 32, 40}) {
    const std::int64_t fill = backend::on_device() ? 1 << 21 : 1 << 17;
    bench.time(perovskite(size, 1, "metropolis", systems_to_fill(std::int64_t{size} * size * size, fill)));
  }
}

} // namespace neel::bench
