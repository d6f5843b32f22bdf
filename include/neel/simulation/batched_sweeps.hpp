// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sweeps that wait until there are several, which are faster at once, or somebody wants to know.

#include <neel/update/sweep_batch.hpp>

#include <utility>

namespace neel::simulation {

/// `Sweeps` has most(), that it makes at once, and run(Span); for sweep_and_measure() also in_periods().
template <class SweepExecutor>
class BatchedSweeps {
public:
  explicit BatchedSweeps(SweepExecutor sweeps) : sweeps_(std::move(sweeps)) {}

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
    const int more = sweeps_.in_periods() ? (waiting_.measurements > 1 ? waiting_.every : waiting_.count) : 1;
    if (waiting_.count + more > sweeps_.most()) {
      finish();
    }
  }
  /// Submits what waits.
  void finish() {
    if (waiting_.count > 0) {
      sweeps_.run(std::exchange(waiting_, none(waiting_.first + static_cast<std::uint64_t>(waiting_.count))));
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

  SweepExecutor sweeps_;
  update::SweepBatch waiting_ = none(0);
};

} // namespace neel::simulation
