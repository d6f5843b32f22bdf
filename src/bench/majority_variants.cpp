// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "bench/variants.hpp"
#include "files/checksum.hpp"

#include <neel/core/backend/cooperative.hpp>
#include <neel/core/backend/side_stream.hpp>
#include <neel/measure/board_sums.hpp>
#include <neel/models/board_start.hpp>
#include <neel/models/majority.hpp>
#include <neel/update/synchronous_sweep.hpp>

#include <array>

namespace neel::bench {

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Cells = lattice::BoardCells<std::uint8_t>;
using Boards = lattice::Boards<std::uint8_t, Exec>;
using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>;

NEEL_FUNCTION void step_cell(const Cells& from, std::uint8_t* to, int x, int y) {
  from.at(to).row(0, y)[x] = update::next_word<models::Majority>(from, from.periodic_row(0, y - 1), from.row(0, y),
                                                                 from.periodic_row(0, y + 1), x);
}

/// A thread steps a square of side x side cells.
struct SquareStep {
  Cells from;
  std::uint8_t* to;
  int side, squares; ///< in a row

  KOKKOS_FUNCTION void operator()(int index) const {
    const int row = index / squares, y0 = row * side, x0 = (index - row * squares) * side;
    for (int y = y0; y < Kokkos::min(y0 + side, from.height); ++y) {
      for (int x = x0; x < Kokkos::min(x0 + side, from.width); ++x) {
        step_cell(from, to, x, y);
      }
    }
  }
};

/// Several steps by threads that wait for all others after each.
struct PersistentSteps {
  Cells from;
  std::uint8_t* to;
  int steps;

  int threads(int at_once) const { return Kokkos::min(at_once, from.width * from.height); }
  KOKKOS_FUNCTION void operator()(GridThread t) const {
    Cells now = from;
    std::uint8_t* next = to;
    for (int step = 0; step < steps; ++step) {
      for (int k = t.rank(); k < from.width * from.height; k += t.size()) {
        const int y = k / from.width;
        step_cell(now, next, k - y * from.width, y);
      }
      std::uint8_t* const old = now.data;
      now = now.at(next);
      next = old;
      t.arrive();
      t.wait();
    }
  }
};

/// Adds the cells dx and dy further on to those that are set of five.
struct AddCells {
  Cells from;
  int* sums;
  int dx, dy;

  KOKKOS_FUNCTION void operator()(int index) const {
    const int y = index / from.width, x = index - y * from.width;
    if (from.from(from.periodic_row(0, y + dy), x + dx) != 0) {
      Kokkos::atomic_inc(&sums[index]);
    }
  }
};

/// The majority of five, whose sums are zero then.
struct TakeSums {
  Cells to;
  int* sums;

  KOKKOS_FUNCTION void operator()(int index) const {
    const int y = index / to.width;
    to.row(0, y)[index - y * to.width] = sums[index] >= 3 ? 1 : 0;
    sums[index] = 0;
  }
};

/// A board and what becomes of it, as `neel run` would start it.
class Board {
public:
  explicit Board(int n) : boards_{Boards(n, n, 1), Boards(n, n, 1)} {
    models::RandomBoards<std::uint8_t, Exec>(boards_[0], 0.5, 1).launch(exec_);
  }
  const Exec& exec() const { return exec_; }
  Cells now() const { return boards_[now_].cells(); }
  std::uint8_t* next() const { return boards_[1 - now_].data.data(); }
  void swap() { now_ = 1 - now_; }
  int cells() const { return boards_[0].width * boards_[0].height; }
  /// As MajoritySimulation has it of one board.
  std::string hash() const {
    const auto sums = measure::board_sums(exec_, boards_[now_], boards_[now_]);
    return files::hex(sums(0, measure::BoardSums<std::uint8_t, Exec>::hash));
  }

private:
  Exec exec_;
  std::array<Boards, 2> boards_;
  std::size_t now_ = 0;
};

/// Times steps(count) of a board.
void time(Bench& bench, Board& board, const Labels& labels, const std::function<void(int)>& steps) {
  const double n = board.now().width;
  bench.time(Work{labels, "updates", n * n, 2 * n * n,
                  [&](std::int64_t count) {
                    steps(static_cast<int>(count));
                    Kokkos::fence("neel::bench::board");
                  },
                  [&] { return board.hash(); }, first_sweeps});
}

Labels labels_of(int n, const Labels& way) {
  Labels all{{"n", std::to_string(n)}, {"as", "bytes"}};
  all.insert(all.end(), way.begin(), way.end());
  return all;
}

void time_squares(Bench& bench, int n, int side) {
  const Labels labels = labels_of(n, {{"by", "squares"}, {"b", std::to_string(side)}});
  if (!bench.wanted(labels)) {
    return;
  }
  Board board(n);
  const int squares = (n + side - 1) / side;
  time(bench, board, labels, [&](int steps) {
    for (int s = 0; s < steps; ++s) {
      Kokkos::parallel_for("neel::bench::square_step", Range(board.exec(), 0, squares * squares),
                           SquareStep{board.now(), board.next(), side, squares});
      board.swap();
    }
  });
}

/// Where such a launch can be had.
void time_together(Bench& bench, int n) {
  const Labels labels = labels_of(n, {{"by", "together"}});
  if constexpr (launches_cooperatively<Exec>) {
    if (!bench.wanted(labels)) {
      return;
    }
    Board board(n);
    const Kokkos::View<BarrierCount, Exec::memory_space> arrived("neel::bench::arrived");
    if (!launch_cooperative(board.exec(), PersistentSteps{board.now(), board.next(), 0}, arrived.data())) {
      return;
    }
    time(bench, board, labels, [&](int steps) {
      launch_cooperative(board.exec(), PersistentSteps{board.now(), board.next(), steps}, arrived.data());
      for (int s = 0; s < steps; ++s) {
        board.swap();
      }
    });
  }
}

void time_streams(Bench& bench, int n) {
  const Labels labels = labels_of(n, {{"by", "streams"}});
  if (!bench.wanted(labels)) {
    return;
  }
  Board board(n);
  const Kokkos::View<int*, Exec::memory_space> sums("neel::bench::sums", static_cast<std::size_t>(n) * n);
  const std::array<SideStream<Exec>, 5> sides;
  constexpr int steps_to[5][2] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
  time(bench, board, labels, [&](int steps) {
    for (int s = 0; s < steps; ++s) {
      for (std::size_t k = 0; k < sides.size(); ++k) {
        sides[k].after(board.exec());
        Kokkos::parallel_for("neel::bench::add_cells", Range(sides[k].instance(), 0, board.cells()),
                             AddCells{board.now(), sums.data(), steps_to[k][0], steps_to[k][1]});
      }
      for (const SideStream<Exec>& side : sides) {
        side.before(board.exec());
      }
      Kokkos::parallel_for("neel::bench::take_sums", Range(board.exec(), 0, board.cells()),
                           TakeSums{board.now().at(board.next()), sums.data()});
      board.swap();
    }
  });
}

} // namespace

void time_board_variants(Bench& bench, int n) {
  if (n < 3) {
    return;
  }
  for (const int side : {1, 2, 10}) {
    time_squares(bench, n, side);
  }
  time_together(bench, n);
  time_streams(bench, n);
}

} // namespace neel::bench
