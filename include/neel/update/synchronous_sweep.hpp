// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Synchronous updates of boards: every cell's next state is found from the present ones, and written to a second copy. The
// rule says what becomes of a word of cells, Rule::update(self, left, right, down, up). Four ways to do it, with one result:
//
//   sequential   one thread on a host, row by row: what the others are compared with
//   SiteStep     a thread per word, or per block of words of one column (on hosts, of rows)
//   TileSteps    a team per tile, which it loads into scratch memory with a halo as wide as the steps it then makes there
//   RowPass      rows stream through registers (a host's cache), several steps behind one another (row_pass.hpp)

#include <neel/core/divisor.hpp>
#include <neel/lattice/board.hpp>
#include <neel/update/work_stealing.hpp>

namespace neel::update {

/// The next state of a word of cells.
template <class Rule, lattice::BoardWord Word>
NEEL_FUNCTION Word next_word(const lattice::BoardCells<Word>& board, const Word* down, const Word* self, const Word* up,
                             int w) {
  return Rule::update(self[w], board.left(self, w), board.right(self, w), down[w], up[w]) & board.valid(w);
}

/// The next state of a row, whose neighbours are given (host). Interior words are a loop for the compiler to vectorise.
/// Returns the bits in which any word differs from what was in its place.
template <class Rule, lattice::BoardWord Word>
NEEL_HOST_FUNCTION Word next_row(const lattice::BoardCells<Word>& board, const Word* down, const Word* self,
                                 const Word* up, Word* next) {
  using Cells = lattice::BoardCells<Word>;
  const int last = board.words - 1; // a copy: what is written might otherwise be taken for the board's own numbers
  Word differences = next[0];
  next[0] = next_word<Rule>(board, down, self, up, 0);
  differences = static_cast<Word>(differences ^ next[0]);
  NEEL_INDEPENDENT_LOOP
  for (int w = 1; w < last; ++w) {
    const Word word =
        Rule::update(self[w], Cells::left(self[w], self[w - 1]), Cells::right(self[w], self[w + 1]), down[w], up[w]);
    differences = static_cast<Word>(differences | (word ^ next[w]));
    next[w] = word;
  }
  const Word before = next[last];
  next[last] = next_word<Rule>(board, down, self, up, last);
  return last == 0 ? differences : static_cast<Word>(differences | (before ^ next[last]));
}

/// One step of all boards by one thread (host).
template <class Rule, lattice::BoardWord Word, ExecutionSpace Exec>
class SequentialStep {
public:
  using Cells = lattice::BoardCells<Word>;

  SequentialStep(const Cells& from, const Cells& to, int boards) : from_(from), to_(to), boards_(boards) {}

  void launch(const Exec& exec) const {
    PhaseScheduler(1).launch(exec, "neel::update::sequential_step",
                             [&](PhaseScheduler::Thread& thread) { phase(thread); });
  }
  /// Of rounds that one thread has to itself.
  void phase(PhaseScheduler::Thread& thread) const {
    thread.phase(1, [&](std::int64_t /*item*/) {
      for (int b = 0; b < boards_; ++b) {
        for (int y = from_.begin; y < from_.end; ++y) {
          next_row<Rule>(from_, from_.periodic_row(b, y - 1), from_.row(b, y), from_.periodic_row(b, y + 1),
                         to_.row(b, y));
        }
      }
    });
  }

private:
  Cells from_, to_;
  int boards_;
};

/// A pass by itself: as a round of a host's threads, or by a device.
template <ExecutionSpace Exec, class Pass>
void launch_pass(const Exec& exec, const Pass& pass) {
  if constexpr (runs_on_host<Exec>) {
    launch_phases(exec, Pass::label, [&](PhaseScheduler::Thread& thread) { pass.phase(thread); });
  } else {
    Kokkos::parallel_for(Pass::label, pass.policy(exec), pass);
  }
}

/// One step; a thread per block of `rows` words below one another, on hosts per block of rows.
template <class Rule, lattice::BoardWord Word, ExecutionSpace Exec>
class SiteStep {
public:
  using Cells = lattice::BoardCells<Word>;
  /// Of each board, a step.
  using Steps = Kokkos::View<std::uint64_t*, typename Exec::memory_space>;
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>;
  static constexpr const char* label = "neel::update::site_step";

  SiteStep(const Cells& from, const Cells& to, int boards, int rows = 1)
      : from_(from), to_(to.data), boards_(boards), rows_(rows), blocks_((from.rows() + rows - 1) / rows),
        by_words_(from.words) {}

  /// Also looks for boards that come back after two steps. `from` is step `step`, `to` holds the boards before it; where
  /// the next board differs from that one, repeats_from(board) becomes `step`, the earliest from which it can repeat itself.
  void compare(const Steps& repeats_from, std::uint64_t step) {
    repeats_from_ = repeats_from;
    step_ = step;
  }

  Policy policy(const Exec& exec) const {
    static_assert(!runs_on_host<Exec>);
    return Policy(exec, 0, boards_ * blocks_ * from_.words);
  }
  void launch(const Exec& exec) const { launch_pass(exec, *this); }
  /// Host: blocks, as a round of this thread and others.
  void phase(PhaseScheduler::Thread& thread) const {
    thread.phase(std::int64_t{boards_} * blocks_, [&](std::int64_t block) { step_rows(static_cast<int>(block)); });
  }
  /// Device: a word of a block.
  KOKKOS_FUNCTION void operator()(int index) const { step_words(by_words_.quotient(index), index); }

private:
  [[gnu::noinline]] void step_rows(int block) const {
    const int board = block / blocks_, first = from_.begin + (block - board * blocks_) * rows_;
    Word differences = 0;
    for (int y = first; y < from_.end && y < first + rows_; ++y) {
      differences =
          static_cast<Word>(differences | next_row<Rule>(from_, from_.periodic_row(board, y - 1), from_.row(board, y),
                                                         from_.periodic_row(board, y + 1), to().row(board, y)));
    }
    note(board, differences);
  }

