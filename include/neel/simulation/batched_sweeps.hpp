// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sweeps that wait until there are several, which are faster at once, or somebody wants to know.

#include <neel/run/tuner.hpp>
#include <neel/update/strategy.hpp>
#include <neel/update/sweep_batch.hpp>

#include <chrono>
#include <optional>
#include <utility>
#include <vector>

namespace neel::simulation {

/// `SweepExecutor` has strategies(), key(), most(), in_periods(strategy), run(batch, strategy) and wait(), as update::SweepExecutor has.
template <class SweepExecutor>
class BatchedSweeps {
public:
  /// With this `strategy`, if it is possible; without one, the fastest.
  explicit BatchedSweeps(SweepExecutor sweeps, std::optional<update::Strategy> strategy = {})
      : sweeps_(std::move(sweeps)),
        strategies_(strategy ? std::vector{*strategy, update::Strategy::launches} : sweeps_.strategies()),
        tuner_(sweeps_.key(), names(), sweeps_.most(), strategy.has_value()) {}

  /// One sweep. Adds the accepted proposals of each system to `fixed` and, of adaptive moves, to `adapting`; null: not
  /// counted, and the sweep may wait.
  void sweep(std::uint64_t number, std::int64_t* fixed, std::int64_t* adapting) {
    const bool counts = fixed != nullptr || adapting != nullptr;
    begin(number, !counts || waiting_.measurements == 0);
    waiting_.add();
    if (counts) {
      waiting_.fixed = fixed;
      waiting_.adapting = adapting;
      waiting_.measurements = 1;
      waiting_.after = 0;
    }
    if (counts || waiting_.count >= sweeps_.most()) {
      finish();
    }
  }
  /// One sweep, which may wait. Adds the accepted proposals of all moves to `accepted`, and then the terms of all sites to `sums`.
  void sweep_and_measure(std::uint64_t number, std::int64_t* accepted, std::int64_t* sums) {
    begin(number, waiting_.takes(accepted, sums));
    waiting_.add_measured(accepted, sums);
    // The second measurement is expected after as many sweeps as there are before the first.
    const int more =
        SweepExecutor::in_periods(strategy()) ? (waiting_.measurements > 1 ? waiting_.every : waiting_.count) : 1;
    if (waiting_.count + more > sweeps_.most()) {
      finish();
    }
  }
  /// Submits what waits.
  void finish() {
    if (waiting_.count > 0) {
      run(std::exchange(waiting_, none(waiting_.first + static_cast<std::uint64_t>(waiting_.count))));
    }
  }

private:
  static update::SweepBatch none(std::uint64_t next) { return {.first = next, .count = 0, .measurements = 0}; }
  /// Makes room for a sweep.
  void begin(std::uint64_t number, bool fits) {
    if (!fits || number != waiting_.first + static_cast<std::uint64_t>(waiting_.count)) {
      finish();
      waiting_ = none(number);
    }
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const update::Strategy s : strategies_) {
      all.emplace_back(run::strategy_names.at(static_cast<std::size_t>(s)));
    }
    return all;
  }
  update::Strategy strategy() const { return strategies_[tuner_.strategy()]; }

  void run(const update::SweepBatch& batch) {
    using Clock = std::chrono::steady_clock;
    const bool timed = tuner_.times(batch.count, batch.measurements);
    if (timed) {
      sweeps_.wait();
    }
    Clock::time_point start = Clock::now();
    while (!sweeps_.run(batch, strategy())) {
      tuner_.refused();
      start = Clock::now();
    }
    if (timed && !tuner_.decided()) {
      sweeps_.wait();
      tuner_.took(std::chrono::duration<double>(Clock::now() - start).count());
    }
  }

  SweepExecutor sweeps_;
  std::vector<update::Strategy> strategies_;
  run::Tuner tuner_;
  update::SweepBatch waiting_ = none(0);
};

} // namespace neel::simulation
