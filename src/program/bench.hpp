// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the benchmarks of all models share.

#include "program/commands.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

namespace neel::program {

/// Median and spread of repeated timings, in seconds.
struct Timed {
  double median, least, most;
};

template <class Work>
Timed timed(int repetitions, Work&& work) {
  std::vector<double> seconds;
  for (int r = 0; r < repetitions; ++r) {
    const auto start = std::chrono::steady_clock::now();
    work();
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(seconds.begin(), seconds.end());
  return {seconds[seconds.size() / 2], seconds.front(), seconds.back()};
}

/// Bytes per second of a large device copy, read plus written.
double copy_bandwidth(int repetitions);

/// `{"model": ..., "rows": [` rows `]}` with what identifies the build and the machine.
std::string bench_json(const BenchOptions& options, double bandwidth, const std::vector<std::string>& rows);

void bench_heisenberg(const BenchOptions& options);
void bench_edwards_anderson(const BenchOptions& options);
void bench_majority(const BenchOptions& options);
void bench_phi4(const BenchOptions& options);

} // namespace neel::program
