// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The trajectory is a function of the input alone: these hashes are the same in every execution space, with any number of
// threads, any vector width and any compiler.
#include "testing/ensemble.hpp"
#include "testing/spaces.hpp"

#include <catch2/catch_template_test_macros.hpp>

using namespace neel;

TEMPLATE_LIST_TEST_CASE("known final configurations", "[determinism]", testing::Spaces) {
  struct Case {
    lattice::Geometry g;
    int systems;
    std::uint64_t hash;
  };
  for (const Case& c :
       {Case{{8, 8, 8, true, true, true}, 1, 0xF80AE4216C8AA202ULL}, Case{{5, 7, 3}, 4, 0x357A0C363F62F573ULL},
        Case{{40, 40, 40}, 1, 0x15638D6861041040ULL}, Case{{34, 6, 1, true, true}, 3, 0xEB9B8A4550390B3BULL}}) {
    testing::Ensemble<2, TestType> e(c.g, c.systems, testing::perovskite(), 0.5, 0.002, 42);
    e.sweep(100);
    INFO(c.g.lx << " x " << c.g.ly << " x " << c.g.lz << ": 0x" << std::hex << e.hash());
    CHECK(e.hash() == c.hash);
  }
}

TEMPLATE_LIST_TEST_CASE("a system's trajectory does not depend on the systems beside it", "[determinism]",
                        testing::Spaces) {
  const lattice::Geometry g{6, 6, 6, true, true, true};
  testing::Ensemble<2, TestType> one(g, 1, testing::perovskite(), 0.5, 0.002, 3);
  testing::Ensemble<2, TestType> many(g, 5, testing::perovskite(), 0.5, 0.002, 3);
  one.sweep(20);
  many.sweep(20);
  const auto alone = one.measure().front(), together = many.measure().front();
  CHECK(alone.exchange == together.exchange);
  CHECK(alone.dm == together.dm);
  CHECK(many.measure()[1].exchange != together.exchange);
}

TEMPLATE_LIST_TEST_CASE("counting acceptances leaves the trajectory alone, and counts right", "[determinism]",
                        testing::Spaces) {
  using E = testing::Ensemble<2, TestType>;
  const lattice::Geometry g{10, 9, 3, true, false, false};
  E plain(g, 2, testing::perovskite(), 0.8, 0.002), counting(g, 2, testing::perovskite(), 0.8, 0.002);
  plain.sweep(10);
  const Kokkos::View<std::int64_t*, typename TestType::memory_space> accepted("neel::testing::accepted", 2);
  counting.sweep(9);
  const auto before = Kokkos::create_mirror(counting.state.sites.half(lattice::Colour::even));
  const auto before_odd = Kokkos::create_mirror(before);
  Kokkos::deep_copy(before, counting.state.sites.half(lattice::Colour::even));
  Kokkos::deep_copy(before_odd, counting.state.sites.half(lattice::Colour::odd));
  counting.lattice.sweep(9, accepted.data(), nullptr);
  CHECK(plain.hash() == counting.hash());
  const auto counted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), accepted);
  for (std::size_t system = 0; system < 2; ++system) {
    std::int64_t moved = 0;
    for (const bool even : {true, false}) {
      const auto after = Kokkos::create_mirror_view_and_copy(
          Kokkos::HostSpace(), counting.state.sites.half(even ? lattice::Colour::even : lattice::Colour::odd));
      const auto& old = even ? before : before_odd;
      for (std::size_t z = 0; z < after.extent(2); ++z) {
        for (std::size_t y = 0; y < after.extent(3); ++y) {
          for (std::size_t i = 0; i < after.extent(4); ++i) {
            moved += after(2, system, z, y, i) != old(2, system, z, y, i) ? 1 : 0;
          }
        }
      }
    }
    CHECK(counted(system) == moved);
  }
}
