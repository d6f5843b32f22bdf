// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The majority automaton: size, storage, strategy, steps per pass, graphs, and how often the host waits.

#include "backend/backend.hpp"
#include "bench/inputs.hpp"
#include "bench/variants.hpp"

namespace neel::bench {

namespace {

struct Strategy {
  const char* strategy;
  int steps, block, graph, wait = 0;
};

void time(Bench& bench, int n, bool packed, const Strategy& w) {
  Case one;
  one.labels = {{"n", std::to_string(n)}, {"as", packed ? "bits" : "bytes"}, {"by", w.strategy}};
  const auto label = [&](const char* name, int value, int usual) {
    if (value != usual) {
      one.labels.emplace_back(name, std::to_string(value));
    }
  };
  label("steps", w.steps, 1);
  label("b", w.block, 1);
  label("graph", w.graph, 0);
  label("wait", w.wait, 0);
  one.input =
      head("majority", {n, n}, 1) + fmt::format("cells.kept_as = \"{}\"\nsweep.strategy = \"{}\"\nsweep.steps = {}\n",
                                                packed ? "bits" : "bytes", w.strategy, w.steps);
  if (std::string(w.strategy) == "sites") {
    one.input += fmt::format("sweep.block = {}\n", w.block);
  }
  if (w.graph > 0) {
    one.input += fmt::format("sweep.graph = {}\n", w.graph);
  }
  one.batch = w.wait > 0 ? w.wait : 16; // whole passes and graphs
  one.wait = w.wait;
  bench.time(one);
}

} // namespace

void majority(Bench& bench) {
  constexpr Strategy ways[] = {{"sequential", 1, 1, 0}, {"sites", 1, 1, 0}, {"sites", 1, 4, 0}, {"sites", 1, 16, 0},
                               {"sites", 1, 1, 16},     {"tiles", 1, 1, 0}, {"tiles", 4, 1, 0}, {"tiles", 16, 1, 0},
                               {"tiles", 1, 1, 16},     {"rows", 1, 1, 0},  {"rows", 2, 1, 0},  {"rows", 4, 1, 0},
                               {"rows", 8, 1, 0},       {"rows", 1, 1, 16}, {"rows", 8, 1, 2}};
  constexpr int largest_of_bytes = 16384, largest_sequential = 1024, small = 1024;
  bench.begin("majority", "one n x n board of random cells");
  for (const int n : bench.sizes({100, 1000, 4096, 16384}, {100, 1000, 4096, 16384, 65536})) {
    for (const bool packed : {false, true}) {
      for (const Strategy& w : ways) {
        const std::string strategy = w.strategy;
        const bool bytes_can = strategy != "rows" && n <= largest_of_bytes;
        const bool sequential_can = !backend::on_device() && n <= largest_sequential;
        const bool graph_can = backend::on_device() || w.graph == 0;
        if ((packed || bytes_can) && graph_can && (strategy != "sequential" || sequential_can)) {
          time(bench, n, packed, w);
        }
      }
    }
    if (backend::on_device() ? n <= largest_of_bytes : n <= small) {
      time_board_variants(bench, n);
    }
    for (const char* strategy :
         {"sites", "tiles", "rows"}) { // how long a step takes where the host looks at each, or at some
      for (const int wait : {1, 10, 100, 1000}) {
        if (n <= small) {
          time(bench, n, true, {strategy, 1, 1, 0, wait});
          if (wait >= 10 && backend::on_device()) {
            time(bench, n, true, {strategy, 1, 1, 10, wait});
          }
        }
      }
    }
  }
}

} // namespace neel::bench
