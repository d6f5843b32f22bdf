// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// neel bench MODEL, and what the benchmarks of all models share.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace neel::bench {

struct Options {
  std::string model;
  std::vector<int> sizes;
  int repetitions = 20;
  std::string json;
};

/// Prints the speed of a model. Throws InputError if there is no such model.
void run(const Options& options);

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

/// Seconds of one of many steps: work(count) makes so many, here as many as take about 30 ms, in batches of `batch`.
template <class Work>
Timed timed_each(int repetitions, std::int64_t batch, Work&& work) {
  const double one = timed(3, [&] { work(batch); }).median;
  const std::int64_t count = batch * std::max<std::int64_t>(1, static_cast<std::int64_t>(0.03 / one));
  const Timed t = timed(repetitions, [&] { work(count); });
  const double n = static_cast<double>(count);
  return {t.median / n, t.least / n, t.most / n};
}

/// Bytes per second of a large device copy, read plus written.
double copy_bandwidth(int repetitions);

/// What the JSON file has of a case: the figures under their keys, in this order.
struct JsonRow {
  std::string name;
  std::vector<std::pair<std::string, double>> figures;
  std::string hash;
};

/// Writes the JSON file, if one is asked for: what identifies build and machine, then the rows.
void write_json(const Options& options, double bandwidth, const std::vector<JsonRow>& rows);

} // namespace neel::bench
