// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Several sweeps at once, in every way in which they can be made, leave what as many single ones leave.
#include "testing/ensemble.hpp"
#include "testing/spaces.hpp"

#include <neel/models/ising.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <set>

using namespace neel;
using lattice::Geometry, models::Move, update::Way;

namespace {

const std::vector<Geometry> geometries{{16, 4, 6, true, true, true},  {8, 8, 8, true, false, true},
                                       {6, 4, 4, true, true, true},   {15, 4, 2, false, true, true},
                                       {9, 2, 2, false, true, false}, {72, 40, 2, true, true, true}};

/// Serial has the code of the other host space.
using Spaces =
    testing::detail::With<Kokkos::DefaultExecutionSpace, std::tuple<Kokkos::DefaultHostExecutionSpace>>::type;

constexpr std::uint64_t seed = 77, first = (1ULL << 32) - 3;
constexpr int systems = 3, count = 13;

/// Proposals accepted per system, of moves that do not adapt and of those that do.
template <ExecutionSpace Exec>
struct Counts {
  Kokkos::View<std::int64_t[2][systems], Kokkos::LayoutRight, typename Exec::memory_space> there{"counts"};

  update::Span span() const { return {first, count, there.data(), there.data() + systems}; }
  std::vector<std::int64_t> here() const {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), there);
    return {host.data(), host.data() + 2 * systems};
  }
};

/// `make()` gives a lattice, always with the same start.
template <class Exec, class Make>
void compare(const Make& make, const std::vector<Move>& moves) {
  auto one_by_one = make();
  const Exec exec;
  const Counts<Exec> expected;
  for (int n = 0; n < count; ++n) {
    const bool last = n + 1 == count;
    for (std::uint32_t k = 0; k < moves.size(); ++k) {
      update::with_move<decltype(one_by_one.model)>(moves[k], [&]<Move M>() {
        update::sweep<M>(exec, one_by_one.model, one_by_one.state, seed, first + static_cast<std::uint64_t>(n),
                         last ? expected.span().counter(M) : nullptr, k);
      });
    }
  }
  const auto same = [&](const std::string& name, const auto& sweep) {
    INFO(name);
    auto all = make();
    const Counts<Exec> counts;
    sweep(all, counts.span());
    CHECK(all.hash() == one_by_one.hash());
    CHECK(counts.here() == expected.here());
  };
  for (const Way way : {Way::launches, Way::graphs, Way::together, Way::systems}) {
    same("way " + std::to_string(static_cast<int>(way)), [&](auto& all, const update::Span& span) {
      update::Sweeps(exec, all.model, all.state, moves, seed, way).run(span);
    });
  }
  using Views = Kokkos::View<Move*, typename Exec::memory_space>;
  const Views there("moves", moves.size());
  Kokkos::deep_copy(there, Kokkos::View<const Move*, Kokkos::HostSpace>(moves.data(), moves.size()));
  same("teams", [&](auto& all, const update::Span& span) {
    update::team_sweeps(exec, all.model, all.state, update::Moves<Exec>(there), seed, span);
  });
  for (const bool by_site : {false, true}) {
    same(by_site ? "together, by site" : "together", [&](auto& all, const update::Span& span) {
      const Kokkos::View<Arrivals, typename Exec::memory_space> arrived("arrived");
      const update::Moves<Exec> order(there);
      CHECK(update::together_sweeps(exec, all.model, all.state, order, seed, {first, 2}, arrived.data(), by_site));
      CHECK(update::together_sweeps(exec, all.model, all.state, order, seed,
                                    {first + 2, count - 2, span.fixed, span.adapting}, arrived.data(), by_site));
    });
  }
  same("graphs", [&](auto& all, const update::Span& span) {
    update::SweepGraphs graphs(exec, all.model, all.state, moves, seed, 4);
    const update::Sweeps one(exec, all.model, all.state, moves, seed, Way::launches);
    CHECK(graphs.submit(first, 7) == 0); // over the end of the low bits
    for (int n = 0; n < 3; ++n) {
      one.run({first + static_cast<std::uint64_t>(n), 1});
    }
    CHECK(graphs.submit(first + 3, 11) == 8);
    one.run({first + 11, count - 11, span.fixed, span.adapting});
  });
  CHECK(one_by_one.hash() != make().hash());
}

struct UpDownStart {
  KOKKOS_FUNCTION models::UpDown operator()(const models::Place& at) const {
    return models::UpDown::of(random::Stream(3, random::Purpose::start, 0, 0)(at.number).a >> 31 != 0 ? 1 : -1);
  }
};

} // namespace

TEMPLATE_LIST_TEST_CASE("several sweeps at once are as many one by one", "[update]", Spaces) {
  for (const Geometry& g : geometries) {
    INFO(g.lx << " x " << g.ly << " x " << g.lz);
    compare<TestType>([&] { return testing::Ensemble<1, TestType>(g, systems, testing::pure(1.0F, 0.1F), 0.7, 0.1); },
                      {Move::heat_bath, Move::over_relaxation, Move::over_relaxation});
    compare<TestType>([&] { return testing::Ensemble<2, TestType>(g, systems, testing::perovskite(), 0.5, 0.1); },
                      {Move::metropolis, Move::cone});
    compare<TestType>(
        [&] {
          testing::Sites<models::Ising, TestType> all(g, systems, models::Ising(), {}, {0.4, 0.1}, 1);
          all.lattice.place("start", UpDownStart());
          return all;
        },
        {Move::metropolis, Move::heat_bath});
  }
}

TEMPLATE_LIST_TEST_CASE("sweeps that wait are done before anybody looks", "[update]", Spaces) {
  const Geometry g{8, 6, 4, true, true, true};
  const auto make = [&] { return testing::Ensemble<1, TestType>(g, 2, testing::pure(1.0F, 0.1F), 0.7, 0.1); };
  auto asked = make(), waiting = make();
  std::vector<std::uint64_t> hashes;
  for (int n = 0; n < 7; ++n) {
    asked.lattice.sweep(static_cast<std::uint64_t>(n), nullptr, nullptr);
    waiting.lattice.sweep(static_cast<std::uint64_t>(n), nullptr, nullptr);
    hashes.push_back(asked.lattice.hash());
  }
  CHECK(waiting.lattice.hash() == hashes.back());
  CHECK(std::set(hashes.begin(), hashes.end()).size() == hashes.size());
  auto jumping = make(), other = make();
  for (const std::uint64_t number : {3, 4, 9}) { // not one after another
    jumping.lattice.sweep(number, nullptr, nullptr);
    other.lattice.sweep(number, nullptr, nullptr);
    other.lattice.wait();
  }
  CHECK(jumping.lattice.configuration(1).values == other.lattice.configuration(1).values);
}
