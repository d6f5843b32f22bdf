// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel bench majority: cells per nanosecond against size, storage, strategy and steps per pass.

#include "backend/backend.hpp"
#include "bench/bench.hpp"
#include "files/fingerprint.hpp"
#include "files/print.hpp"
#include "models/majority/engine.hpp"

#include <cstdio>

namespace neel::bench {

namespace {

using models::MajorityOptions;

struct BoardRow {
  std::string name;
  double rate, least, most; ///< cells per nanosecond
  double roof;              ///< that memory bandwidth allows
  double step;              ///< microseconds
  std::string hash;
};

std::string name_of(const MajorityOptions& o) {
  return fmt::format("n={:<6} {:5} {:10} steps={:<2} b={:<2} graph={:<2}", o.width, o.packed ? "bits" : "bytes",
                     o.strategy, o.steps, o.block, o.graph);
}

BoardRow bench_case(const MajorityOptions& o, double bandwidth, int repetitions) {
  const auto automaton = models::make_majority(o);
  const auto steps = [&](std::int64_t count) {
    automaton->step(count);
    automaton->wait();
  };
  steps(16);
  const std::string hash = files::hex(automaton->count().front().hash); // after 16 steps: the same for all of a size
  const Timed t = timed_each(repetitions, 16, steps);                   // whole passes
  const auto rate = [&](double seconds) { return o.cells() / seconds * 1e-9; };
  const double bytes = (o.packed ? 0.25 : 2.0) / o.steps; // read and written once a pass
  return {name_of(o), rate(t.median), rate(t.most), rate(t.least), bandwidth / bytes * 1e-9, t.median * 1e6, hash};
}

/// All that there is to compare at one size.
std::vector<MajorityOptions> cases(int n) {
  struct Way {
    const char* strategy;
    int steps, block, graph;
  };
  constexpr Way ways[] = {{"sequential", 1, 1, 0}, {"sites", 1, 1, 0}, {"sites", 1, 4, 0}, {"sites", 1, 16, 0},
                          {"sites", 1, 1, 16},     {"tiles", 1, 1, 0}, {"tiles", 4, 1, 0}, {"tiles", 16, 1, 0},
                          {"tiles", 1, 1, 16},     {"rows", 1, 1, 0},  {"rows", 2, 1, 0},  {"rows", 4, 1, 0},
                          {"rows", 8, 1, 0},       {"rows", 1, 1, 16}, {"rows", 8, 1, 2}};
  std::vector<MajorityOptions> all;
  for (const bool packed : {false, true}) {
    for (const Way& w : ways) {
      MajorityOptions o;
      o.width = o.height = n;
      o.packed = packed;
      o.strategy = w.strategy;
      o.steps = w.steps;
      o.block = w.block;
      o.graph = w.graph;
      const bool too_large = !packed && n > 16384; // 65536^2 bytes and a copy: 8.6 GB, and slow
      if (!o.objection() && !too_large) {
        all.push_back(o);
      }
    }
  }
  return all;
}

/// Microseconds per step if so many steps are made before one waits for them, launched one by one and as graphs of ten.
void print_iterations(int n, int repetitions) {
  files::print("n={}, bits, one step per pass, us per step when waiting after  ", n);
  constexpr int waits[] = {1, 10, 100, 1000};
  for (const int count : waits) {
    files::print("{:10}", count);
  }
  files::print(" steps\n");
  for (const char* strategy : {"sites", "tiles", "rows"}) {
    for (const int graph : {0, 10}) {
      MajorityOptions o;
      o.width = o.height = n;
      o.strategy = strategy;
      o.graph = graph;
      const auto automaton = models::make_majority(o);
      files::print("    {:10} {:50}", strategy, graph > 0 ? "graphs" : "launches");
      for (const int count : waits) {
        if (count < graph) {
          files::print("{:>10}", "-");
          continue;
        }
        const Timed t = timed_each(repetitions, count, [&](std::int64_t steps) {
          for (std::int64_t done = 0; done < steps; done += count) {
            automaton->step(count);
            automaton->wait();
          }
        });
        files::print("{:>10.4g}", t.median * 1e6);
      }
      files::print("\n");
      std::fflush(stdout);
    }
  }
}

JsonRow json(const BoardRow& r) {
  return {
      r.name, {{"cells_per_ns", r.rate}, {"least", r.least}, {"most", r.most}, {"roof_cells_per_ns", r.roof}}, r.hash};
}

} // namespace

void majority(const Options& options) {
  std::vector<int> sizes = options.sizes;
  if (sizes.empty()) {
    sizes = backend::on_device() ? std::vector<int>{100, 1000, 4096, 16384, 65536}
                                 : std::vector<int>{100, 1000, 4096, 16384};
  }
  const double bandwidth = copy_bandwidth(options.repetitions);
  files::print(
      "majority, one n x n board, p = 1/2; {}; {} repetitions after warm-up\n"
      "copy bandwidth {:.4g} GB/s; roof = bandwidth / bytes that cross memory per cell and step (small boards stay in "
      "caches)\n",
      backend::name(), options.repetitions, bandwidth * 1e-9);
  files::print("{:46} {:>10} {:>24} {:>10} {:>8} {:>10} {:>18}\n", "case", "cells/ns", "least..most", "roof", "of roof",
               "us/step", "hash after 16");
  std::vector<JsonRow> rows;
  for (const int n : sizes) {
    for (const MajorityOptions& o : cases(n)) {
      const BoardRow r = bench_case(o, bandwidth, options.repetitions);
      files::print("{:46} {:>10.4g} {:>11.4g} .. {:<9.4g} {:>10.4g} {:>7.1f}% {:>10.4g} {:>18}\n", r.name, r.rate,
                   r.least, r.most, r.roof, 100 * r.rate / r.roof, r.step, r.hash);
      std::fflush(stdout);
      rows.push_back(json(r));
    }
    if (n <= 1024) {
      print_iterations(n, options.repetitions);
    }
  }
  write_json(options, bandwidth, rows);
}

} // namespace neel::bench
