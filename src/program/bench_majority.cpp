// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel bench majority: cells per nanosecond against size, storage, strategy and steps per pass.

#include "input/run_input.hpp"
#include "models/automaton.hpp"
#include "output/hdf5.hpp"
#include "output/results.hpp"
#include "program/backend.hpp"
#include "program/bench.hpp"

#include <cstdio>

namespace neel::program {

namespace {

using models::AutomatonOptions;

struct BoardRow {
  std::string name;
  double rate, least, most; ///< cells per nanosecond
  double roof;              ///< that memory bandwidth allows
  double step;              ///< microseconds
  std::string hash;
};

BoardRow bench_case(const AutomatonOptions& o, double bandwidth, int repetitions) {
  const auto automaton = models::make_automaton(o);
  const auto steps = [&](std::int64_t count) {
    automaton->step(count);
    automaton->wait();
  };
  steps(16);
  const std::string hash = output::hex(automaton->count().front().hash); // after 16 steps: the same for all of a size
  const Timed t = timed_each(repetitions, 16, steps);                    // whole passes
  const auto rate = [&](double seconds) { return o.cells() / seconds * 1e-9; };
  const double bytes = (o.packed ? 0.25 : 2.0) / o.steps; // read and written once a pass
  char name[96];
  std::snprintf(name, sizeof name, "n=%-6d %-5s %-10s steps=%-2d", o.width, o.packed ? "bits" : "bytes",
                o.strategy.c_str(), o.steps);
  return {name, rate(t.median), rate(t.most), rate(t.least), bandwidth / bytes * 1e-9, t.median * 1e6, hash};
}

/// All that there is to compare at one size.
std::vector<AutomatonOptions> cases(int n) {
  std::vector<AutomatonOptions> all;
  for (const bool packed : {false, true}) {
    for (const auto& [strategy, steps] : {std::pair{"sequential", 1}, std::pair{"sites", 1}, std::pair{"tiles", 1},
                                          std::pair{"tiles", 4}, std::pair{"tiles", 16}, std::pair{"rows", 1},
                                          std::pair{"rows", 2}, std::pair{"rows", 4}, std::pair{"rows", 8}}) {
      AutomatonOptions o;
      o.width = o.height = n;
      o.packed = packed;
      o.strategy = strategy;
      o.steps = steps;
      const bool too_large = !packed && n > 16384; // 65536^2 bytes and a copy: 8.6 GB, and slow
      if (!o.objection() && !too_large) {
        all.push_back(o);
      }
    }
  }
  return all;
}

std::string json(const BoardRow& r) {
  return "{\"name\": \"" + r.name + "\", \"cells_per_ns\": " + input::exact(r.rate) +
         ", \"least\": " + input::exact(r.least) + ", \"most\": " + input::exact(r.most) +
         ", \"roof_cells_per_ns\": " + input::exact(r.roof) + ", \"hash\": \"" + r.hash + "\"}";
}

} // namespace

void bench_majority(const BenchOptions& options) {
  std::vector<int> sizes = options.sizes;
  if (sizes.empty()) {
    sizes = on_device() ? std::vector<int>{100, 1000, 4096, 16384, 65536} : std::vector<int>{100, 1000, 4096, 16384};
  }
  const double bandwidth = copy_bandwidth(options.repetitions);
  std::printf(
      "majority, one n x n board, p = 1/2; %s; %d repetitions after warm-up\n"
      "copy bandwidth %.4g GB/s; roof = bandwidth / bytes that cross memory per cell and step (small boards stay in "
      "caches)\n",
      backend_name().c_str(), options.repetitions, bandwidth * 1e-9);
  std::printf("%-36s %10s %24s %10s %8s %10s %18s\n", "case", "cells/ns", "least..most", "roof", "of roof", "us/step",
              "hash after 16");
  std::vector<std::string> lines;
  for (const int n : sizes) {
    for (const AutomatonOptions& o : cases(n)) {
      const BoardRow r = bench_case(o, bandwidth, options.repetitions);
      std::printf("%-36s %10.4g %11.4g .. %-9.4g %10.4g %7.1f%% %10.4g %18s\n", r.name.c_str(), r.rate, r.least, r.most,
                  r.roof, 100 * r.rate / r.roof, r.step, r.hash.c_str());
      std::fflush(stdout);
      lines.push_back(json(r));
    }
  }
  if (!options.json.empty()) {
    output::write_text(options.json, bench_json(options, bandwidth, lines));
  }
}

} // namespace neel::program
