// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/majority/engine.hpp"

#include <neel/measure/board_sums.hpp>
#include <neel/models/board_start.hpp>
#include <neel/models/majority.hpp>
#include <neel/simulation/saved.hpp>
#include <neel/simulation/spaces.hpp>
#include <neel/update/pass_graph.hpp>
#include <neel/update/row_pass.hpp>

#include <algorithm>

namespace neel::models {

namespace {

constexpr std::size_t most_scratch = std::size_t{48} << 10; ///< that every GPU has

/// Width in words and height of a tile.
std::pair<int, int> tile_of(const MajorityOptions& o) {
  if (o.tile_words > 0 && o.tile_rows > 0) {
    return {o.tile_words, o.tile_rows};
  }
  return o.packed ? std::pair{16, 64} : std::pair{96, 32};
}

template <lattice::BoardWord Word, ExecutionSpace Exec>
class MajorityKernels final : public MajorityEngine {
public:
  using Cells = lattice::BoardCells<Word>;
  static constexpr bool packed = Cells::cells > 1;

  explicit MajorityKernels(const MajorityOptions& o)
      : o_(o), now_(o.width, o.height, o.boards), next_(o.width, o.height, o.boards) {
    RandomBoards<Word, Exec>(now_, o.density, o.seed).launch(exec_);
    if (o.stop_at_cycle) {
      repeats_from_ = Steps("neel::models::repeats_from", static_cast<std::size_t>(o.boards));
    }
  }

  void set(int board, std::span<const std::uint8_t> cells) override {
    const auto there = Kokkos::subview(now_.data, board, Kokkos::ALL, Kokkos::ALL);
    const auto host = Kokkos::create_mirror_view(Kokkos::HostSpace(), there);
    Kokkos::deep_copy(host, Word{0});
    for (int y = 0; y < o_.height; ++y) {
      const std::uint8_t* const row = cells.data() + std::ptrdiff_t{y} * o_.width;
      for (int x = 0; x < o_.width; ++x) {
        host(y, x / Cells::cells) |= static_cast<Word>(static_cast<Word>(row[x]) << (x % Cells::cells));
      }
    }
    wait();
    Kokkos::deep_copy(there, host);
  }

  void step(std::int64_t count) override {
    for (; o_.stop_at_cycle && count > 0 && !all_repeat_; --count) {
      compared_step();
    }
    std::int64_t done = o_.stop_at_cycle ? count / 2 * 2 : 0; // two steps of a board that repeats itself change nothing
    const std::int64_t per_graph = std::int64_t{o_.graph} * o_.steps;
    while (per_graph > 0 && count - done >= per_graph) {
      graph().submit(exec_);
      done += per_graph;
    }
    while (done < count) {
      int steps = o_.steps;
      while (steps > count - done) {
        steps = o_.strategy == "rows" ? steps / 2 : static_cast<int>(count - done);
      }
      pass(steps, [&](const auto& kernel) { kernel.launch(exec_); });
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

  std::vector<Cycle> cycles() override {
    std::vector<Cycle> all(static_cast<std::size_t>(o_.boards));
    if (compared_ > 0) {
      const std::vector<BoardCount> counts = count(); // changes since one step ago
      const auto from = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), repeats_from_);
      for (std::size_t b = 0; b < all.size(); ++b) {
        if (from(b) + 2 <= compared_) {
          all[b] = {static_cast<std::int64_t>(from(b)), counts[b].changed == 0 ? 1 : 2};
        }
      }
    }
    return all;
  }

  std::vector<run::Array> save() override {
    wait();
    if (!o_.stop_at_cycle) {
      return {run::along(simulation::to_array("cells", {now_.data}), {0})};
    }
    return {run::along(simulation::to_array("cells", {now_.data, next_.data}), {1}),
            run::along(simulation::to_array("repeats_from", {repeats_from_}), {0}),
            run::to_array("compared", {compared_})};
  }
  void load(std::vector<run::Array>& arrays) override {
    if (!o_.stop_at_cycle) {
      simulation::from_array(arrays, "cells", {now_.data});
      return;
    }
    simulation::from_array(arrays, "cells", {now_.data, next_.data});
    simulation::from_array(arrays, "repeats_from", {repeats_from_});
    compared_ = run::numbers_from_array(arrays, "compared", {1}).front();
    look_for_cycles();
  }

private:
  using Steps = typename update::SiteStep<Majority, Word, Exec>::Steps;
  using Graph = update::PassGraph<Exec>;

  /// A step that also compares the boards with those two steps before.
  void compared_step() {
    constexpr std::uint64_t between_looks = 16; // steps
    update::SiteStep<Majority, Word, Exec> kernel(now_.cells(), next_.cells(), o_.boards, o_.block);
    kernel.compare(repeats_from_, compared_);
    kernel.launch(exec_);
    std::swap(now_, next_);
    if (++compared_ % between_looks == 0) {
      look_for_cycles();
    }
  }
  void look_for_cycles() {
    wait();
    const auto from = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), repeats_from_);
    all_repeat_ = std::all_of(from.data(), from.data() + from.extent(0),
                              [&](std::uint64_t step) { return step + 2 <= compared_; });
  }

