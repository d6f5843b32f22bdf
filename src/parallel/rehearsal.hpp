// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// One rank of many that are not there: how long its own work takes, and what it would give to others, is found out by one process.

#include <cstdint>
#include <memory>

namespace neel::parallel {

/// As long as it lives, ranks() is one of so many, and by itself: what it gives to others is counted and lost, and what it would get from
/// them stays as it is.
class Rehearsal {
public:
  struct HaloExchanges {
    std::int64_t count = 0;
    double bytes = 0; ///< that went to either side
  };
  Rehearsal(int size, bool exchange_on_devices);
  ~Rehearsal();
  Rehearsal(const Rehearsal&) = delete;
  Rehearsal& operator=(const Rehearsal&) = delete;
  /// From now on it is the rank that has most to do, where all share so many units (systems, planes, rows).
  void be_busiest(int units);
  HaloExchanges traffic() const;

private:
  class Rank;
  std::unique_ptr<Rank> rank_;
};

} // namespace neel::parallel
