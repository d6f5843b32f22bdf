// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Averages of clusters against what is known in another way, and the constants of src/validate/clusters.hpp made anew.
#include "validate/clusters.hpp"
#include "validate/exact.hpp"

#include <cmath>
#include <cstdint>
#include <random>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

using namespace neel::validate;
using Catch::Matchers::WithinAbs;

namespace {

/// One ion, without D, K and H.
Alloy plain() {
  Alloy a = alloy(1);
  a.dm = {{0}};
  a.anisotropy = {0};
  a.field = 0;
  return a;
}

void check_same(const AlloyAverages& a, const AlloyAverages& b, double margin) {
  CHECK_THAT(a.energy, WithinAbs(b.energy, margin));
  CHECK_THAT(a.dm, WithinAbs(b.dm, margin));
  CHECK_THAT(a.anisotropy, WithinAbs(b.anisotropy, margin));
  CHECK_THAT(a.zeeman, WithinAbs(b.zeeman, margin));
  CHECK_THAT(a.staggered, WithinAbs(b.staggered, margin));
  CHECK_THAT(a.last_ion, WithinAbs(b.last_ion, margin));
}

} // namespace

TEST_CASE("clusters of spins with one term are those known", "[validate]") {
  CHECK_THAT(alloy_ring(plain(), 1).energy, WithinAbs(heisenberg_ring(4, 1, 1), 2e-6));
  CHECK_THAT(alloy_ring(plain(), 2).energy, WithinAbs(heisenberg_ring(4, 1, 2), 1e-6));
  for (const auto average : {alloy_ring, alloy_cube}) {
    Alloy free = plain();
    free.exchange = {{0}};
    free.anisotropy = {1};
    const AlloyAverages easy = average(free, 1.25);
    CHECK_THAT(easy.anisotropy, WithinAbs(-easy_axis(0.8), 2e-6));
    CHECK_THAT(easy.energy, WithinAbs(easy.anisotropy, 1e-6));
    free.anisotropy = {0};
    free.field = 1.5;
    const AlloyAverages field = average(free, 0.5);
    CHECK_THAT(field.zeeman, WithinAbs(-1.5 * langevin(3), 2e-6));
    CHECK_THAT(field.last_ion, WithinAbs(0.8 * langevin(3), 2e-6)); // the field's axis is (0, 3, 4) / 5
    CHECK_THAT(field.staggered, WithinAbs(0, 1e-9));
  }
  // Of n neighbours, each bond has -J^2 / (3 T) at high temperatures: one bond a site on a ring, 3/2 on an open cube.
  CHECK_THAT(alloy_ring(plain(), 50).energy, WithinAbs(-1.0 / 150, 2e-6));
  CHECK_THAT(alloy_cube(plain(), 50).energy, WithinAbs(-1.5 / 150, 2e-6));
}

// The DM vector alternates: with a uniform field h, two spins gain energy from S_e - S_o along d x h.
TEST_CASE("the staggered magnetisation has the sign of D, as no energy has", "[validate]") {
  Alloy a = alloy(1);
  a.anisotropy = {0};
  const AlloyAverages one = alloy_ring(a, 1);
  a.dm[0][0] *= -1;
  const AlloyAverages other = alloy_ring(a, 1);
  CHECK_THAT(one.energy, WithinAbs(other.energy, 1e-5));
  CHECK_THAT(one.staggered, WithinAbs(-other.staggered, 1e-6));
  CHECK(std::abs(one.staggered) > 0.01);
}

TEST_CASE("two ions that are the same are one", "[validate]") {
  const Alloy one = alloy(1);
  Alloy two = alloy(2);
  two.moment = {1, 1};
  two.anisotropy = {one.anisotropy[0], one.anisotropy[0]};
  for (auto* table : {&two.exchange, &two.dm}) {
    *table = {{(*table)[0][0], (*table)[0][0]}, {(*table)[0][0], (*table)[0][0]}};
  }
  AlloyAverages expected = alloy_ring(one, 1);
  expected.last_ion /= 2;
  check_same(alloy_ring(two, 1), expected, 1e-9);
  CHECK_THAT(alloy_ring(two, 1).energy, WithinAbs(expected.energy, 1e-9));
}

