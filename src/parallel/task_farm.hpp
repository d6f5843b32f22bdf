// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Pieces of work that ranks do one by one, each for itself: whoever is done takes the next. Rank 0, which works, too, hands them out
// whenever it looks for letters.

#include "parallel/session.hpp"

#include <functional>
#include <optional>

namespace neel::parallel {

/// As long as it lives, each rank is by itself (session.hpp: Aside).
class TaskFarm {
public:
  /// On all ranks. `given` is called on rank 0: a piece went to another rank.
  explicit TaskFarm(int pieces, std::function<void(int piece, int rank)> given = {});

  /// The next piece, or nothing where there is none left or all are to stop.
  std::optional<int> next();
  /// To be called again and again between sweeps: answers others. Are all to stop?
  bool look();
  /// Tells all of them to stop.
  void stop();
  /// Once there is no next piece: waits for all, and returns the largest number that any of them gives. told(): is this rank to
  /// stop, and with it all?
  int finish(int mine, const std::function<bool()>& told);

private:
  bool leads() const { return rank_ == 0; }
  void take(const Letter& letter);
  void tell_others(int kind, int value) const;

  Aside aside_;
  int rank_, size_;
  int pieces_, next_ = 0;
  std::function<void(int, int)> given_;
  bool stopped_ = false;
  int done_ = 0, largest_ = 0;               ///< ranks, and what they gave
  std::optional<std::optional<int>> answer_; ///< to next()
  std::optional<int> all_;                   ///< the answer to finish()
};

} // namespace neel::parallel
