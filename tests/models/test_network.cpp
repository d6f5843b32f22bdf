// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Heisenberg spins on a network: the simple cubic lattice has the bits of half-lattices, and energies are those of the formula.

#include "testing/ensemble.hpp"
#include "testing/network.hpp"
#include "testing/spaces.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <random>

namespace neel {

namespace {

using models::BondTerms;
using models::Move;
template <BondTerms B>
using Physics = models::HeisenbergNetwork<B>;

const std::vector<Move> all_moves{Move::metropolis, Move::cone, Move::heat_bath, Move::over_relaxation};

/// The simple cubic lattice, as cells of one site.
crystal::Tables cubic(const lattice::Geometry& g) {
  return crystal::make_tables({{g.lx, g.ly, g.lz}, {g.periodic_x, g.periodic_y, g.periodic_z}, 1},
                              {{0, 0, {1, 0, 0}, 0, 0}, {0, 0, {0, 1, 0}, 0, 0}, {0, 0, {0, 0, 1}, 0, 0}});
}

} // namespace

TEMPLATE_LIST_TEST_CASE("the cubic lattice as a network has the bits of half-lattices", "[network]", testing::Spaces) {
  const int systems = 3;
  for (const lattice::Geometry& g : {lattice::Geometry{16, 4, 6, true, true, true},
                                     {12, 5, 4, false, false, true},
                                     {7, 3, 5},
                                     {1040, 2, 2, true, true, true},
                                     {2, 2, 2, true, true, true}}) {
    INFO(g.lx << " x " << g.ly << " x " << g.lz);
    const crystal::Tables tables = cubic(g);
    REQUIRE(tables.lined);
    testing::Ensemble<1, TestType> half(g, systems, testing::pure(1.0F, 0, 0.3F, 0.8F), 0.7, 0.2);
    using P = Physics<BondTerms::exchange>;
    P::Occupant occupant;
    occupant.anisotropy = 0.3F;
    occupant.moment = 0.8F;
    const auto setup =
        std::make_shared<testing::Setup<P>>(testing::network_setup<P>(tables, {{1.0F}}, occupant, systems));
    const simulation::NetworkLattice<P, TestType> network({systems, 1, 1, all_moves, 1}, setup, P{},
                                                          testing::network_formats<P>());
    network.set_conditions(std::vector<models::Conditions>(systems, {1 / 0.7F, 0.2F, 0.7F}));
    network.place([](int system, std::uint32_t number) { return testing::random_spin(1, system, number); });
    half.moves = all_moves;
    half.sweep(10);
    const Kokkos::View<std::int64_t*, typename TestType::memory_space> accepted("accepted", systems);
    for (std::uint64_t n = 0; n < 10; ++n) {
      network.sweep(n, accepted.data(), accepted.data());
    }
    CHECK(network.hash() == half.hash());
    CHECK(network.first_invalid() == measure::no_site);
    const auto counts = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), accepted);
    CHECK(counts(0) <= 40 * g.sites());
    CHECK(counts(0) > 10 * g.sites()); // the heat bath accepts most
  }
}

} // namespace neel
