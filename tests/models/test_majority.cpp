// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/majority/board_clusters.hpp"
#include "models/majority/engine.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <array>
#include <cmath>

using namespace neel::models;

namespace {

MajorityOptions square(int n, int boards) {
  MajorityOptions o;
  o.width = o.height = n;
  o.boards = boards;
  return o;
}

std::vector<std::uint64_t> hashes(MajorityEngine& a) {
  std::vector<std::uint64_t> all;
  for (const BoardCount& c : a.count()) {
    all.push_back(c.hash);
  }
  return all;
}

/// Of each board, the first step k whose board comes back at step k + 2.
std::vector<int> steps_to_period_two(MajorityEngine& a, std::size_t boards) {
  std::vector<std::vector<std::uint64_t>> seen{hashes(a)};
  std::vector<int> first(boards, -1);
  for (int step = 1; step < 200 && std::count(first.begin(), first.end(), -1) > 0; ++step) {
    a.step(1);
    seen.push_back(hashes(a));
    for (std::size_t b = 0; b < boards && step > 1; ++b) {
      const auto k = static_cast<std::size_t>(step - 2);
      if (first[b] < 0 && seen[k][b] == seen[k + 2][b]) {
        first[b] = step - 2;
      }
    }
  }
  return first;
}

} // namespace

TEST_CASE("majority: counts are those of the cells, however they are kept", "[majority]") {
  for (const int n : {3, 32, 77}) {
    MajorityOptions o = square(n, 2);
    o.height = n + 2;
    o.density = 0.4;
    const auto packed = make_majority(o);
    o.packed = false;
    o.strategy = "sites";
    const auto bytes = make_majority(o);
    for (const int steps : {0, 1, 3}) {
      const std::vector<std::uint8_t> before = packed->cells(1, {});
      packed->step(steps);
      bytes->step(steps);
      const std::vector<std::uint8_t> now = packed->cells(1, {});
      CHECK(bytes->cells(1, {}) == now);
      std::uint64_t ones = 0, walls = 0, changed = 0;
      for (int y = 0; y < o.height; ++y) {
        for (int x = 0; x < n; ++x) {
          const auto at = [&](int u, int v) { return now[static_cast<std::size_t>(v % o.height * n + u % n)]; };
          ones += at(x, y);
          walls += static_cast<std::uint64_t>((at(x, y) != at(x + 1, y)) + (at(x, y) != at(x, y + 1)));
          changed += at(x, y) != before[static_cast<std::size_t>(y * n + x)] ? 1 : 0;
        }
      }
      const BoardCount a = packed->count()[1], b = bytes->count()[1];
      CHECK((a.ones == ones && a.walls == walls));
      CHECK((b.ones == ones && b.walls == walls && b.hash == a.hash && b.changed == a.changed));
      if (steps == 1) {
        CHECK(a.changed == changed);
      }
    }
  }
}

// Two neighbours see each other and three cells more each. If both are +1 (probability 1/4), each next state is +1 with
// probability 7/8 independently, so that their product averages (3/4)^2; the same if both are -1; if they differ, each next
// state is the majority of three independent cells, and the product averages 0. Hence C(1, 0) = 1/2 (3/4)^2 = 9/32.
TEST_CASE("majority: neighbours correlate as they should after one step from random cells (3 sigma)", "[majority]") {
  const int n = 256, boards = 64;
  const auto a = make_majority(square(n, boards));
  a->step(1);
  double sum = 0, squares = 0;
  for (const BoardCount& c : a->count()) {
    const double correlation = 1 - 2.0 * static_cast<double>(c.walls) / (2.0 * n * n);
    sum += correlation;
    squares += correlation * correlation;
  }
  const double mean = sum / boards, error = std::sqrt((squares / boards - mean * mean) / (boards - 1));
  CAPTURE(mean, error);
  CHECK(std::abs(mean - 9.0 / 32) < 3 * error);
  CHECK(error < 1e-3);
}

TEST_CASE("majority: random boards repeat themselves after as many steps as are known", "[majority]") {
  for (const auto& [n, boards, least, most] : {std::array{1024, 16, 17, 32}, std::array{4096, 2, 24, 31}}) {
    const auto a = make_majority(square(n, boards));
    const std::vector<int> steps = steps_to_period_two(*a, static_cast<std::size_t>(boards));
    CAPTURE(n, steps);
    CHECK(*std::min_element(steps.begin(), steps.end()) >= least);
    CHECK(*std::max_element(steps.begin(), steps.end()) <= most);
  }
}

