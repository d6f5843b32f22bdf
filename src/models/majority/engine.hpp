// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Majority automata behind one interface: boards, how they are kept, and the way they are stepped.

#include <neel/core/seed.hpp>
#include <neel/run/simulation.hpp>

#include <memory>
#include <optional>
#include <span>

namespace neel::models {

struct MajorityOptions {
  int width = 0, height = 0;
  int boards = 1;
  bool packed = true;            ///< 32 cells to a word instead of one byte per cell
  std::string strategy = "rows"; ///< sequential, sites, tiles or rows (update/synchronous_sweep.hpp)
  int steps = 1;                 ///< per pass over memory: any up to 32 for tiles; 1, 2, 4 or 8 for rows
  int tile_words = 0;            ///< a tile's width in words; 0: a choice that fits scratch memory
  int tile_rows = 0;
  int block = 1;              ///< sites: words below one another that a thread steps
  int graph = 0;              ///< passes that a device is given at once, even; 0: each is launched by itself
  bool stop_at_cycle = false; ///< sites: find the step from which each board repeats itself, and compute no more then
  double density = 0.5;
  Seed seed = 1;

  /// Why there is no such automaton, as a sentence; nothing if there is.
  std::optional<std::string> objection() const;
  double cells() const { return static_cast<double>(width) * height * boards; }
  /// Of one board in memory, whose rows begin at multiples of sixteen.
  std::size_t bytes() const {
    return static_cast<std::size_t>((packed ? (width + 31) / 32 * 4 : width) + 15) / 16 * 16 *
           static_cast<std::size_t>(height);
  }
};

/// What is counted on one board.
struct BoardCount {
  std::uint64_t ones;    ///< cells of state 1
  std::uint64_t walls;   ///< pairs of neighbours that differ
  std::uint64_t changed; ///< cells that differ from the board before the last pass
  std::uint64_t hash;
};

/// From which step on a board repeats itself, and after how many steps (1 or 2; 0: not seen).
struct Cycle {
  std::int64_t step = -1;
  int period = 0;
};

class MajorityEngine {
public:
  virtual ~MajorityEngine() = default;
  /// Replaces the cells of one board, 0 or 1, x fastest. Before the first step only.
  virtual void set(int board, std::span<const std::uint8_t> cells) = 0;
  /// Makes so many steps of all boards. May return before they are done.
  virtual void step(std::int64_t count) = 0;
  virtual void wait() = 0;
  /// Of each board.
  virtual std::vector<BoardCount> count() = 0;
  /// Of each board, if cycles are looked for.
  virtual std::vector<Cycle> cycles() = 0;
  /// The cells of one board, or of a range of it, 0 or 1, x fastest; on rank 0 of those that share it.
  virtual std::vector<std::uint8_t> cells(int board, const run::SiteRange& range) = 0;

  /// All that the next steps depend on.
  virtual std::vector<run::Array> save() = 0;
  /// Goes back to what save() gave. Throws std::invalid_argument if it is not there or does not fit.
  virtual void load(std::vector<run::Array>& arrays) = 0;
};

/// Boards with random cells. There must be no objection to the options.
std::unique_ptr<MajorityEngine> make_majority(const MajorityOptions& o, run::ExecutionContext where = {});

} // namespace neel::models
