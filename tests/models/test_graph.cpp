// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Heisenberg spins on a network: the simple cubic lattice has the bits of half-lattices, and all ways to sweep leave the same bits.

#include "testing/cooperative.hpp"
#include "testing/ensemble.hpp"
#include "testing/plain_graph.hpp"
#include "testing/spaces.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

namespace neel {

namespace {

using models::BondTerms;
using models::Move;
template <BondTerms B>
using Physics = models::HeisenbergGraph<B>;

const std::vector<Move> all_moves{Move::metropolis, Move::cone, Move::heat_bath, Move::over_relaxation};

/// The simple cubic lattice, as cells of one site.
crystal::Tables cubic(const lattice::Geometry& g) {
  return crystal::make_tables({{g.lx, g.ly, g.lz}, {g.periodic_x, g.periodic_y, g.periodic_z}, 1},
                              {{0, 0, {1, 0, 0}, 0, 0}, {0, 0, {0, 1, 0}, 0, 0}, {0, 0, {0, 0, 1}, 0, 0}});
}

/// A site of each cell, with bonds of three kinds to 24 others, one of them not the same in both directions.
crystal::Tables shells(const std::array<int, 3>& size, const std::array<bool, 3>& periodic) {
  std::vector<crystal::Bond> bonds;
  for (int z = 0; z <= 2; ++z) {
    for (int y = -2; y <= 2; ++y) {
      for (int x = -2; x <= 2; ++x) {
        const int distance = x * x + y * y + z * z;
        const bool half = z > 0 || (z == 0 && (y > 0 || (y == 0 && x > 0)));
        if (half && (distance <= 2 || distance == 4)) {
          const int kind = distance == 4 ? 2 : distance - 1;
          bonds.push_back({0, 0, {x, y, z}, kind, kind == 1 ? 3 : kind});
        }
      }
    }
  }
  return crystal::make_tables({size, periodic, 1}, bonds);
}

/// What is measured in three passes, the spins of group 0 with energies and of two that are empty.
template <bool ByVectors, class P, class Exec>
std::vector<std::int64_t> sums(const simulation::GraphLattice<P, Exec>& all) {
  using Sums = measure::GraphSums<P, Exec, ByVectors>;
  const typename Sums::Result result("sums", 3, static_cast<std::size_t>(all.systems()), P::terms);
  Sums(P{}, all.state(), testing::network_formats<P>(), 3).launch(Exec(), result);
  const auto here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), result);
  return {here.data(), here.data() + here.size()};
}

