// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How long a part of the program's work takes.

#include <chrono>

namespace neel::program {

inline double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

/// Adds the time that it lives to a sum.
class Timer {
public:
  explicit Timer(double& sum) : sum_(sum) {}
  ~Timer() { sum_ += seconds_since(start_); }
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;

private:
  double& sum_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

} // namespace neel::program
