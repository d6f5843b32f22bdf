// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The tables of crystals and graphs hold every bond, from both of its ends, and no others; colours are proper.

#include "crystal/tables.hpp"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace neel::crystal {

namespace {

/// A bond as one of its sites sees it.
struct Seen {
  std::int64_t site, other;
  int kind;
  auto operator<=>(const Seen&) const = default;
};

std::multiset<Seen> expected(const std::vector<SitePair>& bonds) {
  std::multiset<Seen> all;
  for (const SitePair& b : bonds) {
    all.insert({b.a, b.b, b.kind});
    all.insert({b.b, b.a, b.kind_back});
  }
  return all;
}

/// Checks all of it.
void check(const Tables& t, const std::vector<SitePair>& bonds) {
  std::multiset<Seen> found;
  std::set<std::uint32_t> sites;
  std::map<std::int64_t, std::size_t> colour;
  for (std::size_t c = 0; c < t.colours.size(); ++c) {
    const ColourRows& rows = t.colours[c];
    for (int row = 0; row < rows.rows; ++row) {
      for (int place = 0; place < vector_length * rows.vectors_per_row; ++place) {
        const int entry = rows.first_entry + vector_length * rows.vectors_per_row * row + place;
        const std::uint32_t number = t.number[static_cast<std::size_t>(entry)];
        if (number == Tables::no_site) {
          continue;
        }
        CHECK(sites.insert(number).second);
        colour[number] = c;
        for (int slot = 0; slot < t.slots; ++slot) {
          const int kind = bond_class(t, slot, entry), other = neighbour(t, slot, entry);
          if (kind == Tables::none) {
            CHECK(other == t.vacuum());
          } else if (other != t.vacuum()) {
            found.insert({number, t.number[static_cast<std::size_t>(other)], kind});
          }
        }
      }
    }
  }
  CHECK(static_cast<std::int64_t>(sites.size()) == t.sites);
  CHECK(*sites.rbegin() + 1 == t.sites);
  CHECK(found == expected(bonds));
  CHECK(std::none_of(bonds.begin(), bonds.end(), [&](const SitePair& b) { return colour[b.a] == colour[b.b]; }));
}

struct Example {
  const char* name;
  Cells cells;
  std::vector<Bond> bonds;
  int colours; ///< of the pattern; 0: there is none
};

const std::vector<Bond> cubic{{0, 0, {1, 0, 0}, 0, 0}, {0, 0, {0, 1, 0}, 0, 0}, {0, 0, {0, 0, 1}, 0, 0}};
const std::vector<Bond> triangular{{0, 0, {1, 0, 0}, 0, 0}, {0, 0, {0, 1, 0}, 0, 0}, {0, 0, {-1, 1, 0}, 0, 0}};
const std::vector<Bond> honeycomb{{0, 1, {0, 0, 0}, 0, 1}, {1, 0, {1, 0, 0}, 2, 3}, {1, 0, {0, 1, 0}, 4, 4}};
const std::vector<Bond> kagome{{0, 1, {0, 0, 0}, 0, 0}, {0, 2, {0, 0, 0}, 0, 0}, {1, 2, {0, 0, 0}, 0, 0},
                               {1, 0, {1, 0, 0}, 1, 1}, {2, 0, {0, 1, 0}, 1, 1}, {2, 1, {-1, 1, 0}, 1, 1}};
const std::vector<Bond> chain{{0, 0, {1, 0, 0}, 0, 1}, {0, 0, {2, 0, 0}, 2, 2}, {0, 0, {3, 0, 0}, 3, 3}};

/// The shells of the body-centred lattice, 8 + 6 + 12 neighbours.
std::vector<Bond> body_centred() {
  std::vector<Bond> all;
  for (int x : {0, -1}) {
    for (int y : {0, -1}) {
      for (int z : {0, -1}) {
        all.push_back({0, 1, {x, y, z}, 0, 0});
      }
    }
  }
  for (int b : {0, 1}) {
    all.push_back({b, b, {1, 0, 0}, 1, 1});
    all.push_back({b, b, {0, 1, 0}, 1, 1});
    all.push_back({b, b, {0, 0, 1}, 1, 1});
    for (int s : {1, -1}) {
      all.push_back({b, b, {1, s, 0}, 2, 2});
      all.push_back({b, b, {1, 0, s}, 2, 2});
      all.push_back({b, b, {0, 1, s}, 2, 2});
    }
  }
  return all;
}

std::vector<Example> examples() {
  return {{"cubic", {{4, 6, 2}, {true, true, true}, 1}, cubic, 2},
          {"open cubic of odd lengths", {{5, 3, 7}, {false, false, false}, 1}, cubic, 2},
          {"half open", {{6, 5, 4}, {true, false, true}, 1}, cubic, 2},
          {"triangular", {{6, 9, 1}, {true, true, false}, 1}, triangular, 3},
          {"triangular, does not close", {{7, 5, 1}, {true, true, false}, 1}, triangular, 0},
          {"honeycomb, any length", {{5, 3, 1}, {true, true, false}, 2}, honeycomb, 2},
          {"kagome", {{3, 5, 1}, {true, true, false}, 3}, kagome, 3},
          {"chain of three neighbours", {{12, 1, 1}, {true, false, false}, 1}, chain, 4},
          {"open chain", {{11, 1, 1}, {false, false, false}, 1}, chain, 4},
          {"body-centred, three shells", {{8, 8, 8}, {true, true, true}, 2}, body_centred(), 8}};
}

} // namespace

TEST_CASE("tables of crystals hold all bonds, and colours are proper", "[crystal]") {
  for (const Example& e : examples()) {
    INFO(e.name);
    const auto pattern = find_pattern(e.cells, e.bonds);
    CHECK((pattern ? pattern->colours : 0) == e.colours);
    const Tables t = make_tables(e.cells, e.bonds);
    CHECK(t.lined == pattern.has_value());
    check(t, all_bonds(e.cells, e.bonds));
    if (pattern) { // as a graph, too
      const auto bonds = all_bonds(e.cells, e.bonds);
      check(graph_tables(e.cells.sites(), bonds, greedy_colours(e.cells.sites(), bonds)), bonds);
    }
  }
}

TEST_CASE("tables of random graphs hold all bonds, and colours are proper", "[crystal]") {
  std::mt19937 random(5);
  for (const int sites : {1, 2, 17, 100}) {
    std::vector<SitePair> bonds;
    for (int k = 0; k < 3 * sites && sites > 1; ++k) {
      const auto a = static_cast<int>(random() % static_cast<unsigned>(sites));
      const int b = (a + 1 + static_cast<int>(random() % static_cast<unsigned>(sites - 1))) % sites;
      bonds.push_back({a, b, k, k + 1});
    }
    check(graph_tables(sites, bonds, greedy_colours(sites, bonds)), bonds);
  }
}

TEST_CASE("a bond that closes on its own site is found", "[crystal]") {
  CHECK_FALSE(bond_to_itself({{2, 1, 1}, {true, false, false}, 1}, cubic));
  CHECK(bond_to_itself({{1, 4, 4}, {true, true, true}, 1}, cubic) == 0);
  CHECK(bond_to_itself({{4, 4, 3}, {true, true, true}, 1}, {{0, 0, {0, 0, 1}, 0, 0}, {0, 0, {4, 0, 3}, 0, 0}}) == 1);
}

} // namespace neel::crystal