/// Sweeps a network in all ways, which leave the same spins, and count the same in the last sweep.
template <class P, class Exec>
void check_all_ways(const simulation::GraphLattice<P, Exec>& all, int systems) {
  constexpr int count = 9;
  const std::uint64_t first = (std::uint64_t{5} << 32) + 3;
  const Seed seed = 4;
  const Exec exec;
  const P physics{};
  const auto place = [&] {
    all.place([](int system, std::uint32_t number) { return testing::random_spin(1, system, number); });
  };
  update::GraphSweeps<P, Exec> sweeps(exec, physics, all.state(), all_moves, seed);
  using Counts = Kokkos::View<std::int64_t*, typename Exec::memory_space>;
  const auto counted = [&](const auto& sweep) {
    place();
    const Counts counts("counts", 2 * systems);
    sweep(update::SweepBatch{first, count, counts.data(), counts.data() + systems});
    exec.fence();
    const auto here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), counts);
    return std::pair{all.hash(), std::vector<std::int64_t>(here.data(), here.data() + here.size())};
  };
  const auto launches = [&](const update::SweepBatch& span, int from) {
    for (int n = from; n < span.count; ++n) {
      for (std::uint32_t k = 0; k < all_moves.size(); ++k) {
        update::with_move<P>(all_moves[k], [&]<Move M>() {
          for (int c = 0; c < static_cast<int>(all.state().graph.colours().size()); ++c) {
            update::GraphColourSweep<P, Exec, M>(physics, all.state(), c, seed, first + static_cast<std::uint64_t>(n),
                                                 k)
                .launch(exec, all.state(), span.counter(M, span.measurement(n)));
          }
        });
      }
    }
  };
  const auto expected = counted([&](const update::SweepBatch& span) { launches(span, 0); });
  if constexpr (runs_on_host<Exec>) {
    const auto measured = sums<false>(all);
    CHECK(measured[P::exchange_energy] != 0);
    CHECK(sums<true>(all) == measured);
  }
  CHECK(expected.second[0] > 0);
  place();
  const std::uint64_t start = all.hash();
  const auto swept = [&](const auto& between) { // by the lattice, where sweeps wait
    place();
    for (std::uint64_t n = 0; n < 5; ++n) {
      all.sweep(first + n, nullptr, nullptr);
      between();
    }
    return all.hash();
  };
  const std::uint64_t each_waited_for = swept([&] { all.wait(); });
  CHECK(each_waited_for != start);
  CHECK(swept([] {}) == each_waited_for);
  all.sweep(first + 5, nullptr, nullptr);
  place();
  CHECK(all.hash() == start);
  for (const update::Strategy strategy : sweeps.strategies()) {
    INFO(static_cast<int>(strategy));
    CHECK(counted([&](const update::SweepBatch& span) { CHECK(sweeps.run(span, strategy)); }) == expected);
  }
  if constexpr (!runs_on_host<Exec>) {
    bool all_made = false;
    const auto graphs = counted([&](const update::SweepBatch& span) {
      all_made = update::SweepGraphs(exec, sweeps, 8).submit(first, 8) == 8;
      launches(span, 8);
    });
    CHECK((all_made && graphs == expected));
  }
  if constexpr (runs_on_host<Exec>) {
    if (update::GraphTeamLauncher<P, Exec> teams(all.state(), all_moves); teams.fits(exec)) {
      CHECK(counted([&](const update::SweepBatch& span) {
              CHECK(teams.run(exec, physics, all.state(), seed, {first, 2}));
              CHECK(teams.run(exec, physics, all.state(), seed, {first + 2, count - 2, span.fixed, span.adapting}));
            }) == expected);
      CHECK(counted([&](const update::SweepBatch& span) {
              testing::run_blocks(testing::InBlocks{teams.sweeps(physics, all.state(), seed, span), teams.blocks(7)});
            }) == expected);
    }
  }
  const update::GraphPersistentLauncher<P, Exec> launcher(all.state(), all_moves);
  for (const bool by_site : {false, true}) {
    bool done = false;
    const auto together = counted([&](const update::SweepBatch& span) {
      done = launcher.run(exec, physics, all.state(), seed, {first, 2}, !by_site) &&
             launcher.run(exec, physics, all.state(), seed, {first + 2, count - 2, span.fixed, span.adapting}, by_site);
    });
    CHECK((done && together == expected));
  }
}

} // namespace

TEMPLATE_LIST_TEST_CASE("the cubic lattice as a network has the bits of half-lattices", "[network]", testing::Spaces) {
  const int systems = 3;
  for (const lattice::Geometry& g : {lattice::Geometry{16, 4, 6, true, true, true},
                                     {12, 5, 4, false, false, true},
                                     {16, 5, 4, true, false, true},
                                     {7, 3, 5},
                                     {1040, 2, 2, true, true, true},
                                     {2, 2, 2, true, true, true}}) {
    INFO(g.lx << " x " << g.ly << " x " << g.lz);
    const crystal::Tables tables = cubic(g);
    REQUIRE(tables.lined);
    testing::Ensemble<1, TestType> half(g, systems, testing::pure(1.0F, 0, 0.3F, 0.8F), 0.7, 0.2);
    using P = Physics<BondTerms::exchange>;
    P::SiteSpecies occupant;
    occupant.anisotropy = 0.3F;
    occupant.moment = 0.8F;
    const auto setup =
        std::make_shared<testing::Setup<P>>(testing::network_setup<P>(tables, {{1.0F}}, occupant, systems));
    const simulation::GraphLattice<P, TestType> graph({systems, 1, 1, all_moves, 1}, setup, P{},
                                                      testing::network_formats<P>());
    graph.set_conditions(std::vector<models::Conditions>(systems, {1 / 0.7F, 0.2F, 0.7F}));
    graph.place([](int system, std::uint32_t number) { return testing::random_spin(1, system, number); });
    half.moves = all_moves;
    half.sweep(10);
    const Kokkos::View<std::int64_t*, typename TestType::memory_space> accepted("accepted", systems);
    for (std::uint64_t n = 0; n < 10; ++n) {
      graph.sweep(n, accepted.data(), accepted.data());
    }
    CHECK(graph.hash() == half.hash());
    CHECK(graph.first_invalid() == measure::no_site);
    const auto counts = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), accepted);
    CHECK(counts(0) <= 40 * g.sites());
    CHECK(counts(0) > 10 * g.sites()); // the heat bath accepts most
  }
}

