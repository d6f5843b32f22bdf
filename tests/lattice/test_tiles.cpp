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
  const int none = static_cast<int>(all.size()) - count; // places of the last tile
  REQUIRE((none >= 0 && none < Tiles::entries));
  int wrong = 0;
  for (int k = 0; k < static_cast<int>(all.size()); ++k) {
    wrong += all[static_cast<std::size_t>(k)] == std::max(-1, k - none) ? 0 : 1;
  }
  CHECK(wrong == 0);
}

/// Planes in the order in which tiles come to them.
template <class Tiles, class Order>
std::vector<int> planes(const Order& order) {
  const std::vector<int> all = entries(Tiles(order), order);
  std::vector<int> found;
  int outside = 0; // of the plane or the rows of their tile
  for (std::size_t k = 0; k < all.size(); ++k) {
    const int row = all[k] / order.length(), plane = row / order.plane();
    if (k % Tiles::entries == 0 && (found.empty() || found.back() != plane)) {
      found.push_back(plane);
    }
    const int first = all[k - k % Tiles::entries] / order.length();
    outside += plane == found.back() && row >= first && row < first + Tiles::rows ? 0 : 1;
  }
  CHECK(outside == 0);
  return found;
}

} // namespace

using Orders = std::tuple<Standard, Bitwise, Sliced>;

TEMPLATE_LIST_TEST_CASE("tiles hold every entry once", "[lattice]", Orders) {
  for (const int l : {4, 64, 128}) {
    const TestType order(Geometry{l, l, l, true, true, true});
    check_all<Tiles<TestType, 4>>(order);
    check_all<Tiles<TestType, 16>>(order);
    check_all<Tiles<TestType, 64>>(order);
  }
}

TEST_CASE("tiles follow each other along strips through all planes", "[lattice]") {
  using Four = Tiles<Standard, 16>;
  const auto strips = [](int lx, int ly) {
    const Standard order({lx, ly, 4, true, true, true});
    check_all<Four>(order);
    const std::vector<int> found = planes<Four>(order);
    for (std::size_t k = 0; k < found.size(); ++k) {
      CHECK(found[k] == static_cast<int>(k % 4));
    }
    return found.size() / 4;
  };
  CHECK(strips(64, 128) == 1);
  CHECK(strips(128, 128) == 1); // 8192 entries of 16 bytes a plane
  CHECK(strips(256, 128) == 4);
  CHECK(strips(192, 112) == 2);
  CHECK(strips(192, 268) == 1); // 67 rows of tiles, a prime number
  CHECK(strips(1024, 32) == 2); // strips of 16 rows at least
}
