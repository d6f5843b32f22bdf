// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Repeated timing of one piece of work, and what else the machine tells about it.

#include <cstdint>
#include <functional>
#include <optional>

namespace neel::bench {

/// Seconds of one step, and what it took beside them, where this machine tells.
struct Timing {
  double median = 0, least = 0, most = 0;
  std::optional<double> joules, instructions; ///< of one step; instructions of a host with one thread
  std::optional<double> clock;                ///< of the device, MHz, after the last repetition
};

/// Times `steps(n)`, which makes n steps and waits for them: batches of `batch` steps, as many as take about 30 ms to a
/// repetition, once before the clock starts.
Timing time_steps(int repetitions, std::int64_t batch, const std::function<void(std::int64_t)>& steps);

/// The median of single runs in seconds.
double time_median(int repetitions, const std::function<void()>& work);

} // namespace neel::bench