TEMPLATE_LIST_TEST_CASE("all ways to sweep a network leave the same bits", "[network]", testing::Spaces) {
  const auto check = [](const crystal::Tables& tables, auto couplings, int systems) {
    using P = Physics<BondTerms::matrix>;
    P::SiteSpecies occupant;
    occupant.anisotropy = 0.3F;
    const auto setup = std::make_shared<testing::Setup<P>>(testing::network_setup<P>(
        tables, std::vector<P::Coupling>(couplings.begin(), couplings.end()), occupant, systems));
    if (systems > 1) { // some are vacant, some of another group, which is measured in pass 1
      occupant.group = 5;
      occupant.anisotropy = -0.2F;
      occupant.occupied = true;
      setup->occupants.push_back(occupant);
      setup->alike = false;
      for (std::size_t k = 0; k < setup->occupant.size(); ++k) {
        std::uint8_t& o = setup->occupant[k];
        o = o != 0 && k % 3 == 1 ? 2 : (k % 7 == 3 ? 0 : o);
      }
    }
    const simulation::GraphLattice<P, TestType> all({systems, 1, 1, all_moves, 1}, setup, P{},
                                                    testing::network_formats<P>());
    all.set_conditions(std::vector<models::Conditions>(static_cast<std::size_t>(systems), {1 / 0.7F, 0.2F, 0.7F}));
    check_all_ways(all, systems);
  };
  const auto matrix = [](double a, double b) {
    return testing::coupling<BondTerms::matrix>({{{a, b, 0.1}, {-b, a, 0.2}, {0.3, 0.1, a}}}, 0);
  };
  for (const int systems : {1, 3}) {
    INFO(systems << " systems");
    check(cubic({16, 4, 6, true, true, true}), std::vector{matrix(1, 0)}, systems);
    check(cubic({7, 3, 5}), std::vector{matrix(1, 0.2)}, systems);
    check(cubic({24, 5, 6, true, false, false}), std::vector{matrix(1, 0.2)}, systems); // a film, whose rows close
    check(crystal::make_tables({{8, 6, 1}, {true, true, false}, 1}, {{0, 0, {1, 0, 0}, 0, 0}, {0, 0, {0, 1, 0}, 0, 0}}),
          std::vector{matrix(1, 0)}, systems); // four slots
    const std::vector kinds{matrix(1, 0), matrix(0.5, 0.3), matrix(-0.2, 0.1), matrix(0.5, -0.3)};
    check(shells({24, 6, 6}, {true, true, true}), kinds, systems);
    check(shells({10, 5, 7}, {false, true, false}), kinds, systems);
    check(shells({24, 6, 6}, {true, false, false}), kinds, systems);
  }
  const testing::NetworkEnsemble<BondTerms::matrix, TestType> graph(testing::random_network(60, 200, 1.0, 0, 7), 2, 0.8,
                                                                    all_moves);
  check_all_ways(graph.lattice, 2);
}

} // namespace neel
