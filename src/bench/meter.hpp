// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The machine's own meters. Each may be missing, or not for everyone to read.

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace neel::bench {

/// Counts from when it is made.
class Meter {
public:
  struct Reading {
    std::optional<double>
        joules; ///< of the device (NVML), a second from the start on; or of the processors' packages (RAPL)
    std::optional<double> instructions; ///< of this thread, on a host with one thread
    std::optional<double> clock;        ///< of the device now, MHz
  };

  Meter();
  ~Meter();
  Meter(const Meter&) = delete;
  Meter& operator=(const Meter&) = delete;
  Reading since_start() const;

private:
  std::optional<double> joules_; ///< at the start
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  int counter_ = -1; ///< of instructions (perf_event_open)
};

} // namespace neel::bench
