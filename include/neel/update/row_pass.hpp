// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several synchronous steps in one pass over memory, without scratch memory or barriers. Rows stream by; of each time level
// the last two rows are kept, so that a new row of level t yields the row before it of level t + 1, and so on, at once. A
// block of rows needs as many rows more at either end as there are steps; their results are thrown away.
//
// Device: a lane (core/backend/lanes.hpp) keeps a few words of each row in registers, and has those beside them from the next lanes. A group of lanes
// is a strip of a block, with a lane more on either side than it writes: cells there go wrong from outside, one per step. Where a group
// has all of a row, it is closed to a ring instead. Host: a strip is a whole row, in a cache.

#include <neel/core/backend/lanes.hpp>
#include <neel/lattice/packed.hpp>
#include <neel/update/synchronous_sweep.hpp>

namespace neel::update {

/// Where there is such a pass; other devices can take tiles.
template <ExecutionSpace Exec>
inline constexpr bool has_row_pass = runs_on_host<Exec> || lanes<Exec> > 1;

/// `Steps` steps of packed boards.
template <class Rule, ExecutionSpace Exec, int Steps>
class RowPass {
public:
  using Word = std::uint32_t;
  using Cells = lattice::BoardCells<Word>;
  static constexpr int team_size = 64; ///< a device's
  /// Teams on a processor of a device, at least: with a few registers less they would keep some in memory.
  static constexpr int resident = Steps == 1 ? 16 : (Steps == 2 ? 12 : (Steps <= 4 ? 8 : 6));
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<team_size, resident>>;
  using Team = typename Policy::member_type;
  /// Of the 64 warps that a processor of a device can have, those that its registers let be there at once.
  static constexpr double part_at_once = resident * (team_size / 32) / 64.0;
  static constexpr const char* label = "neel::update::row_pass";
  static_assert(Steps <= Cells::cells);
  static_assert(has_row_pass<Exec>);

  /// `rows`: a block's, even.
  RowPass(const Cells& from, const Cells& to, int boards, int rows)
      : from_(from), to_(to.data), rows_(rows), blocks_((from.rows() + rows - 1) / rows), strips_(from),
        units_(boards * blocks_ * strips_.count) {}
  /// Lanes that a block of rows keeps busy, of a device.
  static int lanes_of_block(const Cells& from) {
    const Strips strips(from);
    return lanes<Exec> / strips.groups * strips.count;
  }

  Policy policy(const Exec& exec) const {
    static_assert(!runs_on_host<Exec>);
    const int of_team = strips_.groups * (team_size / lanes<Exec>);
    return Policy(exec, (units_ + of_team - 1) / of_team, team_size);
  }
  void launch(const Exec& exec) const { launch_pass(exec, *this); }
  /// Host: blocks, as a round of this thread and others.
  void phase(PhaseScheduler::Thread& thread) const {
    std::byte* const kept = thread.scratch(static_cast<std::size_t>(3 * Steps * row_bytes()));
    thread.phase(units_, [&](std::int64_t unit) { whole_rows(static_cast<int>(unit), kept); });
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    constexpr int warp = lanes<Exec>;
    strip(team.league_rank() * (team_size / warp) + team.team_rank() / warp, team.team_rank() % warp);
  }

private:
  static constexpr int width = 4; ///< words of a lane
  using Words = lattice::Packed<Word, width>;

  /// How a device's lanes share a row.
  struct Strips {
    bool even = false, ring = false; ///< a row is made of whole lanes' words; they are closed to a ring
    int count = 1;                   ///< strips of a row
    int useful = 1;                  ///< lanes that write, of a strip
    int group = 1, groups = 1;       ///< lanes of a strip, and strips that so many lanes as can be in one have room for

    explicit Strips(const Cells& c) {
      if constexpr (!runs_on_host<Exec>) {
        const int all = (c.words + width - 1) / width;
        even = c.width % (Cells::cells * width) == 0;
        ring = even && all <= lanes<Exec>;
        count = ring ? 1 : (all + lanes<Exec> - 3) / (lanes<Exec> - 2);
        useful = (all + count - 1) / count;
        group = ring ? useful : useful + 2;
        groups = lanes<Exec> / group;
      }
    }
  };

