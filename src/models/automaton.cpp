// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/automaton.hpp"

#include <neel/measure/board_sums.hpp>
#include <neel/models/board_start.hpp>
#include <neel/models/majority.hpp>
#include <neel/update/row_pass.hpp>

#include <algorithm>

namespace neel::models {

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

constexpr std::size_t most_scratch = std::size_t{48} << 10; ///< that every GPU has

/// Width in words and height of a tile.
std::pair<int, int> tile_of(const AutomatonOptions& o) {
  if (o.tile_words > 0 && o.tile_rows > 0) {
    return {o.tile_words, o.tile_rows};
  }
  return o.packed ? std::pair{16, 64} : std::pair{96, 32};
}

template <lattice::BoardWord Word>
class AutomatonOf final : public Automaton {
public:
  using Cells = lattice::BoardCells<Word>;
  static constexpr bool packed = Cells::cells > 1;

  explicit AutomatonOf(const AutomatonOptions& o)
      : o_(o), now_(o.width, o.height, o.boards), next_(o.width, o.height, o.boards) {
    RandomBoards<Word, Exec>(now_, o.density, o.seed).launch(exec_);
    Kokkos::deep_copy(exec_, next_.data, now_.data);
  }

  void step(std::int64_t count) override {
    for (std::int64_t done = 0; done < count;) {
      int steps = o_.steps;
      while (steps > count - done) {
        steps = o_.strategy == "rows" ? steps / 2 : static_cast<int>(count - done);
      }
      pass(steps);
      std::swap(now_, next_);
      done += steps;
    }
  }

  void wait() override { exec_.fence("neel::models::automaton"); }

  std::vector<BoardCount> count() override {
    const auto sums = measure::board_sums(exec_, now_, next_);
    std::vector<BoardCount> counts;
    for (std::size_t b = 0; b < sums.extent(0); ++b) {
      using Sums = measure::BoardSums<Word, Exec>;
      counts.push_back({sums(b, Sums::ones), sums(b, Sums::walls), sums(b, Sums::changed), sums(b, Sums::hash)});
    }
    return counts;
  }

  std::vector<std::uint8_t> cells(int board) override {
    wait();
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(),
                                                          Kokkos::subview(now_.data, board, Kokkos::ALL, Kokkos::ALL));
    std::vector<std::uint8_t> all;
    for (int y = 0; y < o_.height; ++y) {
      for (int x = 0; x < o_.width; ++x) {
        all.push_back(static_cast<std::uint8_t>(host(y, x / Cells::cells) >> (x % Cells::cells) & 1));
      }
    }
    return all;
  }

  run::Array save() override {
    wait();
    return run::to_array("cells", {now_.data});
  }
  void load(std::vector<run::Array>& arrays) override { run::from_array(arrays, "cells", {now_.data}); }

private:
  void pass(int steps) {
    const Cells from = now_.cells(), to = next_.cells();
    if (o_.strategy == "sequential") {
      if constexpr (runs_on_host<Exec>) {
        update::sequential<Majority>(from, to, o_.boards);
      }
    } else if (o_.strategy == "sites") {
      update::SiteStep<Majority, Word, Exec>(from, to, o_.boards).launch(exec_);
    } else if (o_.strategy == "tiles") {
      const auto [words, rows] = tile_of(o_);
      update::TileSteps<Majority, Word, Exec>(from, to, o_.boards, steps, words, rows).launch(exec_);
    } else if constexpr (packed) {
      switch (steps) {
      case 1:
        return row_pass<1, 8>(from, to);
      case 2:
        return row_pass<2, 8>(from, to);
      case 4:
        return row_pass<4, 8>(from, to);
      default:
        return row_pass<8, 4>(from, to);
      }
    }
  }

  /// Blocks of rows as high as leaves enough of them to fill the machine: a device is full with a fifth of its threads.
  template <int Steps, int Useful>
  void row_pass(const Cells& from, const Cells& to) {
    const double threads = runs_on_host<Exec> ? 4.0 * exec_.concurrency() : 0.2 * exec_.concurrency();
    const double columns = runs_on_host<Exec> ? 1 : std::max(1, from.words / Useful);
    const double rows = from.height * columns * o_.boards / threads;
    const int block = std::clamp(static_cast<int>(rows), 8, 16 * Steps + 16) / 2 * 2;
    update::RowPass<Majority, Exec, Steps, Useful>(from, to, o_.boards, block).launch(exec_);
  }

  AutomatonOptions o_;
  Exec exec_;
  lattice::Boards<Word, Exec> now_, next_;
};

} // namespace

std::optional<std::string> AutomatonOptions::objection() const {
  if (strategy == "rows" && (!packed || (steps != 1 && steps != 2 && steps != 4 && steps != 8))) {
    return "the strategy rows takes packed boards and 1, 2, 4 or 8 steps per pass";
  }
  if ((strategy == "sites" || strategy == "sequential") && steps != 1) {
    return "the strategy " + strategy + " makes one step per pass";
  }
  if (strategy == "sequential" && !runs_on_host<Exec>) {
    return "the strategy sequential is for hosts";
  }
  if (strategy == "tiles") {
    const auto [words, rows] = tile_of(*this);
    const std::size_t bytes =
        packed ? update::TileSteps<Majority, std::uint32_t, Exec>({}, {}, 1, steps, words, rows).scratch()
               : update::TileSteps<Majority, std::uint8_t, Exec>({}, {}, 1, steps, words, rows).scratch();
    if (steps > 32 || bytes > most_scratch) {
      return "a tile with its halo takes " + std::to_string(bytes) + " bytes of scratch memory, more than " +
             std::to_string(most_scratch) + ", or makes more than 32 steps";
    }
  }
  return std::nullopt;
}

std::unique_ptr<Automaton> make_automaton(const AutomatonOptions& o) {
  if (o.packed) {
    return std::make_unique<AutomatonOf<std::uint32_t>>(o);
  }
  return std::make_unique<AutomatonOf<std::uint8_t>>(o);
}

} // namespace neel::models
