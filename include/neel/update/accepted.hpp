// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Proposals that the threads of one launch have accepted.

#include <neel/core/backend/cooperative.hpp>

namespace neel::update {

/// Counts what a thread has accepted, system by system: added up by warps, whose threads are in the same one. `counter`: of each
/// system; null: nobody asks.
class Accepted {
public:
  static constexpr int warp = 32;

  NEEL_FUNCTION explicit Accepted(std::int64_t* counter) : counter_(counter) {}

  NEEL_FUNCTION void add(const GridThread& all, int system, std::uint32_t moved) {
    if (system != system_) {
      done(all);
      system_ = system;
      sum_ = 0;
    }
    sum_ += moved;
  }
  /// When there is no more to add, for all threads of a warp.
  NEEL_FUNCTION void done(const GridThread& all) const {
    if (counter_ != nullptr && system_ >= 0) {
      all.add(counter_ + system_, sum_);
    }
  }

private:
  std::int64_t* counter_;
  int system_ = -1;
  std::uint32_t sum_ = 0;
};

} // namespace neel::update
