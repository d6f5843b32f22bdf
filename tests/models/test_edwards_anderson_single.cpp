// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Synchronous coding, bit by bit against a plain implementation.
#include "testing/plain_glass.hpp"
#include "testing/spaces.hpp"

#include <neel/measure/glass_sums.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>

using namespace neel;
using testing::natural;
using testing::number_of;
using testing::Plain;

namespace {

/// The sites of a single large system, one int each.
template <int W, class State>
std::vector<int> slab_bits(const State& state, const lattice::Geometry& g, const lattice::Slabs<W>& order,
                           int replica) {
  const lattice::Geometry cells = state.geometry;
  const auto words = natural(state.sites, cells, order, replica, 0);
  std::vector<int> spin(static_cast<std::size_t>(g.sites()));
  for (int z = 0; z < g.lz; ++z) {
    for (int y = 0; y < g.ly; ++y) {
      for (int x = 0; x < g.lx; ++x) {
        const std::uint32_t cell = cells.short_number(x, y % cells.ly, z % cells.lz);
        const std::uint32_t word = words[cell * W + static_cast<std::uint32_t>(y / cells.ly)];
        spin[g.site_number(x, y, z)] = (word >> (z / cells.lz) & 1U) != 0 ? 1 : -1;
      }
    }
  }
  return spin;
}

template <class Exec>
std::vector<std::int64_t> over_bits(const measure::BitSums<Exec>& sums) {
  const auto here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums);
  std::vector<std::int64_t> total(here.extent(0));
  for (std::size_t group = 0; group < here.extent(0); ++group) {
    for (std::size_t bit = 0; bit < here.extent(1); ++bit) {
      total[group] += here(group, bit);
    }
  }
  return total;
}

/// Sums over the bits of slabs against plain sums over sites.
template <int W, class State, class Exec>
void compare_sums(const Exec& exec, const State& state, const lattice::Slabs<W>& order, const Plain& last) {
  const int R = state.replicas;
  const auto make = [](int groups) {
    return measure::BitSums<Exec>("neel::testing::sums", static_cast<std::size_t>(groups), 32 * W);
  };
  const auto energy = make(1);
  measure::unsatisfied_bonds(exec, state, order, lattice::Colour::even, R - 1, 1, energy);
  const std::int64_t along_y = models::is_plane(last.g) ? last.g.sites() / 2 : 0;
  CHECK(over_bits<Exec>(energy).front() == testing::unsatisfied(last) + along_y);
  if (R > 1) {
    Plain first = last;
    first.spin = slab_bits<W>(state, last.g, order, 0);
    measure::OverlapField<models::EdwardsAndersonSingle<W>, Exec> field(state, true);
    measure::ReplicaPairs pair;
    pair.add(0, R - 1);
    field.take(exec, state, order, pair);
    const auto links = make(1);
    measure::different_links(exec, state, order, pair, links);
    CHECK(over_bits<Exec>(links).front() == testing::different(first, last, 0, 1) +
                                                testing::different(first, last, 1, 1) +
                                                testing::different(first, last, 2, 1));
    const int most = std::max({last.g.lx, last.g.ly, last.g.lz}) / 2;
    const auto sums = make(3 * most);
    field.different(exec, most, sums);
    for (int axis = 0; axis < 3; ++axis) {
      for (int r = 1; r <= most; ++r) {
        CHECK(over_bits<Exec>(sums)[static_cast<std::size_t>(axis * most + r - 1)] ==
              testing::different(first, last, axis, r));
      }
    }
  }
}

template <int W, class Exec>
std::uint64_t compare_single(const lattice::Geometry& g, int R, double temperature, int sweeps, bool plainly) {
  using Model = models::EdwardsAndersonSingle<W>;
  const lattice::Slabs<W> order(g);
  const lattice::Geometry cells = lattice::Slabs<W>::cells(g);
  models::State<Model, Exec> state(cells, 1, R);
  const Exec exec;
  const models::DrawBonds draw{7, random::threshold(0.4)};
  Kokkos::deep_copy(exec, state.conditions, models::thresholds(temperature));
  models::fill("start", exec, cells, R, state.sites, models::StartBits<W>{3, true, 1, order.stride()}, order);
  models::fill("bonds", exec, cells, 1, state.quenched, models::SlabBonds<W>{g, 1, draw}, order);
  Plain plain{g, slab_bits<W>(state, g, order, R - 1), {}};
  const int planes = g.lz / 32;
  for (int axis = 0; plainly && axis < 3; ++axis) {
    for (std::uint32_t i = 0; i < g.sites(); ++i) {
      const std::uint32_t plane = i / static_cast<std::uint32_t>(g.lx * g.ly);
      const std::uint32_t word = i % static_cast<std::uint32_t>(g.lx * g.ly * planes);
      const std::uint32_t bits = draw(0, word, models::coupling_axis(g, axis));
      plain.bond[axis].push_back((bits >> (plane / static_cast<std::uint32_t>(planes)) & 1U) != 0 ? -1 : 1);
      plain.bond[axis].back() *= models::is_plane(g) && axis == 1 ? 0 : 1;
    }
  }
  const Model model{order.stride()};
  for (int s = 0; s < sweeps; ++s) {
    update::ordered_sweep(exec, model, state, order, 3, static_cast<std::uint64_t>(s));
    if (plainly) {
      plain.sweep(temperature, [&](int site) {
        const int word = site % (g.lx * g.ly * planes), bit = site / (g.lx * g.ly * planes);
        std::uint32_t number = 0;
        for (int digit = 0; digit < 32; ++digit) {
          // Digit k of the number is bit `bit` of the k-th word drawn.
          const std::uint32_t drawn = number_of(3, 0, static_cast<std::uint64_t>(s), word, 32 * (R - 1) + digit);
          number = number << 1 | (drawn >> bit & 1U);
        }
        return number;
      });
    }
  }
  if (plainly) {
    CHECK(slab_bits<W>(state, g, order, R - 1) == plain.spin);
    compare_sums<W>(exec, state, order, plain);
  }
  std::uint64_t hash = 0; // of the sites in natural order, whatever W
  const auto spin = slab_bits<W>(state, g, order, 0);
  for (std::size_t i = 0; i < spin.size(); ++i) {
    hash += spin[i] > 0 ? measure::scramble(i) : 0;
  }
  return hash;
}

} // namespace

TEMPLATE_LIST_TEST_CASE("a single large system moves as in a plain implementation", "[edwards-anderson]",
                        testing::Spaces) {
  for (const double temperature : {0.7, 1.1019, 4.0}) {
    compare_single<1, TestType>({4, 2, 64, true, true, true}, 1, temperature, 100, true);
    compare_single<1, TestType>({6, 1, 128, true, true, true}, 2, temperature, 40, true);
    compare_single<4, TestType>({4, 16, 64, true, true, true}, 2, temperature, 20, true);
    compare_single<16, TestType>({6, 32, 128, true, true, true}, 1, temperature, 5, true);
  }
}

TEMPLATE_LIST_TEST_CASE("a single large system does not depend on how it is cut", "[edwards-anderson]",
                        testing::Spaces) {
  const lattice::Geometry g{10, 32, 64, true, true, true};
  const std::uint64_t one = compare_single<1, TestType>(g, 2, 1.1, 30, false);
  CHECK(compare_single<4, TestType>(g, 2, 1.1, 30, false) == one);
  CHECK(compare_single<16, TestType>(g, 2, 1.1, 30, false) == one);
}