  /// Host: a block of whole rows. Row `k` of level l lies l rows further down on the board than row k of level 0.
  [[gnu::noinline]] void whole_rows(int unit, std::byte* kept) const {
    const int board = unit / blocks_;
    const int first = from_.begin + (unit - board * blocks_) * rows_;
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
  Cells to() const { return from_.at(to_); }
  int row_bytes() const { return (from_.words + 15) / 16 * 64; }

  /// A lane's words of a strip of a block of rows.
  struct Lane {
    int board, first;   ///< row of the block
    int left, right;    ///< lanes
    int column, from;   ///< the first word; and from which one, or from which cell if not whole, it is loaded
    bool reads, writes; ///< what is on the board; what is its own
    bool whole;         ///< all of its words are made of cells, and follow one another in memory
  };
  NEEL_FUNCTION Lane lane(int warp, int lane) const {
    const Strips& s = strips_;
    const int group = lane / s.group, j = lane - group * s.group, ends = s.ring ? 0 : 1;
    const int unit = warp * s.groups + group, block = unit / s.count;
    const bool exists = group < s.groups && unit < units_;
    Lane at;
    at.board = exists ? block / blocks_ : 0;
    at.first = from_.begin + (exists ? block - at.board * blocks_ : 0) * rows_;
    at.left = j > 0 ? lane - 1 : (s.ring ? lane + s.group - 1 : lane);
    at.right = j < s.group - 1 ? lane + 1 : (s.ring ? lane - j : lane);
    at.column = ((unit - block * s.count) * s.useful + j - ends) * width;
    at.from = at.column;
    if (s.even) {
      at.from += at.column < 0 ? from_.words : (at.column >= from_.words ? -from_.words : 0);
    }
    at.whole = s.even || (at.column >= 0 && at.column + width < from_.words);
    if (!at.whole) {
      at.from = at.column * Cells::cells % from_.width;
      at.from += at.from < 0 ? from_.width : 0;
    }
    at.reads = exists && at.column < from_.words + width;
    at.writes = exists && j >= ends && j < s.group - ends && at.column < from_.words;
    return at;
  }

  /// Device: two rows are on their way from memory while another one moves on.
  NEEL_FUNCTION void strip(int warp, int number) const {
    const Lane at = lane(warp, number);
    const int last = rows_ + 2 * Steps - 1;
    Words a[Steps] = {}, b[Steps] = {}, even = row(at, 0), odd = row(at, 1);
    for (int k = 0; k < last; k += 2) {
      Words now = even;
      even = row(at, Kokkos::min(k + 2, last));
      advance(at, k, a, b, now);
      now = odd;
      odd = row(at, Kokkos::min(k + 3, last));
      advance(at, k + 1, b, a, now);
    }
  }

  /// Takes in row `k`, which is `now`. Of each level `older` and `newer` are the last two rows; then `older` is the newest.
  NEEL_FUNCTION void advance(const Lane& at, int k, Words (&older)[Steps], const Words (&newer)[Steps],
                             Words now) const {
    for (int level = 0; level < Steps; ++level) {
      const Words& row = newer[level];
      const Word before = of_lane(row.at[width - 1], at.left), after = of_lane(row.at[0], at.right);
      Words next;
      for (int j = 0; j < width; ++j) {
        next.at[j] = Rule::update(row.at[j], Cells::left(row.at[j], j > 0 ? row.at[j > 0 ? j - 1 : 0] : before),
                                  Cells::right(row.at[j], j + 1 < width ? row.at[j + 1 < width ? j + 1 : 0] : after),
                                  older[level].at[j], now.at[j]);
      }
      older[level] = now;
      now = next;
    }
    const int y = at.first + k - 2 * Steps;
    if (k >= 2 * Steps && y < from_.end && at.writes) {
      Word* const row = from_.at(to_).row(at.board, y) + at.column;
      if (at.whole) {
        *reinterpret_cast<Words*>(row) = now;
      } else {
        for (int j = 0; j < width && at.column + j < from_.words; ++j) {
          row[j] = now.at[j] & from_.valid(at.column + j);
        }
      }
    }
  }

  /// Row `k` of the block.
  NEEL_FUNCTION Words row(const Lane& at, int k) const {
    Words words = {};
    if (at.reads) {
      const Word* const row = from_.periodic_row(at.board, at.first - Steps + k);
      if (at.whole) {
        words = *reinterpret_cast<const Words*>(row + at.from);
      } else {
        int cell = at.from;
        for (int j = 0; j < width; ++j) {
          words.at[j] = from_.from(row, cell);
          cell += Cells::cells;
          cell -= cell < from_.width ? 0 : from_.width;
        }
      }
    }
    return words;
  }

  Cells from_;
  Word* to_;
  int rows_, blocks_;
  Strips strips_;
  int units_; ///< strips in all
};

} // namespace neel::update
