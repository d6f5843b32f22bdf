// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sweeps that wait until there are several, which are faster at once, or somebody wants to know.

#include <neel/update/span.hpp>

#include <utility>

namespace neel::simulation {

/// `Sweeps` has most(), that it makes at once, and run(Span).
template <class Sweeps>
class WaitingSweeps {
public:
  explicit WaitingSweeps(Sweeps sweeps) : sweeps_(std::move(sweeps)) {}

  /// One sweep. Adds the accepted proposals of each system to `fixed` and, of adaptive moves, to `adapting`; null: not
  /// counted, and the sweep may wait.
  void sweep(std::uint64_t number, std::int64_t* fixed, std::int64_t* adapting) {
    if (number != waiting_.first + static_cast<std::uint64_t>(waiting_.count)) {
      finish();
      waiting_.first = number;
    }
    ++waiting_.count;
    waiting_.fixed = fixed;
    waiting_.adapting = adapting;
    if (waiting_.count >= sweeps_.most() || fixed != nullptr || adapting != nullptr) {
      finish();
    }
  }
  /// Submits what waits.
  void finish() {
    if (waiting_.count > 0) {
      sweeps_.run(std::exchange(waiting_, {waiting_.first + static_cast<std::uint64_t>(waiting_.count), 0}));
    }
  }

private:
  Sweeps sweeps_;
  update::Span waiting_{0, 0};
};

} // namespace neel::simulation
