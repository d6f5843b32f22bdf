// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Storage orders, disorder and start of the Edwards-Anderson model.
#include "testing/plain_glass.hpp"
#include "testing/spaces.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <bit>
#include <cmath>

using namespace neel;
using testing::natural;
using testing::Plain;
using testing::plain_copy;

TEMPLATE_LIST_TEST_CASE("all storage orders have the same trajectory", "[edwards-anderson]", testing::Spaces) {
  testing::Glass<4, lattice::Standard, TestType> standard(testing::cube(16), 3, 4, 1.1);
  testing::Glass<4, lattice::Bitwise, TestType> bitwise(testing::cube(16), 3, 4, 1.1);
  testing::Glass<4, lattice::Sliced, TestType> sliced(testing::cube(16), 3, 4, 1.1);
  for (int k = 0; k < 3; ++k) {
    CHECK(standard.hash() == bitwise.hash());
    CHECK(standard.hash() == sliced.hash());
    standard.sweep(10);
    bitwise.sweep(10);
    sliced.sweep(10);
  }
}

TEMPLATE_LIST_TEST_CASE("disorder and start do not depend on how samples are packed", "[edwards-anderson]",
                        testing::Spaces) {
  const lattice::Geometry g = testing::cube(4);
  testing::Glass<1, lattice::Standard, TestType> narrow(g, 16, 1, 1.0, 0.3);
  testing::Glass<16, lattice::Standard, TestType> wide(g, 1, 4, 1.0, 0.3);
  for (int d = 0; d < lattice::directions; ++d) {
    const auto all = natural(wide.state.quenched, g, wide.order, 0, d);
    for (int system = 0; system < 16; ++system) {
      const auto one = natural(narrow.state.quenched, g, narrow.order, system, d);
      bool same = true;
      for (std::size_t i = 0; i < one.size(); ++i) {
        same = same && one[i] == all[16 * i + static_cast<std::size_t>(system)];
      }
      CHECK(same);
    }
  }
  const auto start = wide.spins(0, 0);
  const auto start_of_11 = narrow.spins(11, 0);
  for (std::size_t i = 0; i < start_of_11.size(); ++i) {
    CHECK(start_of_11[i] == start[16 * i + 11]);
  }
}

TEST_CASE("couplings have the fraction asked for, and both ends agree", "[edwards-anderson]") {
  for (const double positive : {0.0, 0.2, 0.5, 0.85, 1.0}) {
    testing::Glass<16, lattice::Standard, Kokkos::DefaultExecutionSpace> glass(testing::cube(8), 2, 1, 1.0, positive);
    double negative = 0;
    const int count = 2 * 512 * 512 * 6;
    for (int d = 0; d < 6; ++d) {
      for (int system = 0; system < 2; ++system) {
        for (const std::uint32_t bits : natural(glass.state.quenched, testing::cube(8), glass.order, system, d)) {
          negative += std::popcount(bits);
        }
      }
    }
    const double sigma = std::sqrt(positive * (1 - positive) / (count / 2.0));
    CHECK(std::abs(negative / count - (1 - positive)) <= 4 * sigma);
  }
  // plain_copy keeps the bonds of forward steps; those of backward steps must say the same.
  testing::Glass<1, lattice::Sliced, Kokkos::DefaultExecutionSpace> glass(testing::cube(6), 1, 1, 1.0);
  const Plain plain = plain_copy(glass, 0, 0, 9);
  for (int d = 0; d < 6; ++d) {
    const lattice::Step step = lattice::Sliced::step(static_cast<lattice::Direction>(d), 0);
    const auto j = natural(glass.state.quenched, plain.g, glass.order, 0, d);
    for (int n = 0; step.sign < 0 && n < 216; ++n) {
      const int x = n % 6, y = n / 6 % 6, z = n / 36;
      const int from =
          plain.at(x - (step.axis == 0 ? 1 : 0), y - (step.axis == 1 ? 1 : 0), z - (step.axis == 2 ? 1 : 0));
      const int stored = (j[static_cast<std::size_t>(n)] >> 9 & 1U) != 0 ? -1 : 1;
      CHECK(stored == plain.bond[step.axis][static_cast<std::size_t>(from)]);
    }
  }
}
