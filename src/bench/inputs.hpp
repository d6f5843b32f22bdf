// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the suites' inputs have in common.

#include "bench/bench.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>

namespace neel::bench {

/// [model], [lattice] and [schedule] of a periodic lattice at a temperature.
inline std::string head(const std::string& model, const std::vector<int>& size, double temperature) {
  return fmt::format("model.name = \"{}\"\nlattice.size = [{}]\nlattice.boundary = \"periodic\"\n"
                     "schedule.T = {}\nschedule.thermalize = 0\nschedule.sweeps = 1\nschedule.measure_every = 1\n",
                     model, fmt::join(size, ", "), temperature);
}

/// algorithm.update of "heatbath,overrelax".
inline std::string update_key(std::string moves) {
  for (std::size_t at = 0; (at = moves.find(',', at)) != std::string::npos; at += 3) {
    moves.replace(at, 1, "\",\"");
  }
  return "algorithm.update = [\"" + moves + "\"]\n";
}

/// So many systems of so many sites fill a machine as a lattice of `wanted` sites does.
inline int systems_to_fill(std::int64_t sites, std::int64_t wanted) {
  return static_cast<int>(std::max<std::int64_t>(1, wanted / sites));
}

/// A ferromagnet at T = 2 J on squares and cubes, by each of these moves, in each of these codings.
inline void time_magnet(Bench& bench, const std::string& model, const std::vector<std::string>& updates,
                        const std::vector<std::string>& codings = {"bytes"}) {
  bench.begin(model, "ferromagnet at T = 2 J, periodic");
  for (const int dimensions : {2, 3}) {
    for (const int l : bench.sizes({32, 64, 128}, {64, 128, 256})) {
      const int size = dimensions == 3 ? l : 8 * l; // as many sites, about
      for (const std::string& coding : codings) {
        if (coding == "bits" && size % 64 != 0) {
          continue;
        }
        for (const std::string& update : updates) {
          Case one;
          one.labels = {{"d", std::to_string(dimensions)}, {"L", std::to_string(size)}, {"update", update}};
          one.input = head(model, std::vector<int>(static_cast<std::size_t>(dimensions), size), 2.0) +
                      "couplings.J = 1\n" + update_key(update);
          if (coding != "bytes") {
            one.labels.emplace_back("coding", coding);
            one.input += "coding.kind = \"" + coding + "\"\n";
          }
          one.measuring = true;
          bench.time(one);
        }
      }
    }
  }
}

inline int middle(const std::vector<int>& sizes) { return sizes[sizes.size() / 2]; }

} // namespace neel::bench
