// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Tables of bonds that are given one by one hold each pair of sites once at either end; those of lattices are found to be lined.

#include "crystal/pairs.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <random>
#include <tuple>

namespace neel::crystal {

namespace {

std::vector<SitePair> sorted(std::vector<SitePair> pairs) {
  for (SitePair& p : pairs) {
    p = {std::min(p.a, p.b), std::max(p.a, p.b), 0, 0};
  }
  const auto key = [](const SitePair& p) { return std::tie(p.a, p.b); };
  std::sort(pairs.begin(), pairs.end(), [&](const auto& x, const auto& y) { return key(x) < key(y); });
  pairs.erase(std::unique(pairs.begin(), pairs.end(), [&](const auto& x, const auto& y) { return key(x) == key(y); }),
              pairs.end());
  return pairs;
}

void check(const Cells& cells, const std::vector<SitePair>& pairs, bool lined) {
  const Tables t = pair_tables(cells, pairs);
  CHECK(t.lined == lined);
  const std::vector<int> at = pairs_of_slots(t, pairs);
  std::vector<int> ends(pairs.size(), 0);
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (at[k] < 0) {
      continue;
    }
    const auto entry = static_cast<int>(k % static_cast<std::size_t>(t.entries)),
               slot = static_cast<int>(k / static_cast<std::size_t>(t.entries));
    const SitePair& pair = pairs[static_cast<std::size_t>(at[k])];
    const std::int64_t own = t.number[static_cast<std::size_t>(entry)],
                       other = t.number[static_cast<std::size_t>(neighbour(t, slot, entry))];
    CHECK(std::min(own, other) == pair.a);
    CHECK(std::max(own, other) == pair.b);
    ++ends[static_cast<std::size_t>(at[k])];
  }
  CHECK(std::all_of(ends.begin(), ends.end(), [](int n) { return n == 2; }));
}

} // namespace

TEST_CASE("pairs of lattices of any size are found to repeat", "[crystal]") {
  const std::vector<Bond> square{{0, 0, {1, 0, 0}}, {0, 0, {0, 1, 0}}};
  const std::vector<Bond> honeycomb{{0, 1, {0, 0, 0}}, {0, 1, {-1, 0, 0}}, {0, 1, {0, -1, 0}}};
  const std::vector<Bond> farther{{0, 0, {1, 0, 0}}, {0, 0, {0, 1, 0}}, {0, 0, {1, 1, 0}}, {0, 0, {2, -1, 0}}};
  for (const auto& [x, y] : {std::pair(2, 2), std::pair(3, 3), std::pair(4, 5), std::pair(5, 5), std::pair(6, 6)}) {
    for (const bool periodic : {true, false}) {
      INFO(x << " x " << y << (periodic ? " periodic" : " open"));
      const Cells cells{{x, y, 1}, {periodic, periodic, false}, 1}, two{{x, y, 1}, {periodic, periodic, false}, 2};
      check(cells, sorted(all_bonds(cells, square)), true);
      check(two, sorted(all_bonds(two, honeycomb)), true);
      if (x > 3) {
        check(cells, sorted(all_bonds(cells, farther)), true);
      }
    }
  }
}

TEST_CASE("pairs of a random graph", "[crystal]") {
  std::mt19937 generator(5);
  std::vector<SitePair> pairs;
  while (pairs.size() < 100) {
    const SitePair p{static_cast<std::int64_t>(generator() % 60), static_cast<std::int64_t>(generator() % 60)};
    if (p.a != p.b) {
      pairs.push_back(p);
    }
  }
  check({{60, 1, 1}, {false, false, false}, 1}, sorted(pairs), false);
}

} // namespace neel::crystal
