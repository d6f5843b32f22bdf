// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Slabs of a crystal: together they have all sites, whose neighbours are those that they have in the whole.

#include "crystal/slab.hpp"

#include "crystal/tables.hpp"

#include <catch2/catch_test_macros.hpp>

#include <set>

namespace neel::crystal {

namespace {

/// The entry in the whole of an entry of a slab.
int in_whole(const Slab& slab, const Tables& whole, int entry) {
  const int length = whole.vacuum() / whole.rows();
  return entry == slab.tables.vacuum() ? whole.vacuum()
                                       : slab.row[static_cast<std::size_t>(entry / length)] * length + entry % length;
}

void check_slabs(const Cells& cells, const std::vector<Bond>& bonds, const std::vector<int>& cuts) {
  const Tables whole = make_tables(cells, bonds);
  REQUIRE(whole.lined);
  std::set<std::uint32_t> seen;
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    const Slab slab = crystal::slab(whole, cells, cuts[k], cuts[k + 1], reach(bonds));
    const Tables& t = slab.tables;
    REQUIRE(t.colours.size() == whole.colours.size());
    for (std::size_t c = 0; c < t.colours.size(); ++c) {
      const ColourRows &mine = t.colours[c], &all = whole.colours[c];
      for (int row = mine.first_row; row < mine.first_row + mine.rows; ++row) { // as they number random numbers
        CHECK(slab.row[static_cast<std::size_t>(row)] - all.first_row == mine.before + row - mine.first_row);
      }
    }
    for (int entry = 0; entry < t.vacuum(); ++entry) {
      const std::uint32_t number = t.number[static_cast<std::size_t>(entry)];
      if (number == Tables::no_site) {
        continue;
      }
      CHECK(seen.insert(number).second);
      const int there = in_whole(slab, whole, entry);
      CHECK(whole.number[static_cast<std::size_t>(there)] == number);
      for (int slot = 0; slot < t.slots; ++slot) {
        CHECK(in_whole(slab, whole, neighbour(t, slot, entry)) == neighbour(whole, slot, there));
        CHECK(bond_class(t, slot, entry) == bond_class(whole, slot, there));
      }
    }
  }
  CHECK(static_cast<std::int64_t>(seen.size()) == cells.sites());
}

/// What a slab shows a neighbour is what that one has copies of, in the same order.
void check_swaps(const Cells& cells, const std::vector<Bond>& bonds, const std::vector<int>& cuts) {
  const Tables whole = make_tables(cells, bonds);
  std::vector<Slab> slabs;
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
    slabs.push_back(crystal::slab(whole, cells, cuts[k], cuts[k + 1], reach(bonds)));
  }
  for (std::size_t k = 0; k < slabs.size(); ++k) {
    const Slab &one = slabs[k], &next = slabs[(k + 1) % slabs.size()];
    if (k + 1 == slabs.size() && !cells.periodic[2]) {
      continue;
    }
    for (std::size_t c = 0; c < whole.colours.size(); ++c) {
      const SlabColour &mine = one.colours[c], &its = next.colours[c];
      const ColourRows &own = one.tables.colours[c], &others = next.tables.colours[c];
      const auto rows = [](const Slab& s, int first, int count) {
        return std::vector<int>(s.row.begin() + first, s.row.begin() + first + count);
      };
      CHECK(rows(one, mine.above, mine.from_above) == rows(next, others.first_row, its.low));
      CHECK(rows(next, its.below, its.from_below) == rows(one, own.first_row + own.rows - mine.high, mine.high));
    }
  }
}

} // namespace

TEST_CASE("slabs of crystals have their sites, and these their neighbours", "[crystal][slab]") {
  const std::vector<Bond> bcc{{0, 1, {0, 0, 0}},   {0, 1, {-1, 0, 0}},  {0, 1, {0, -1, 0}},  {0, 1, {0, 0, -1}},
                              {0, 1, {-1, -1, 0}}, {0, 1, {-1, 0, -1}}, {0, 1, {0, -1, -1}}, {0, 1, {-1, -1, -1}}};
  const std::vector<Bond> far{{0, 0, {1, 0, 0}}, {0, 0, {0, 1, 0}}, {0, 0, {0, 0, 1}}, {0, 0, {1, 0, 2}, 1, 2}};
  const std::vector<Bond> flat{{0, 0, {1, 0, 0}}, {0, 0, {0, 1, 0}}, {0, 0, {1, 1, 0}}};
  for (const bool periodic : {true, false}) {
    const std::array<bool, 3> boundary{true, periodic, periodic};
    for (const std::vector<int>& cuts : {std::vector<int>{0, 4, 8}, std::vector<int>{0, 2, 5, 8}}) {
      check_slabs({{4, 6, 8}, boundary, 2}, bcc, cuts);
      check_swaps({{4, 6, 8}, boundary, 2}, bcc, cuts);
      check_slabs({{8, 4, 8}, boundary, 1}, far, cuts);
      check_swaps({{8, 4, 8}, boundary, 1}, far, cuts);
      check_slabs({{6, 6, 8}, boundary, 1}, flat, cuts);
      check_swaps({{6, 6, 8}, boundary, 1}, flat, cuts);
    }
  }
}

} // namespace neel::crystal