  NEEL_FUNCTION void step_words(int block, int index) const {
    const int w = index - block * from_.words, board = block / blocks_;
    const int first = from_.begin + (block - board * blocks_) * rows_;
    Word differences = 0;
    for (int y = first; y < from_.end && y < first + rows_; ++y) {
      const Word next = next_word<Rule>(from_, from_.periodic_row(board, y - 1), from_.row(board, y),
                                        from_.periodic_row(board, y + 1), w);
      Word& place = to().row(board, y)[w];
      if (repeats_from_.data() != nullptr) {
        differences = static_cast<Word>(differences | (place ^ next));
      }
      place = next;
    }
    note(board, differences);
  }

  NEEL_FUNCTION void note(int board, Word differences) const {
    if (differences != 0 && repeats_from_.data() != nullptr) {
      Kokkos::atomic_store(&repeats_from_(board), step_);
    }
  }

  NEEL_FUNCTION Cells to() const { return from_.at(to_); }

  Cells from_;
  Word* to_;
  int boards_, rows_, blocks_;
  Divisor by_words_;
  Steps repeats_from_;
  std::uint64_t step_ = 0;
};

/// Several steps of a tile of `tile_words` words times `tile_rows` rows in scratch memory.
template <class Rule, lattice::BoardWord Word, ExecutionSpace Exec>
class TileSteps {
public:
  using Cells = lattice::BoardCells<Word>;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;
  static constexpr const char* label = "neel::update::tile_steps";
  static constexpr int most_steps = 32; ///< a word's cells are the halo to the left and right

  TileSteps(const Cells& from, const Cells& to, int boards, int steps, int tile_words, int tile_rows)
      : from_(from), to_(to.data), boards_(boards), steps_(steps), halo_(Cells::cells == 1 ? steps : 1),
        tile_words_(tile_words), tile_rows_(tile_rows), columns_((from.words + tile_words - 1) / tile_words),
        rows_((from.rows() + tile_rows - 1) / tile_rows), wide_(tile_words + 2 * halo_), high_(tile_rows + 2 * steps),
        by_wide_(wide_), by_tile_words_(tile_words) {}

  /// Bytes of scratch memory.
  NEEL_FUNCTION std::size_t scratch() const { return 2 * sizeof(Word) * static_cast<std::size_t>(wide_ * high_); }

  Kokkos::TeamPolicy<Exec> policy(const Exec& exec) const {
    static_assert(!runs_on_host<Exec>);
    return Kokkos::TeamPolicy<Exec>(exec, tiles(), 256)
        .set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(scratch())));
  }
  void launch(const Exec& exec) const { launch_pass(exec, *this); }
  /// Host: as a round of this thread and others.
  void phase(PhaseScheduler::Thread& thread) const {
    auto* const memory = reinterpret_cast<Word*>(thread.scratch(scratch()));
    const auto each = [](int count, const auto& use) {
      for (int k = 0; k < count; ++k) {
        use(k);
      }
    };
    thread.phase(tiles(), [&](std::int64_t tile) { step(static_cast<int>(tile), memory, each, [] {}); });
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    step(
        team.league_rank(), static_cast<Word*>(team.team_scratch(0).get_shmem(scratch())),
        [&](int count, const auto& use) { Kokkos::parallel_for(Kokkos::TeamThreadRange(team, count), use); },
        [&] { team.team_barrier(); });
  }

private:
  int tiles() const { return boards_ * columns_ * rows_; }
  NEEL_FUNCTION Cells to() const { return from_.at(to_); }

  /// Of a tile. each(count, use): calls use(0), ..., by all that work on it; barrier(): they wait for one another.
  NEEL_CALLS_WHAT_IT_IS_GIVEN
  template <class Each, class Barrier>
  NEEL_FUNCTION void step(int tile, Word* memory, const Each& each, const Barrier& barrier) const {
    Word* now = memory;
    Word* next = now + wide_ * high_;
    const int per_board = columns_ * rows_, board = tile / per_board;
    const int row = (tile - board * per_board) / columns_, column = tile - board * per_board - row * columns_;
    const int first_word = column * tile_words_, first_row = from_.begin + row * tile_rows_;
    each(wide_ * high_, [&](int k) {
      const int y = by_wide_.quotient(k), w = first_word + k - y * wide_ - halo_;
      now[k] = from_.from(from_.periodic_row(board, first_row + y - steps_), w * Cells::cells);
    });
    barrier();
    for (int n = 0; n < steps_; ++n) {
      each(wide_ * (high_ - 2), [&](int k) {
        const int at =
            k + wide_; // rows and cells at the rim go wrong, one more with each step, but not those asked for
        next[at] = Rule::update(now[at], Cells::left(now[at], now[at - 1]), Cells::right(now[at], now[at + 1]),
                                now[at - wide_], now[at + wide_]);
      });
      barrier();
      Word* const swapped = now;
      now = next;
      next = swapped;
    }
    each(tile_words_ * tile_rows_, [&](int k) {
      const int y = by_tile_words_.quotient(k), w = k - y * tile_words_;
      if (first_row + y < from_.end && first_word + w < from_.words) {
        to().row(board, first_row + y)[first_word + w] =
            now[(y + steps_) * wide_ + w + halo_] & from_.valid(first_word + w);
      }
    });
  }

  Cells from_;
  Word* to_;
  int boards_, steps_, halo_, tile_words_, tile_rows_, columns_, rows_, wide_, high_;
  Divisor by_wide_, by_tile_words_;
};

} // namespace neel::update