TEST_CASE("majority: cycles are found at the step at which they begin, and end the work", "[majority]") {
  for (const bool packed : {true, false}) {
    MajorityOptions o = square(40, 12);
    o.density = 0.4; // so that some boards come to rest
    const std::vector<int> expected = steps_to_period_two(*make_majority(o), 12);
    const auto plain = make_majority(o);
    plain->step(300);
    o.stop_at_cycle = true;
    o.packed = packed;
    o.strategy = "sites";
    auto a = make_majority(o);
    CHECK(a->cycles().front().period == 0);
    for (const int steps : {1, 4, 2, 291}) { // stops on the way
      a->step(steps);
      std::vector<neel::run::Array> saved = neel::run::completed(a->save());
      a = make_majority(o);
      a->load(saved);
    }
    a->step(2'000'000'000'000);
    const std::vector<Cycle> cycles = a->cycles();
    a->step(1);
    a->step(1);
    CHECK(hashes(*a) == hashes(*plain));
    a->step(1);
    plain->step(1);
    CHECK(hashes(*a) == hashes(*plain));
    const std::vector<BoardCount> last = plain->count();
    bool rests = false, blinks = false;
    for (std::size_t b = 0; b < cycles.size(); ++b) {
      CHECK(cycles[b].step == expected[b]);
      CHECK(cycles[b].period == (last[b].changed == 0 ? 1 : 2));
      rests |= cycles[b].period == 1;
      blinks |= cycles[b].period == 2;
    }
    CHECK((rests && blinks));
  }
}

TEST_CASE("majority: a board can be set", "[majority]") {
  for (const bool packed : {true, false}) {
    MajorityOptions o = square(75, 2);
    o.packed = packed;
    o.strategy = "sites";
    const auto a = make_majority(o), b = make_majority(o);
    b->set(0, a->cells(1, {}));
    b->set(1, a->cells(0, {}));
    CHECK(b->cells(0, {}) == a->cells(1, {}));
    CHECK(b->count()[0].hash == a->count()[1].hash);
    CHECK(b->count()[1].hash == a->count()[0].hash);
  }
}

TEST_CASE("majority: passes in a graph and passes one by one make the same boards", "[majority]") {
  for (const auto& [strategy, steps] : {std::pair{"rows", 4}, std::pair{"tiles", 3}, std::pair{"sites", 1}}) {
    MajorityOptions o = square(100, 2);
    o.strategy = strategy;
    o.steps = steps;
    const auto single = make_majority(o);
    o.graph = 4;
    const auto graph = make_majority(o);
    for (const int count : {1, 50, 33}) { // graphs from both of the two sets of boards
      single->step(count);
      graph->step(count);
      CHECK(hashes(*graph) == hashes(*single));
    }
  }
}

TEST_CASE("majority: clusters are those of a flood", "[majority]") {
  for (const auto& [width, height] : {std::array{3, 3}, std::array{17, 40}, std::array{64, 31}}) {
    for (const double density : {0.0, 0.2, 0.5, 0.6}) {
      MajorityOptions o = square(width, 1);
      o.height = height;
      o.density = density;
      const std::vector<std::uint8_t> cells = make_majority(o)->cells(0, {});
      std::vector<std::uint32_t> expected;
      std::vector<bool> seen(cells.size());
      for (std::size_t start = 0; start < cells.size(); ++start) {
        std::vector<std::size_t> open;
        const auto visit = [&](std::size_t k) {
          if (!seen[k] && cells[k] == cells[start]) {
            seen[k] = true;
            open.push_back(k);
          }
        };
        visit(start);
        std::uint32_t size = 0;
        for (; !open.empty(); ++size) {
          const std::size_t k = open.back(), w = static_cast<std::size_t>(width), x = k % w, n = cells.size();
          open.pop_back();
          visit(k - x + (x + 1) % w);
          visit(k - x + (x + w - 1) % w);
          visit((k + w) % n);
          visit((k + n - w) % n);
        }
        if (size > 0) {
          expected.push_back(size);
        }
      }
      std::vector<std::uint32_t> found = cluster_sizes(cells, width, height);
      std::sort(found.begin(), found.end());
      std::sort(expected.begin(), expected.end());
      CHECK(found == expected);
      CHECK((density > 0 || found == std::vector{static_cast<std::uint32_t>(width * height)}));
    }
  }
}

TEST_CASE("majority: a known board", "[majority][determinism]") {
  const auto a = make_majority(square(1000, 1));
  a->step(16);
  CHECK(a->count().front().hash == 0x5f973065d2be9363);
}

TEST_CASE("majority: what cannot be is said", "[majority]") {
  MajorityOptions o = square(100, 1);
  CHECK(!o.objection());
  o.steps = 3;
  CHECK(o.objection());
  o.strategy = "tiles";
  CHECK(!o.objection());
  o.tile_words = o.tile_rows = 200;
  CHECK(o.objection());
  o.strategy = "sites";
  CHECK(o.objection());
  o.steps = 1;
  CHECK(o.objection()); // of the tile
  o.tile_words = o.tile_rows = 0;
  o.block = 8;
  CHECK(!o.objection());
  o.graph = 3;
  CHECK(o.objection());
  o.graph = 4;
  CHECK(!o.objection());
  o.stop_at_cycle = true;
  CHECK(o.objection());
  o.graph = 0;
  CHECK(!o.objection());
  o.block = 1;
  for (const char* strategy : {"rows", "tiles", "sequential"}) {
    o.strategy = strategy;
    CHECK(o.objection());
  }
}