TEST_CASE("constants of clusters are those worked out", "[validate]") {
  check_same(alloy_cube(alloy(1), 1), cube_of_one, 2e-8);
  const GlassAverages glass = glass_cube(2);
  CHECK_THAT(glass.energy, WithinAbs(glass_cube_at_two.energy, 1e-9));
  CHECK_THAT(glass.overlap_squared, WithinAbs(glass_cube_at_two.overlap_squared, 1e-9));
  // High temperature: E = -3 tanh(1/T) + O(T^-3), and q^2 is 1/8 and 12 pairs of neighbours with <s s'>^2 = (2 or 0 / T)^2.
  CHECK_THAT(glass_cube(40).energy, WithinAbs(-3.0 / 40, 2e-4));
  CHECK_THAT(glass_cube(40).overlap_squared, WithinAbs(1.0 / 8 + 2.0 * 12 * 2 / (64 * 1600), 2e-6));
}

TEST_CASE("the cube of two ions is that worked out", "[validate][statistics]") { // some seconds
  check_same(alloy_cube(alloy(2), 1), cube_of_two, 2e-8);
}

TEST_CASE("boards after some steps", "[validate]") {
  const BoardAverages start = majority_boards(4, 3, 0);
  CHECK_THAT(start.walls, WithinAbs(0.5, 1e-12));
  CHECK_THAT(start.magnetisation_squared, WithinAbs(1.0 / 12, 1e-12));
  CHECK_THAT(majority_boards(4, 4, 1).walls, WithinAbs(23.0 / 64, 1e-12));
  // Every board comes back after one step or two, if it has had some.
  const BoardAverages late = majority_boards(4, 4, 20);
  CHECK(late.period > 1);
  CHECK(late.period < 2);
  CHECK_THAT(majority_boards(4, 4, 21).period, WithinAbs(late.period, 1e-12));
}

// Byte by byte, on boards of 600 x 600: sigma 7e-5.
TEST_CASE("boards after two steps and ten, by plain simulation", "[validate][statistics]") {
  constexpr int n = 600, boards = 60;
  std::mt19937_64 numbers(3);
  double two = 0, ten = 0, squares = 0;
  const auto at = [](int x, int y) { return static_cast<std::size_t>((y + n) % n * n + (x + n) % n); };
  const auto walls = [&](const std::vector<int>& cell) {
    int count = 0;
    for (int y = 0; y < n; ++y) {
      for (int x = 0; x < n; ++x) {
        count += (cell[at(x, y)] != cell[at(x + 1, y)] ? 1 : 0) + (cell[at(x, y)] != cell[at(x, y + 1)] ? 1 : 0);
      }
    }
    return count / (2.0 * n * n);
  };
  for (int b = 0; b < boards; ++b) {
    std::vector<int> cell(std::size_t{n} * n), next(cell.size());
    for (int& c : cell) {
      c = (numbers() >> 63U) != 0 ? 1 : -1;
    }
    for (int step = 1; step <= 10; ++step) {
      for (int y = 0; y < n; ++y) {
        for (int x = 0; x < n; ++x) {
          const int sum =
              cell[at(x, y)] + cell[at(x + 1, y)] + cell[at(x - 1, y)] + cell[at(x, y + 1)] + cell[at(x, y - 1)];
          next[at(x, y)] = sum > 0 ? 1 : -1;
        }
      }
      cell.swap(next);
      two += step == 2 ? walls(cell) / boards : 0;
    }
    const double w = walls(cell);
    ten += w / boards;
    squares += w * w / boards;
  }
  const double error = std::sqrt((squares - ten * ten) / (boards - 1));
  CHECK(error < 1.2e-4);
  CHECK(std::abs(ten - majority_walls_after_ten.value) < 4 * std::hypot(error, majority_walls_after_ten.error));
  CHECK(std::abs(two - majority_walls_after_two()) < 6e-4); // more than four sigma of 1.3e-4
}