  /// The passes of a graph, from the boards that are now on. Their number being even, it ends with the same now.
  Graph& graph() {
    std::unique_ptr<Graph>& kept = graphs_[now_.data.data() < next_.data.data() ? 0 : 1];
    if (!kept) {
      kept = std::make_unique<Graph>(exec_, [&](auto& chain) {
        for (int k = 0; k < o_.graph; ++k) {
          pass(o_.steps, [&](const auto& kernel) { chain.add(kernel); });
        }
      });
    }
    return *kept;
  }

  /// Hands the kernel of one pass to launch(kernel); then what was next is now.
  template <class Launch>
  void pass(int steps, Launch&& launch) {
    const Cells from = now_.cells(), to = next_.cells();
    if (o_.strategy == "sequential") {
      if constexpr (runs_on_host<Exec>) {
        update::sequential<Majority>(from, to, o_.boards);
      }
    } else if (o_.strategy == "sites") {
      launch(update::SiteStep<Majority, Word, Exec>(from, to, o_.boards, o_.block));
    } else if (o_.strategy == "tiles") {
      const auto [words, rows] = tile_of(o_);
      launch(update::TileSteps<Majority, Word, Exec>(from, to, o_.boards, steps, words, rows));
    } else if constexpr (packed) {
      if (steps == 1) {
        row_pass<1, 8>(from, to, launch);
      } else if (steps == 2) {
        row_pass<2, 8>(from, to, launch);
      } else if (steps == 4) {
        row_pass<4, 8>(from, to, launch);
      } else {
        row_pass<8, 4>(from, to, launch);
      }
    }
    std::swap(now_, next_);
  }
  /// Blocks of rows as high as leaves enough of them to fill the machine: a device is full with a fifth of its threads.
  template <int PerPass, int Useful, class Launch>
  void row_pass(const Cells& from, const Cells& to, Launch&& launch) {
    const double threads = runs_on_host<Exec> ? 4.0 * exec_.concurrency() : 0.2 * exec_.concurrency();
    const double columns = runs_on_host<Exec> ? 1 : std::max(1, from.words / Useful);
    const double rows = from.height * columns * o_.boards / threads;
    const int block = std::clamp(static_cast<int>(rows), 8, 16 * PerPass + 16) / 2 * 2;
    launch(update::RowPass<Majority, Exec, PerPass, Useful>(from, to, o_.boards, block));
  }

  MajorityOptions o_;
  Exec exec_;
  lattice::Boards<Word, Exec> now_, next_;
  std::unique_ptr<Graph> graphs_[2]; ///< of the two ways in which now and next can lie
  Steps repeats_from_;               ///< (board) the earliest step from which it can repeat itself
  std::uint64_t compared_ = 0;       ///< steps made and compared
  bool all_repeat_ = false;
};

} // namespace

std::optional<std::string> MajorityOptions::objection() const {
  using Exec = Kokkos::DefaultExecutionSpace;
  if (strategy == "rows" && (!packed || (steps != 1 && steps != 2 && steps != 4 && steps != 8))) {
    return "the strategy rows takes packed boards and 1, 2, 4 or 8 steps per pass";
  }
  if ((strategy == "sites" || strategy == "sequential") && steps != 1) {
    return "the strategy " + strategy + " makes one step per pass";
  }
  if (strategy == "sequential" && !runs_on_host<Exec>) {
    return "the strategy sequential is for hosts";
  }
  if (graph % 2 != 0 || (graph > 0 && (strategy == "sequential" || stop_at_cycle))) {
    return "a graph has an even number of passes, is made of kernels (not the strategy sequential), and looks for no "
           "cycle";
  }
  if (stop_at_cycle && strategy != "sites") {
    return "stop_at_cycle compares boards at every step, which the strategy sites alone does; found " + strategy +
           ", so leave the strategy out or take stop_at_cycle = false";
  }
  const int words_in_row = packed ? (width + 31) / 32 : width;
  if (strategy == "sites" && cells() / width * words_in_row >= 2147483648.0) {
    return "the strategy sites numbers threads with 31 bits; these boards have more words than that";
  }
  if (block > 1 && strategy != "sites") {
    return "the strategy " + strategy + " knows no block";
  }
  if (tile_words > 0 && strategy != "tiles") {
    return "the strategy " + strategy + " knows no tile";
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

std::unique_ptr<MajorityEngine> make_majority(const MajorityOptions& o, run::Where where) {
  return simulation::in_space(where.space, [&]<class Exec>(const Exec&) -> std::unique_ptr<MajorityEngine> {
    if (o.packed) {
      return std::make_unique<MajorityKernels<std::uint32_t, Exec>>(o);
    }
    return std::make_unique<MajorityKernels<std::uint8_t, Exec>>(o);
  });
}

} // namespace neel::models
