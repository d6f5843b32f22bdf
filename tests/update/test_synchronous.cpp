// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Every way to step a majority automaton against one int per cell and sums of five.
#include "testing/spaces.hpp"

#include <neel/models/majority.hpp>
#include <neel/random/philox.hpp>
#include <neel/update/launch_graph.hpp>
#include <neel/update/row_pass.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <functional>
#include <vector>

using namespace neel;

namespace {

using Plain = std::vector<int>; ///< 0 or 1: board, y, x

struct Shape {
  int width, height, boards;
};
constexpr Shape shapes[] = {{3, 3, 2},    {5, 4, 3},     {31, 7, 1},   {32, 9, 2},   {33, 33, 1},   {64, 5, 2},
                            {95, 40, 1},  {100, 100, 1}, {257, 66, 1}, {512, 70, 2}, {1000, 37, 1}, {3840, 3, 1},
                            {3900, 4, 1}, {4096, 6, 2},  {4224, 5, 1}, {128, 5, 3},  {7808, 3, 1},  {7700, 3, 1}};

Plain random_cells(const Shape& s, std::uint64_t seed) {
  Plain cells(static_cast<std::size_t>(s.width) * static_cast<std::size_t>(s.height * s.boards));
  for (std::size_t k = 0; k < cells.size(); ++k) {
    cells[k] =
        static_cast<int>(random::Stream(seed, random::Purpose::start, 0, 0)(static_cast<std::uint32_t>(k)).a >> 31);
  }
  return cells;
}

Plain plain_step(const Shape& s, const Plain& now) {
  Plain next(now.size());
  const auto at = [&](int b, int y, int x) {
    return static_cast<std::size_t>((b * s.height + (y + s.height) % s.height) * s.width + (x + s.width) % s.width);
  };
  for (int b = 0; b < s.boards; ++b) {
    for (int y = 0; y < s.height; ++y) {
      for (int x = 0; x < s.width; ++x) {
        const int sum = now[at(b, y, x)] + now[at(b, y, x - 1)] + now[at(b, y, x + 1)] + now[at(b, y - 1, x)] +
                        now[at(b, y + 1, x)];
        next[at(b, y, x)] = 2 * sum - 5 > 0 ? 1 : 0; // the sign of the sum of five spins
      }
    }
  }
  return next;
}

template <class Word, class Exec>
lattice::Boards<Word, Exec> to_boards(const Shape& s, const Plain& cells) {
  lattice::Boards<Word, Exec> boards(s.width, s.height, s.boards);
  const auto host = Kokkos::create_mirror_view(boards.data);
  constexpr int per_word = lattice::BoardCells<Word>::cells;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const auto x = static_cast<int>(k) % s.width, row = static_cast<int>(k) / s.width;
    host(row / s.height, row % s.height, x / per_word) |= static_cast<Word>(cells[k] << (x % per_word));
  }
  Kokkos::deep_copy(boards.data, host);
  return boards;
}

/// The cells; a word whose bits beyond the width are not zero shows as a cell of 2.
template <class Word, class Exec>
Plain to_cells(const lattice::Boards<Word, Exec>& boards) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), boards.data);
  constexpr int per_word = lattice::BoardCells<Word>::cells;
  Plain cells;
  for (int row = 0; row < boards.count * boards.height; ++row) {
    for (int x = 0; x < boards.words() * per_word; ++x) {
      const int bit = host(row / boards.height, row % boards.height, x / per_word) >> (x % per_word) & 1;
      if (x < boards.width) {
        cells.push_back(bit);
      } else if (bit != 0) {
        cells.back() = 2;
      }
    }
  }
  return cells;
}

/// Makes `count` steps, in passes of `steps` or fewer.
template <class Word, class Exec, class Pass>
Plain stepped(const Shape& s, const Plain& start, int count, int steps, const Pass& pass) {
  auto now = to_boards<Word, Exec>(s, start);
  lattice::Boards<Word, Exec> next(s.width, s.height, s.boards);
  for (int done = 0; done < count;) {
    const int some = std::min(steps, count - done);
    pass(now.cells(), next.cells(), some);
    Kokkos::fence("neel::testing::stepped");
    std::swap(now, next);
    done += some;
  }
  return to_cells(now);
}

