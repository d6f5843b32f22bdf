// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Items that threads of a host share: each is taken once in a phase, and a phase begins when the one before is done.
#include <neel/update/work_stealing.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <thread>
#include <vector>

using namespace neel;
using update::WorkStealing, update::PhaseScheduler;

TEST_CASE("each task is taken once in a phase, by whoever has none left of its own", "[update]") {
  for (const auto& [tasks, threads, edge] :
       {std::array{100, 7, 2}, {5, 5, 1}, {3, 8, 4}, {17, 1, 3}, {64, 2, 0}, {1000, 3, 0}, {1000, 2, 5}}) {
    INFO(tasks << " tasks, " << threads << " threads");
    WorkStealing shares(threads, edge);
    std::vector<int> taken(static_cast<std::size_t>(tasks));
    const auto come = [&](int thread, std::uint64_t phase, int count) {
      std::vector<std::int64_t> found;
      shares.with(thread, phase, count, [&](std::int64_t task) {
        ++taken[static_cast<std::size_t>(task)];
        found.push_back(task);
      });
      return found;
    };
    const auto times = [&](int n) { return std::ranges::all_of(taken, [&](int t) { return t == n; }); };
    constexpr std::uint64_t far = (std::uint64_t{1} << 31) - 1, last = 2 * far + 3;
    int phases = 0;
    for (const std::uint64_t phase : {std::uint64_t{0}, far, 2 * far, last - 1, last}) { // low 32 bits begin again
      CHECK(come(0, phase, tasks).size() == static_cast<std::size_t>(tasks));            // the others never came
      for (int thread = 1; thread < threads; ++thread) {
        CHECK(come(thread, phase, tasks).empty());
      }
      CHECK(times(++phases));
    }
    const std::vector<std::int64_t> all = come(threads - 1, last + 1, tasks); // its own before others'
    CHECK(std::all_of(all.begin(), all.begin() + tasks / threads,
                      [&](std::int64_t task) { return task >= std::int64_t{tasks} * (threads - 1) / threads; }));
    CHECK(come(0, last + 2, 2) == std::vector<std::int64_t>{0, 1}); // another number of them
    CHECK(come(0, last + 3, 0).empty());
    --taken[0], --taken[1];
    CHECK(times(phases + 1));
  }
}

TEST_CASE("a phase begins when all tasks of the one before are done", "[update][alone]") {
  constexpr int cells = 97, times = 300;
  using Cells = std::vector<std::uint32_t>;
  // Each cell from two of the array before; now and then one task changes what is next, or there is none.
  const auto steps = [](Cells& a, Cells& b, int first, const auto& phase) {
    std::uint32_t *now = a.data(), *next = b.data();
    for (int n = first; n < first + times; ++n) {
      phase(cells,
            [&](std::int64_t i) { next[i] = 3 * now[i] + now[(i + 1) % cells] + static_cast<std::uint32_t>(n); });
      std::swap(now, next);
      if (n % 5 == 0) {
        phase(1, [&](std::int64_t /*task*/) { now[0] += now[cells - 1]; });
      }
      if (n % 7 == 0) {
        phase(0, [&](std::int64_t /*task*/) { now[1] = 0; });
      }
    }
  };
  Cells expected(cells, 1), other(cells);
  for (const int launch : {0, 1, 2}) {
    steps(expected, other, launch * times, [](int count, const auto& use) {
      for (int i = 0; i < count; ++i) {
        use(i);
      }
    });
  }
  for (const int threads : {1, 2, 3, 8}) {
    INFO(threads << " threads");
    PhaseScheduler phases(threads);
    Cells a(cells, 1), b(cells);
    for (const int launch : {0, 1, 2}) {
      const auto run = [&](int number) {
        phases.run(number, [&](PhaseScheduler::Thread& thread) {
          steps(a, b, launch * times, [&](int count, const auto& use) { thread.phase(count, use); });
        });
      };
      if (launch == 1) { // one after another
        for (int number = threads - 1; number >= 0; --number) {
          run(number);
        }
      } else {
        std::vector<std::jthread> running;
        for (int number = 0; number < threads; ++number) {
          running.emplace_back(run, number);
        }
      }
      phases.finish();
    }
    CHECK(a == expected);
  }
}

TEST_CASE("a thread has memory of its own in all phases", "[update]") {
  PhaseScheduler phases(2);
  std::byte *first[2] = {}, *again[2] = {}, *larger[2] = {};
  for (const int number : {0, 1}) {
    phases.run(number, [&](PhaseScheduler::Thread& thread) {
      first[number] = thread.scratch(1000);
      std::fill_n(first[number], 1000, static_cast<std::byte>(number + 1));
      again[number] = thread.scratch(500);
    });
  }
  for (const int number : {0, 1}) {
    CHECK(again[number] == first[number]);
    CHECK(std::all_of(first[number], first[number] + 1000, [&](std::byte b) { return b == std::byte(number + 1); }));
    CHECK(reinterpret_cast<std::uintptr_t>(first[number]) % 64 == 0);
    phases.run(number, [&](PhaseScheduler::Thread& thread) { larger[number] = thread.scratch(100000); });
    std::fill_n(larger[number], 100000, std::byte{9});
  }
  CHECK(larger[0] != larger[1]);
}

TEST_CASE("tasks are so many that each thread has some, and no smaller than they need be", "[update]") {
  CHECK(update::task_size(1 << 20, 1, 16, 128) == 128);
  CHECK(update::task_size(1 << 20, 16, 16, 128) == 128);
  CHECK(update::task_size(1024, 1, 16, 128) == 128);
  CHECK(update::task_size(1024, 4, 16, 128) == 64);
  CHECK(update::task_size(1024, 5, 16, 128) == 48);
  CHECK(update::task_size(1024, 64, 16, 128) == 16);
  CHECK(update::task_size(3, 2, 16, 128) == 16);
}
