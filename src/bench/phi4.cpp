// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The field, as Bialas, Kowal and Strzelecki (docs/phi4.md) time it: g = 0, mu^2 = 1/4, eps = 1/2, with their cut-off term
// (1/Lambda = 2) and without.

#include "bench/inputs.hpp"

namespace neel::bench {

namespace {

struct Field {
  int dimensions, size, cutoff, local_sweeps, hits; ///< no local sweeps: colours
  int components = 1;
};

void time(Bench& bench, const Field& f) {
  Case one;
  one.labels = {{"d", std::to_string(f.dimensions)}, {"L", std::to_string(f.size)}, {"N_hit", std::to_string(f.hits)}};
  if (f.local_sweeps > 0) {
    one.labels.emplace_back("N_loc", std::to_string(f.local_sweeps));
  } else {
    one.labels.emplace_back("sweep", "colours");
  }
  one.labels.emplace_back("1/Lambda", std::to_string(f.cutoff));
  if (f.components > 1) {
    one.labels.emplace_back("N", std::to_string(f.components));
  }
  one.input = head("phi4", std::vector<int>(static_cast<std::size_t>(f.dimensions), f.size), 1) +
              fmt::format("couplings = {{mass_squared = 0.25, g = 0, inverse_cutoff = {}}}\nfield.components = {}\n"
                          "sweep.acceptance = 0\nsweep.hits = {}\nmeasure.modes = 1\n",
                          f.cutoff, f.components, f.hits);
  one.input += f.local_sweeps > 0 ? fmt::format("sweep.kind = \"tiles\"\nsweep.local_sweeps = {}\n", f.local_sweeps)
                                  : std::string("sweep.kind = \"colours\"\n");
  one.first = 2;
  one.measuring = true;
  bench.time(one);
}

} // namespace

void phi4(Bench& bench) {
  bench.begin("phi4", "Metropolis, g = 0, mu^2 = 1/4, eps = 1/2, periodic");
  const std::vector<int> sizes = bench.sizes({32, 64}, {64, 128, 256, 512});
  for (const int dimensions : {3, 2}) {
    for (const int l : sizes) {
      const int size = dimensions == 3 ? l : 8 * l; // as many sites, about
      for (const auto& [local_sweeps, hits] :
           {std::pair{1, 2}, std::pair{1, 8}, std::pair{5, 2}, std::pair{10, 8}, std::pair{50, 2}, std::pair{50, 8}}) {
        time(bench, {dimensions, size, 2, local_sweeps, hits});
      }
      time(bench, {dimensions, size, 0, 50, 8});
      for (const int cutoff : {2, 0}) {
        for (const int hits : {1, 8}) {
          time(bench, {dimensions, size, cutoff, 0, hits});
        }
      }
    }
    for (const int components : {2, 3, 4}) {
      time(bench, {dimensions, dimensions == 3 ? sizes.front() : 8 * sizes.front(), 2, 50, 8, components});
    }
  }
}

} // namespace neel::bench