/// By rows in blocks of so many, in two halves of the board if it has them.
template <class Exec, int Steps>
void row_pass(const lattice::BoardCells<std::uint32_t>& from, const lattice::BoardCells<std::uint32_t>& to, int boards,
              int rows, bool halves) {
  if constexpr (update::has_row_pass<Exec>) {
    const int middle = halves ? from.begin + from.rows() / 2 : from.end;
    for (const auto& [begin, end] : {std::pair(from.begin, middle), std::pair(middle, from.end)}) {
      if (begin < end) {
        update::RowPass<models::Majority, Exec, Steps>(from.of_rows(begin, end), to.of_rows(begin, end), boards, rows)
            .launch(Exec());
      }
    }
  } else {
    update::TileSteps<models::Majority, std::uint32_t, Exec>(from, to, boards, Steps, 4, 16).launch(Exec());
  }
}

template <class Exec>
void any_row_pass(const lattice::BoardCells<std::uint32_t>& from, const lattice::BoardCells<std::uint32_t>& to,
                  int boards, int steps) {
  switch (steps) {
  case 1:
    return row_pass<Exec, 1>(from, to, boards, 16, false);
  case 2:
    return row_pass<Exec, 2>(from, to, boards, 2, true);
  case 4:
    return row_pass<Exec, 4>(from, to, boards, 32, true);
  case 8:
    return row_pass<Exec, 8>(from, to, boards, 10, false);
  default:
    FAIL("no such pass");
  }
}

} // namespace

TEMPLATE_LIST_TEST_CASE("majority: every way to step gives the same boards", "[majority][alone]", testing::Spaces) {
  using Exec = TestType;
  using models::Majority;
  using Host = Kokkos::DefaultHostExecutionSpace;
  for (const Shape& s : shapes) {
    const Plain start = random_cells(s, 17);
    Plain expected = start;
    int done = 0;
    for (const int count : {1, 2, 17, 100}) {
      for (; done < count; ++done) {
        expected = plain_step(s, expected);
      }
      CAPTURE(s.width, s.height, s.boards, count);
      const auto words = [&](auto word) {
        using Word = decltype(word);
        using Cells = lattice::BoardCells<Word>;
        CHECK(stepped<Word, Host>(s, start, count, 1, [&](const Cells& from, const Cells& to, int) {
                update::SequentialStep<Majority, Word, Host>(from, to, s.boards).launch(Host());
              }) == expected);
        for (const int rows : {1, 4, 100}) {
          CHECK(stepped<Word, Exec>(s, start, count, 1, [&](const Cells& from, const Cells& to, int) {
                  update::SiteStep<Majority, Word, Exec>(from, to, s.boards, rows).launch(Exec());
                }) == expected);
        }
        for (const int steps : {1, 3, 16}) {
          CHECK(stepped<Word, Exec>(s, start, count, steps, [&](const Cells& from, const Cells& to, int some) {
                  update::TileSteps<Majority, Word, Exec>(from, to, s.boards, some, sizeof(Word) == 1 ? 32 : 4, 16)
                      .launch(Exec());
                }) == expected);
        }
      };
      words(std::uint8_t{});
      words(std::uint32_t{});
      for (const int steps : {1, 2, 4, 8}) {
        CHECK(stepped<std::uint32_t, Exec>(s, start, count, steps, [&](const auto& from, const auto& to, int some) {
                any_row_pass<Exec>(from, to, s.boards, some);
              }) == expected);
      }
    }
  }
}

