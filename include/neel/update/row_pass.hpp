// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several synchronous steps in one pass over memory, without scratch memory or barriers. Rows stream by; of each time level
// the last two rows are kept, so that a new row of level t yields the row before it of level t + 1, and so on, at once. A
// block of rows needs as many rows more at either end as there are steps; their results are thrown away.
//
// Device: a thread keeps a window of words in registers, with a word more on either side than it writes: the neighbours'
// cells there go wrong from outside, one cell per step. Host: a window is a whole row, in a cache.

#include <neel/update/synchronous_sweep.hpp>

namespace neel::update {

/// `Steps` steps of packed boards, the device's windows `Useful` words wide.
template <class Rule, ExecutionSpace Exec, int Steps, int Useful>
class RowPass {
public:
  using Word = std::uint32_t;
  using Cells = lattice::BoardCells<Word>;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;
  /// Twelve warps at once on a processor of a device: with a few registers more there would be eight.
  using Policy = std::conditional_t<runs_on_host<Exec>, Kokkos::TeamPolicy<Exec>,
                                    Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>, Kokkos::LaunchBounds<64, 6>>>;
  /// Of the 64 warps that a processor of a device can have, those that its registers let be there at once.
  static constexpr double part_at_once = (Steps <= 2 ? 16.0 : 12.0) / 64;
  static constexpr const char* label = "neel::update::row_pass";
  static_assert(Steps <= Cells::cells && Useful % 4 == 0);

  /// `rows`: a block's, even.
  RowPass(const Cells& from, const Cells& to, int boards, int rows)
      : from_(from), to_(to.data), boards_(boards), rows_(rows), blocks_((from.rows() + rows - 1) / rows),
        columns_((from.words + Useful - 1) / Useful) {}

  Policy policy(const Exec& exec) const {
    if constexpr (runs_on_host<Exec>) {
      return Policy(exec, boards_ * blocks_, 1).set_scratch_size(1, Kokkos::PerTeam(3 * Steps * row_bytes()));
    } else {
      return Policy(exec, 0, boards_ * blocks_ * columns_);
    }
  }
  void launch(const Exec& exec) const { Kokkos::parallel_for(label, policy(exec), *this); }

  /// Host: a block of whole rows. Row `k` of level l lies l rows further down on the board than row k of level 0.
  void operator()(const Team& team) const {
    auto* const kept = static_cast<std::byte*>(team.team_scratch(1).get_shmem(3 * Steps * row_bytes()));
    const int board = team.league_rank() / blocks_;
    const int first = from_.begin + (team.league_rank() - board * blocks_) * rows_;
    const int rows = Kokkos::min(rows_, from_.end - first);
    const auto row = [&](int level, int k) -> Word* {
      return level == 0 ? from_.periodic_row(board, first - Steps + k)
                        : reinterpret_cast<Word*>(kept + (3 * (level - 1) + k % 3) * row_bytes());
    };
    for (int k = 0; k < rows + 2 * Steps; ++k) {
      for (int level = 1; level <= Steps && k >= 2 * level; ++level) {
        next_row<Rule>(from_, row(level - 1, k - 2), row(level - 1, k - 1), row(level - 1, k),
                       level == Steps ? to().row(board, first + k - 2 * Steps) : row(level, k));
      }
    }
  }

  /// Device: a window on a block of rows.
  KOKKOS_FUNCTION void operator()(int index) const {
    const int block = index / columns_, board = block / blocks_;
    const int column = (index - block * columns_) * Useful, first = from_.begin + (block - board * blocks_) * rows_;
    Word a[Steps][window] = {}, b[Steps][window] = {};
    for (int k = 0; k < rows_ + 2 * Steps; k += 2) {
      advance(board, column, first, k, a, b);
      advance(board, column, first, k + 1, b, a);
    }
  }

private:
  static constexpr int window = Useful + 2;
  struct alignas(16) FourWords {
    Word word[4];
  };

  NEEL_FUNCTION Cells to() const { return from_.at(to_); }
  int row_bytes() const { return (from_.words + 15) / 16 * 64; }

  /// Takes in row `k`. Of each level `older` and `newer` are the last two rows; then `older` is the newest.
  NEEL_FUNCTION void advance(int board, int column, int first, int k, Word (&older)[Steps][window],
                             const Word (&newer)[Steps][window]) const {
    Word now[window];
    load(from_.periodic_row(board, first - Steps + k), column, now);
    for (int level = 0; level < Steps; ++level) {
      Word next[window];
      for (int j = 0; j < window; ++j) {
        const Word self = newer[level][j];
        next[j] = Rule::update(self, Cells::left(self, j > 0 ? newer[level][j - 1] : 0),
                               Cells::right(self, j + 1 < window ? newer[level][j + 1] : 0), older[level][j], now[j]);
      }
      for (int j = 0; j < window; ++j) {
        older[level][j] = now[j];
        now[j] = next[j];
      }
    }
    const int y = first + k - 2 * Steps;
    if (k >= 2 * Steps && y < from_.end) {
      store(to().row(board, y), column, now);
    }
  }

  NEEL_FUNCTION Word word(const Word* row, int w) const {
    return w >= 0 && w + 1 < from_.words ? row[w] : from_.from(row, w * Cells::cells);
  }

  NEEL_FUNCTION void load(const Word* row, int column, Word (&now)[window]) const {
    now[0] = word(row, column - 1);
    if (column + Useful < from_.words) {
      for (int j = 0; j < Useful; j += 4) {
        const FourWords four = *reinterpret_cast<const FourWords*>(row + column + j);
        for (int i = 0; i < 4; ++i) {
          now[1 + j + i] = four.word[i];
        }
      }
    } else {
      for (int j = 0; j < Useful; ++j) {
        now[1 + j] = word(row, column + j);
      }
    }
    now[window - 1] = word(row, column + Useful);
  }

  NEEL_FUNCTION void store(Word* row, int column, const Word (&now)[window]) const {
    if (column + Useful < from_.words) {
      for (int j = 0; j < Useful; j += 4) {
        *reinterpret_cast<FourWords*>(row + column + j) = {{now[1 + j], now[2 + j], now[3 + j], now[4 + j]}};
      }
    } else {
      for (int j = 0; j < Useful; ++j) {
        if (column + j < from_.words) {
          row[column + j] = now[1 + j] & from_.valid(column + j);
        }
      }
    }
  }

  Cells from_;
  Word* to_;
  int boards_, rows_, blocks_, columns_;
};

} // namespace neel::update
