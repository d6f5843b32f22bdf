// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "testing/ensemble.hpp"
#include "testing/spaces.hpp"

#include <catch2/catch_template_test_macros.hpp>

using namespace neel;

TEMPLATE_LIST_TEST_CASE("sums are the same bits in every space", "[measure]", testing::Spaces) {
  const lattice::Geometry g{12, 10, 7, true, true, false};
  testing::Ensemble<2, Kokkos::DefaultHostExecutionSpace> host(g, 3, testing::perovskite(), 0.7, 0.002);
  testing::Ensemble<2, TestType> here(g, 3, testing::perovskite(), 0.7, 0.002);
  host.sweep(5);
  here.sweep(5);
  const auto a = host.measure(), b = here.measure();
  for (std::size_t s = 0; s < 3; ++s) {
    CHECK(a[s].exchange == b[s].exchange);
    CHECK(a[s].dm == b[s].dm);
    CHECK(a[s].anisotropy == b[s].anisotropy);
    CHECK(a[s].zeeman == b[s].zeeman);
    for (int c = 0; c < 2; ++c) {
      for (int k = 0; k < 3; ++k) {
        CHECK(a[s].spin[c][k] == b[s].spin[c][k]);
      }
    }
  }
}

TEMPLATE_LIST_TEST_CASE("spins add up to their plain sum", "[measure]", testing::Spaces) {
  const lattice::Geometry g{7, 5, 4};
  testing::Ensemble<2, TestType> e(g, 2, testing::perovskite(), 0.7, 0.002);
  e.sweep(3);
  const auto sums = e.measure();
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    const auto of_colour = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), e.state.sites.half(c));
    for (std::size_t k = 0; k < 3; ++k) {
      double total = 0;
      for (std::size_t z = 0; z < of_colour.extent(2); ++z) {
        for (std::size_t y = 0; y < of_colour.extent(3); ++y) {
          for (std::size_t i = 0; i < of_colour.extent(4); ++i) {
            total += static_cast<double>(of_colour(k, 1, z, y, i));
          }
        }
      }
      CHECK(std::abs(sums[1].spin[static_cast<int>(c)][k] - total) < 1e-6);
    }
  }
}
