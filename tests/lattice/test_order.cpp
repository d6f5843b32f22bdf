// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Every storage order stores every site once, and leads to the right neighbours in the right directions.
#include <neel/lattice/ordered.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <set>
#include <tuple>
#include <vector>

using namespace neel::lattice;

namespace {

template <class Order>
std::vector<Geometry> geometries();
template <>
std::vector<Geometry> geometries<Standard>() {
  return {{4, 4, 4, true, true, true}, {6, 10, 2, true, true, true}, {2, 4, 6, true, true, true}};
}
template <>
std::vector<Geometry> geometries<Bitwise>() {
  return {{4, 4, 4, true, true, true}, {16, 8, 32, true, true, true}, {2, 2, 4, true, true, true}};
}
template <>
std::vector<Geometry> geometries<Sliced>() {
  return {{2, 2, 2, true, true, true}, {4, 4, 4, true, true, true}, {10, 10, 10, true, true, true}};
}

int wrap(int at, int size) { return (at + size) % size; }

} // namespace

using Orders = std::tuple<Standard, Bitwise, Sliced>;

TEMPLATE_LIST_TEST_CASE("an order stores every site once, by colour, under its number", "[lattice]", Orders) {
  for (const Geometry& g : geometries<TestType>()) {
    const TestType order(g);
    REQUIRE(order.rows() * order.length() == g.half_volume());
    std::set<std::uint32_t> seen;
    for (const Colour c : {Colour::even, Colour::odd}) {
      for (int entry = 0; entry < g.half_volume(); ++entry) {
        const Row row = order.row(c, order.row_of(entry));
        const int i = order.place_of(entry, row.index);
        const Position p = order.position(row, i);
        CHECK(row.index * order.length() + i == entry);
        CHECK(Geometry::colour(p.x, p.y, p.z) == c);
        CHECK(order.number(row, i) == g.site_number(p.x, p.y, p.z));
        seen.insert(order.number(row, i));
      }
    }
    CHECK(static_cast<std::int64_t>(seen.size()) == g.sites());
    CHECK(*seen.rbegin() == g.sites() - 1);
  }
}

TEMPLATE_LIST_TEST_CASE("an order's neighbours are one step away, as it says", "[lattice]", Orders) {
  for (const Geometry& g : geometries<TestType>()) {
    const TestType order(g);
    for (const Colour c : {Colour::even, Colour::odd}) {
      for (int entry = 0; entry < g.half_volume(); ++entry) {
        const Row row = order.row(c, order.row_of(entry));
        const int i = order.place_of(entry, row.index);
        const Position p = order.position(row, i);
        int neighbour[directions], crossing[directions];
        neighbour_entries(order, row, i, neighbour, crossing);
        std::set<std::pair<int, int>> steps;
        for (int d = 0; d < directions; ++d) {
          const Step step = TestType::step(static_cast<Direction>(d), p.x);
          steps.insert({step.axis, step.sign});
          const Position to{wrap(p.x + (step.axis == 0 ? step.sign : 0), g.lx),
                            wrap(p.y + (step.axis == 1 ? step.sign : 0), g.ly),
                            wrap(p.z + (step.axis == 2 ? step.sign : 0), g.lz)};
          const Row there = order.row(other(c), order.row_of(neighbour[d]));
          CHECK(order.number(there, order.place_of(neighbour[d], there.index)) == g.site_number(to.x, to.y, to.z));
        }
        CHECK(steps.size() == 6);
      }
    }
  }
}

TEST_CASE("sliced planes exchange with one neighbour plane each way", "[lattice]") {
  const Geometry g{8, 8, 8, true, true, true};
  const Sliced order(g);
  for (const Colour c : {Colour::even, Colour::odd}) {
    for (int r = 0; r < order.rows(); ++r) {
      const Row row = order.row(c, r);
      int neighbour[directions], crossing[directions];
      neighbour_entries(order, row, 3, neighbour, crossing);
      std::set<int> up, down;
      for (const int d : {0, 2, 5}) { // +x, -y, +z
        up.insert(order.row_of(neighbour[d]) / 8);
      }
      for (const int d : {1, 3, 4}) {
        down.insert(order.row_of(neighbour[d]) / 8);
      }
      const int plane = 2 * row.z + row.s; // of all L planes, alternating in colour
      CHECK(up == std::set<int>{(plane + 1) % 8 / 2});
      CHECK(down == std::set<int>{(plane + 7) % 8 / 2});
    }
  }
}

TEST_CASE("steps that leave the slabs of synchronous coding say so", "[lattice]") {
  const Slabs<4> order({6, 16, 64, true, true, true});
  REQUIRE(order.length() == 3);
  REQUIRE(order.rows() == 4 * 2);
  CHECK(order.stride() == 6 * 4);
  for (int r = 0; r < order.rows(); ++r) {
    const Row row = order.row(Colour::odd, r);
    int neighbour[directions], crossing[directions];
    neighbour_entries(order, row, 1, neighbour, crossing);
    CHECK(crossing[0] == 0);
    CHECK(crossing[1] == 0);
    CHECK(crossing[2] == (row.y == 0 ? -1 : 0));
    CHECK(crossing[3] == (row.y == 3 ? 1 : 0));
    CHECK(crossing[4] == (row.z == 0 ? -1 : 0));
    CHECK(crossing[5] == (row.z == 1 ? 1 : 0));
    CHECK(order.number(row, 1) == static_cast<std::uint32_t>(2 + row.s + 6 * (row.y + 16 * row.z)));
  }
}
