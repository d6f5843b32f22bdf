// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "bench/timing.hpp"

#include "backend/backend.hpp"
#include "bench/meter.hpp"

#include <neel/run/tuner.hpp>

#include <algorithm>
#include <chrono>
#include <vector>

namespace neel::bench {

namespace {

std::vector<double> time_all(int repetitions, const std::function<void()>& work) {
  std::vector<double> seconds;
  for (int r = 0; r < repetitions; ++r) {
    const auto start = std::chrono::steady_clock::now();
    work();
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds;
}

} // namespace

double time_median(int repetitions, const std::function<void()>& work) {
  const std::vector<double> seconds = time_all(repetitions, work);
  return seconds[seconds.size() / 2];
}

Timing time_steps(int repetitions, std::int64_t batch, const std::function<void(std::int64_t)>& steps) {
  constexpr double aim = 0.03; // seconds
  const auto count_of = [&] {
    const double one = time_median(3, [&] { steps(batch); });
    return batch * std::max<std::int64_t>(1, static_cast<std::int64_t>(aim / one));
  };
  std::int64_t count = count_of(), before = -1;
  for (int n = 0; n < 200 && before != run::tuning().undecided; ++n) { // until the fastest strategy is found
    before = run::tuning().undecided;
    steps(count);
  }
  count = count_of();
  steps(count);
  const Meter meter;
  const std::vector<double> seconds = time_all(repetitions, [&] { steps(count); });
  const Meter::Reading used = meter.since_start();
  const auto each = static_cast<double>(count), all = each * repetitions;
  Timing t{seconds[seconds.size() / 2] / each, seconds.front() / each, seconds.back() / each, {}, {}, used.clock};
  if (used.joules) {
    t.joules = *used.joules / all;
  }
  if (used.instructions) {
    t.instructions = *used.instructions / all;
  }
  return t;
}

} // namespace neel::bench
