// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What can be counted on boards, and their hash, in one pass.

#include <neel/core/copy.hpp>
#include <neel/lattice/board.hpp>
#include <neel/measure/hash.hpp>

namespace neel::measure {

/// Of each board: cells of state 1; walls, the pairs of neighbours that differ; cells that differ from another board (such as
/// the one before); and the hash, a sum over words of 32 cells of the scrambled (y, word, cells), the same for cells kept as
/// bytes. Integers, so that the order of addition does not matter.
template <lattice::BoardWord Word, ExecutionSpace Exec>
class BoardSums {
public:
  enum Sum : int { ones, walls, changed, hash, sums };
  using Cells = lattice::BoardCells<Word>;
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;
  using Result = Kokkos::View<std::uint64_t* [sums], Kokkos::LayoutRight, typename Exec::memory_space>;

  /// `result` must be zero.
  BoardSums(const Cells& boards, const Cells& others, const Result& result)
      : boards_(boards), others_(others), result_(result), chunks_((boards.rows() + chunk - 1) / chunk) {}

  void launch(const Exec& exec) const {
    Kokkos::parallel_for(
        "neel::measure::board_sums",
        Kokkos::TeamPolicy<Exec>(exec, static_cast<int>(result_.extent(0)) * chunks_, runs_on_host<Exec> ? 1 : 256),
        *this);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int board = team.league_rank() / chunks_;
    const int first = boards_.begin + (team.league_rank() - board * chunks_) * chunk;
    const int words = (boards_.width + 31) / 32, rows = Kokkos::min(int{chunk}, boards_.end - first);
    std::uint64_t sum[sums] = {};
    for (int k = team.team_rank(); k < rows * words; k += team.team_size()) {
      const int y = first + k / words;
      add(board, y, k - (y - first) * words, sum);
    }
    for (int s = 0; s < sums; ++s) {
      team.team_reduce(Kokkos::Sum<std::uint64_t>(sum[s]));
      Kokkos::single(Kokkos::PerTeam(team), [&]() { Kokkos::atomic_add(&result_(board, s), sum[s]); });
    }
  }

private:
  static constexpr int chunk = 16; ///< rows of a team

  NEEL_FUNCTION void add(int board, int y, int w, std::uint64_t (&sum)[sums]) const {
    const Word* const row = boards_.row(board, y);
    const int beyond = 32 * w + 32 - boards_.width;
    const std::uint32_t mask = ~std::uint32_t{0} >> (beyond > 0 ? beyond : 0);
    const std::uint32_t self = boards_.word_from(row, 32 * w) & mask;
    const std::uint32_t right = boards_.word_from(row, 32 * w + 1) & mask;
    const std::uint32_t up = boards_.word_from(boards_.periodic_row(board, y + 1), 32 * w) & mask;
    const std::uint32_t other = others_.word_from(others_.row(board, y), 32 * w) & mask;
    sum[ones] += count(self);
    sum[walls] += count(self ^ right) + count(self ^ up);
    sum[changed] += count(self ^ other);
    const auto number = static_cast<std::uint32_t>(y + boards_.shift);
    sum[hash] += scramble(scramble(std::uint64_t{number} << 32 | static_cast<std::uint32_t>(w)) + self);
  }
  static NEEL_FUNCTION std::uint64_t count(std::uint32_t word) {
    return static_cast<std::uint64_t>(Kokkos::Experimental::popcount_builtin(word));
  }

  Cells boards_, others_;
  Result result_;
  int chunks_;
};

/// The sums of `boards` on the host, (board, sum).
template <lattice::BoardWord Word, ExecutionSpace Exec>
auto board_sums(const Exec& exec, const lattice::Boards<Word, Exec>& boards,
                const lattice::Boards<Word, Exec>& others) {
  const typename BoardSums<Word, Exec>::Result result("neel::measure::board_sums",
                                                      static_cast<std::size_t>(boards.count));
  BoardSums<Word, Exec>(boards.cells(), others.cells(), result).launch(exec);
  exec.fence("neel::measure::board_sums");
  return on_host(result);
}

} // namespace neel::measure