TEMPLATE_LIST_TEST_CASE("majority: a graph of passes makes the same steps", "[majority]", testing::Spaces) {
  using Exec = TestType;
  using models::Majority;
  using Bits = std::uint32_t;
  const Shape s{100, 64, 2};
  const Plain start = random_cells(s, 3);
  Plain expected = start;
  for (int k = 0; k < 3 * (1 + 4 + 8 + 1); ++k) {
    expected = plain_step(s, expected);
  }
  const auto now = to_boards<Bits, Exec>(s, start);
  const lattice::Boards<Bits, Exec> next(s.width, s.height, s.boards);
  const Exec exec;
  Kokkos::fence("neel::testing::graph");
  const auto each_pass = [&](const auto& use) {
    const auto from = now.cells(), to = next.cells();
    use(update::SiteStep<Majority, Bits, Exec>(from, to, s.boards, 4));
    use(update::TileSteps<Majority, Bits, Exec>(to, from, s.boards, 4, 2, 16));
    if constexpr (update::has_row_pass<Exec>) {
      use(update::RowPass<Majority, Exec, 8>(from, to, s.boards, 10));
      use(update::RowPass<Majority, Exec, 1>(to, from, s.boards, 16));
    } else {
      use(update::TileSteps<Majority, Bits, Exec>(from, to, s.boards, 8, 2, 16));
      use(update::TileSteps<Majority, Bits, Exec>(to, from, s.boards, 1, 2, 16));
    }
  };
  if constexpr (runs_on_host<Exec>) {
    update::PhaseScheduler rounds(exec.concurrency());
    for (int k = 0; k < 3; ++k) {
      rounds.launch(exec, "passes", [&](update::PhaseScheduler::Thread& thread) {
        each_pass([&](const auto& kernel) { kernel.phase(thread); });
      });
    }
  } else {
    const update::LaunchGraph<Exec> graph(
        exec, [&](auto& chain) { each_pass([&](const auto& kernel) { chain.add(kernel); }); });
    for (int k = 0; k < 3; ++k) {
      graph.submit(exec);
    }
    exec.fence("neel::testing::graph");
  }
  CHECK(to_cells(now) == expected);
}

TEMPLATE_LIST_TEST_CASE("majority: flip, translations and the symmetries of the square commute with a step",
                        "[majority]", testing::Spaces) {
  using Exec = TestType;
  using Cells = lattice::BoardCells<std::uint32_t>;
  const Shape s{75, 75, 1};
  const auto step = [&](const Plain& cells) {
    return stepped<std::uint32_t, Exec>(s, cells, 3, 1, [&](const Cells& from, const Cells& to, int) {
      update::SiteStep<models::Majority, std::uint32_t, Exec>(from, to, 1).launch(Exec());
    });
  };
  const int n = s.width;
  /// The cell of each place comes from another: map(x, y) = {x, y}.
  const auto moved = [&](const Plain& cells, const auto& map) {
    Plain result(cells.size());
    for (int y = 0; y < n; ++y) {
      for (int x = 0; x < n; ++x) {
        const auto [u, v] = map(x, y);
        result[static_cast<std::size_t>(y * n + x)] = cells[static_cast<std::size_t>(v % n * n + u % n)];
      }
    }
    return result;
  };
  const Plain start = random_cells(s, 5), end = step(start);
  Plain flipped = start, end_flipped = end;
  for (std::size_t k = 0; k < start.size(); ++k) {
    flipped[k] = 1 - start[k];
    end_flipped[k] = 1 - end[k];
  }
  CHECK(step(flipped) == end_flipped);
  const auto check = [&](const auto& map) { CHECK(step(moved(start, map)) == moved(end, map)); };
  check([](int x, int y) { return std::pair{x + 1, y}; });
  check([](int x, int y) { return std::pair{x + 31, y + 44}; });
  for (const bool mirrored : {false, true}) {
    for (int turns = 0; turns < 4; ++turns) {
      check([=](int x, int y) {
        std::pair at{mirrored ? n - 1 - x : x, y};
        for (int t = 0; t < turns; ++t) {
          at = {at.second, n - 1 - at.first};
        }
        return at;
      });
    }
  }
}
