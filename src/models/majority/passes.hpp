// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Passes of an automaton over memory: how many steps each makes, and by which kernel.

#include "models/majority/engine.hpp"

#include <neel/models/majority.hpp>
#include <neel/update/row_pass.hpp>

#include <algorithm>
#include <utility>

namespace neel::models {

/// Width in words and height of a tile.
inline std::pair<int, int> tile_of(const MajorityOptions& o) {
  if (o.tile_words > 0 && o.tile_rows > 0) {
    return {o.tile_words, o.tile_rows};
  }
  return o.packed ? std::pair{16, 64} : std::pair{96, 32};
}

template <lattice::BoardWord Word, ExecutionSpace Exec>
class MajorityPasses {
public:
  using Cells = lattice::BoardCells<Word>;

  MajorityPasses(const MajorityOptions& o, const Exec& exec)
      : o_(o), threads_(o.strategy == "sequential" ? 1 : exec.concurrency()) {}

  int threads() const { return threads_; }
  /// Calls use(steps) for each of the passes that make so many steps.
  template <class Use>
  void each(std::int64_t count, const Use& use) const {
    while (count > 0) {
      int steps = o_.steps;
      while (steps > count) {
        steps = o_.strategy == "rows" ? steps / 2 : static_cast<int>(count);
      }
      use(steps);
      count -= steps;
    }
  }
  /// Calls launch(kernel) with the kernel of a pass.
  template <class Launch>
  void with_kernel(const Cells& from, const Cells& to, int steps, const Launch& launch) const {
    if (o_.strategy == "sequential") {
      if constexpr (runs_on_host<Exec>) {
        launch(update::SequentialStep<Majority, Word, Exec>(from, to, o_.boards));
      }
    } else if (o_.strategy == "sites") {
      launch(update::SiteStep<Majority, Word, Exec>(from, to, o_.boards, o_.block));
    } else if (o_.strategy == "tiles" || !has_rows) {
      const auto [words, rows] = tile_of(o_);
      launch(update::TileSteps<Majority, Word, Exec>(from, to, o_.boards, steps, words, rows));
    } else if constexpr (has_rows) {
      if (steps == 1) {
        row_pass<1>(from, to, launch);
      } else if (steps == 2) {
        row_pass<2>(from, to, launch);
      } else if (steps == 4) {
        row_pass<4>(from, to, launch);
      } else {
        row_pass<8>(from, to, launch);
      }
    }
  }

private:
  static constexpr bool has_rows = Cells::cells > 1 && update::has_row_pass<Exec>;

  /// Blocks of rows as high as leaves enough of them to fill the machine. A single step waits for memory more than it computes; of more,
  /// a device is to begin all blocks at once. On small boards, where few warps have work, a pass takes as long as one does for its rows.
  template <int PerPass, class Launch>
  void row_pass(const Cells& from, const Cells& to, const Launch& launch) const {
    using Pass = update::RowPass<Majority, Exec, PerPass>;
    const auto fill = [&](double part, int least, int most) { // that part of the threads that there can be
      const double blocks = part * threads_ / (1.0 * Pass::lanes_of_block(from) * o_.boards);
      return (std::clamp((from.rows() - 1) / std::max(1, static_cast<int>(blocks)) + 1, least, most) + 1) / 2 * 2;
    };
    const int rows = runs_on_host<Exec> ? fill(4, 8, 16 * PerPass + 16)
                     : PerPass == 1     ? fill(0.15, 2, 8)
                                        : fill(Pass::part_at_once, fill(0.0625, 4, 8), std::max(8, from.rows()));
    launch(Pass(from, to, o_.boards, rows));
  }

  MajorityOptions o_;
  int threads_; ///< host: in a launch, concurrency() is another
};

} // namespace neel::models
