// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Tiles hold every entry once, in one plane each, and go along their strip through all planes before the next strip.
#include <neel/lattice/tiles.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <tuple>
#include <vector>

using namespace neel::lattice;

namespace {

/// By place, or -1: the entry.
template <class Tiles, class Order>
std::vector<int> entries(const Tiles& tiles, const Order& order) {
  std::vector<int> all;
  for (int place = 0; place < tiles.size(); ++place) {
    const auto at = tiles(Colour::odd, place);
    all.push_back(at.exists ? at.row.index * order.length() + at.place : -1);
  }
  return all;
}

template <class Tiles, class Order>
void check_all(const Order& order) {
  std::vector<int> all = entries(Tiles(order), order);
  std::sort(all.begin(), all.end());
  const int count = order.rows() * order.length();
  const int none = static_cast<int>(all.size()) - count;
  REQUIRE((none >= 0 && none < Tiles::entries));
  for (int k = 0; k < static_cast<int>(all.size()); ++k) {
    REQUIRE(all[static_cast<std::size_t>(k)] == std::max(-1, k - none));
  }
}

/// Planes in the order in which tiles come to them.
template <class Tiles, class Order>
std::vector<int> planes(const Order& order) {
  const std::vector<int> all = entries(Tiles(order), order);
  std::vector<int> found;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const int row = all[k] / order.length(), plane = row / order.plane();
    if (k % Tiles::entries == 0 && (found.empty() || found.back() != plane)) {
      found.push_back(plane);
    }
    const int first = all[k - k % Tiles::entries] / order.length();
    REQUIRE((plane == found.back() && row >= first && row < first + Tiles::rows));
  }
  return found;
}

} // namespace

using Orders = std::tuple<Standard, Sliced>;

TEMPLATE_LIST_TEST_CASE("tiles hold every entry once", "[lattice]", Orders) {
  for (const Geometry& g : {Geometry{6, 6, 6, true, true, true}, Geometry{64, 64, 64, true, true, true},
                            Geometry{128, 128, 128, true, true, true}}) {
    const TestType order(g);
    check_all<Tiles<TestType, 4>>(order);
    check_all<Tiles<TestType, 16>>(order);
    check_all<Tiles<TestType, 64>>(order);
  }
}

TEST_CASE("tiles follow each other along strips through all planes", "[lattice]") {
  const std::vector<int> once{0, 1, 2, 3}, twice{0, 1, 2, 3, 0, 1, 2, 3};
  using Four = Tiles<Standard, 16>;
  CHECK(planes<Four>(Standard({64, 128, 4, true, true, true})) == once);
  CHECK(planes<Four>(Standard({64, 256, 4, true, true, true})) == twice);
  const Standard uneven({192, 112, 4, true, true, true}); // 10'752 entries in 28 rows of tiles: four strips, not three
  CHECK(planes<Four>(uneven).size() == 16);
  check_all<Four>(uneven);
}
