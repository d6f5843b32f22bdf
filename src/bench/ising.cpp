// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Ising spins on squares and cubes: sizes and moves.

#include "bench/inputs.hpp"

namespace neel::bench {

void ising(Bench& bench) {
  bench.begin("ising", "ferromagnet at T = 2 J, periodic");
  for (const int dimensions : {2, 3}) {
    for (const int l : bench.sizes({32, 64, 128}, {64, 128, 256})) {
      const int size = dimensions == 3 ? l : 8 * l; // as many sites, about
      for (const char* update : {"metropolis", "heatbath"}) {
        Case one;
        one.labels = {{"d", std::to_string(dimensions)}, {"L", std::to_string(size)}, {"update", update}};
        one.input = head("ising", std::vector<int>(static_cast<std::size_t>(dimensions), size), 2.0) +
                    "couplings.J = 1\n" + update_key(update);
        one.measuring = true;
        bench.time(one);
      }
    }
  }
}

} // namespace neel::bench
