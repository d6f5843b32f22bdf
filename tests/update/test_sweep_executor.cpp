// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Several sweeps at once, in every way in which they can be made, leave what as many single ones leave.
#include "testing/cooperative.hpp"
#include "testing/ensemble.hpp"
#include "testing/spaces.hpp"

#include <neel/models/ising.hpp>

#include <catch2/catch_template_test_macros.hpp>

extern template class neel::simulation::HalfLattices<neel::models::Ising,
                                                     Kokkos::DefaultExecutionSpace>; // the program's

using namespace neel;
using lattice::Geometry, models::Move, update::Strategy;

namespace {

const std::vector<Geometry> geometries{{16, 4, 6, true, true, true},  {8, 4, 6, true, false, true},
                                       {6, 4, 4, true, true, true},   {15, 4, 2, false, true, true},
                                       {9, 2, 2, false, true, false}, {72, 40, 2, true, true, true},
                                       {8, 6, 6, true, true, true},   {8, 7, 6, true, false, true}};

/// Physics of which only these moves are compiled: every way to make sweeps has kernels of its own.
template <class Physics, Move... Moves>
struct Only : Physics {
  static constexpr unsigned moves = models::moves_of(Moves...);
};

/// Serial has the code of the other host space.
using Spaces =
    testing::detail::With<Kokkos::DefaultExecutionSpace, std::tuple<Kokkos::DefaultHostExecutionSpace>>::type;

constexpr std::uint64_t seed = 77, near_the_edge = (1ULL << 32) - 3;
constexpr int systems = 3, count = 26, every = 5, measurements = 5; // the last sweep is not measured

/// Proposals accepted per system, of moves that do not adapt and of those that do; and sums.
template <class Model, ExecutionSpace Exec>
struct Measured {
  Kokkos::View<std::int64_t[measurements][2][systems], Kokkos::LayoutRight, typename Exec::memory_space> counts{
      "counts"};
  Kokkos::View<std::int64_t[measurements][systems][2][Model::terms], Kokkos::LayoutRight, typename Exec::memory_space>
      sums{"sums"};

  update::SweepBatch batch(std::uint64_t first) const {
    return {first, count, counts.data(), counts.data() + systems,   sums.data(), measurements,
            every, 1,     2 * systems,   2 * systems * Model::terms};
  }
  std::vector<std::int64_t> counted() const { return here(counts); }
  std::vector<std::int64_t> summed() const { return here(sums); }

private:
  template <class View>
  static std::vector<std::int64_t> here(const View& there) {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), there);
    return {host.data(), host.data() + host.size()};
  }
};

/// All sweeps from the n-th on.
[[maybe_unused]] update::SweepBatch rest(update::SweepBatch batch, int n) {
  batch.first += static_cast<std::uint64_t>(n);
  batch.count -= n;
  return batch;
}

/// `make()` gives a lattice, always with the same start. Sweeps from number `first` on.
template <class Exec, class Make>
void compare(const Make& make, const std::vector<Move>& moves, std::uint64_t first) {
  auto one_by_one = make();
  using Model = decltype(one_by_one.model);
  using SiteSums = measure::SiteSums<Model, Exec>;
  const Exec exec;
  const Measured<Model, Exec> expected;
  const update::SweepBatch whole = expected.batch(first);
  for (int n = 0; n < count; ++n) {
    for (std::uint32_t k = 0; k < moves.size(); ++k) {
      update::with_move<Model>(moves[k], [&]<Move M>() {
        update::sweep<M>(exec, one_by_one.model, one_by_one.state, seed, first + static_cast<std::uint64_t>(n),
                         whole.counter(M, whole.measurement(n)), k);
      });
    }
    if (whole.measurement(n) >= 0) {
      SiteSums(one_by_one.model, one_by_one.state, {})
          .launch(
              exec, one_by_one.state,
              typename SiteSums::Result(expected.sums.data() + n / every * whole.sums_apart, systems, 2, Model::terms));
    }
  }
  enum class Has { all, counts, sums, nothing };
  const auto same = [&](const std::string& name, const auto& sweep, Has has = Has::all) {
    INFO(name);
    auto all = make();
    const Measured<Model, Exec> measured;
    sweep(all, measured.batch(first));
    CHECK(all.hash() == one_by_one.hash());
    CHECK(((has != Has::all && has != Has::counts) || measured.counted() == expected.counted()));
    CHECK(((has != Has::all && has != Has::sums) || measured.summed() == expected.summed()));
  };
  for (const Strategy strategy :
       update::SweepExecutor(exec, one_by_one.model, one_by_one.state, moves, seed).strategies()) {
    same("strategy " + std::to_string(static_cast<int>(strategy)), [&](auto& all, const update::SweepBatch& batch) {
      CHECK(update::SweepExecutor(exec, all.model, all.state, moves, seed).run(batch, strategy));
    });
  }
  using Views = Kokkos::View<Move*, typename Exec::memory_space>;
  const Views there("moves", moves.size());
  Kokkos::deep_copy(there, Kokkos::View<const Move*, Kokkos::HostSpace>(moves.data(), moves.size()));
  same(
      "teams",
      [&](auto& all, const update::SweepBatch& batch) {
        for (int done = 0; done < count;) {
          const update::SweepBatch part = batch.part(done);
          update::team_sweeps(exec, all.model, all.state, update::Moves<Exec>(there), seed, part);
          done += part.count;
        }
      },
      Has::counts);
  const Blocks blocks{systems, lattice::vector_length * lattice::SiteVectors(one_by_one.state.geometry).count(),
                      measure::BlockSums<Model>::bytes};
  if constexpr (runs_on_host<Exec>) {
    if (blocks.count * blocks.threads <= 200) {
      same("flow", [&](auto& all, const update::SweepBatch& batch) {
        const update::StampedSites<typename Model::Site, Exec> stamped(
            "flow", 2, systems * all.state.geometry.half_volume(), Stamped<typename Model::Site>::words);
        lattice::with_vectors_of(all.state.geometry, [&]<bool Whole, bool Open>() {
          using StampedSites = update::PointToPointSweeps<Model, Exec, Whole, Open>;
          testing::run_blocks(testing::InBlocks<StampedSites>{
              {all.model, all.state, update::Moves<Exec>(there), seed, batch, {}, stamped, (1U << 16) - 9}, blocks});
        });
      });
    }
  } else if (blocks.threads % 32 != 0) { // a warp would have sites of several systems
    auto all = make();
    CHECK_FALSE(update::PointToPointLauncher<Model, Exec>().run(exec, all.model, all.state, update::Moves<Exec>(there),
                                                                seed, {first, 2}));
  } else {
    same("flow", [&](auto& all, const update::SweepBatch& batch) {
      update::PointToPointLauncher<Model, Exec> stamped((1U << 16) - 9); // versions that go round
      const update::Moves<Exec> order(there);
      CHECK_FALSE(stamped.run(exec, all.model, all.state, order, seed, {first, 1 << 15})); // too many for one launch
      CHECK(stamped.run(exec, all.model, all.state, order, seed, {first, 2}));
      CHECK(stamped.run(exec, all.model, all.state, order, seed, rest(batch, 2)));
    });
  }
  same(
      "graphs",
      [&](auto& all, const update::SweepBatch& /*span*/) {
        update::SweepGraphs graphs(
            exec, update::VectorHalfSweeps<decltype(all.model), Exec>{all.model, all.state, moves, seed}, 8);
        update::SweepExecutor one(exec, all.model, all.state, moves, seed);
        int n = 0;
        const auto submit = [&](int asked, int made) {
          const int done = graphs.submit(first + static_cast<std::uint64_t>(n), asked);
          CHECK(done == made);
          n += done;
        };
        const auto launch = [&](int until) {
          for (; n < until; ++n) {
            one.run({first + static_cast<std::uint64_t>(n), 1}, Strategy::launches);
          }
        };
        submit(5, first == near_the_edge ? 0 : 4); // not over the end of the low bits
        launch(5);
        submit(13, 12); // eight and four, from elsewhere
        launch(count);
      },
      Has::nothing);
  const auto measured_graphs = [&](auto& all, const update::SweepBatch& batch) {
    update::SweepGraphs graphs( // of two measurements each
        exec, update::VectorHalfSweeps<decltype(all.model), Exec>{all.model, all.state, moves, seed}, 2 * every);
    update::SweepExecutor one(exec, all.model, all.state, moves, seed);
    int made = 0;
    for (int n = 0; n < count;) {
      const int now = graphs.submit_measured(batch.alike(n));
      const update::SweepBatch part = batch.part(n);
      if (now == 0) {
        one.run(part, Strategy::launches);
      }
      made += now;
      n += now > 0 ? now : part.count;
    }
    CHECK(made == 4 * every); // not over the end of the low bits; or not the last measurement
  };
  same("measured graphs", measured_graphs);
  same(
      "measured graphs that count nothing",
      [&](auto& all, update::SweepBatch batch) {
        batch.fixed = batch.adapting = nullptr;
        measured_graphs(all, batch);
      },
      Has::sums);
  CHECK(one_by_one.hash() != make().hash());
}

struct UpDownStart {
  KOKKOS_FUNCTION models::UpDown operator()(const models::Place& at) const {
    return models::UpDown::of(random::Stream(3, random::Purpose::start, 0, 0)(at.number).a >> 31 != 0 ? 1 : -1);
  }
};

} // namespace

TEMPLATE_LIST_TEST_CASE("several sweeps at once are as many one by one", "[update][alone]", Spaces) {
  using One = Only<models::Heisenberg<1>, Move::heat_bath, Move::over_relaxation>;
  using Two = Only<models::Heisenberg<2>, Move::metropolis, Move::cone>;
  for (const Geometry& g : geometries) {
    INFO(g.lx << " x " << g.ly << " x " << g.lz);
    compare<TestType>(
        [&] { return testing::Ensemble<1, TestType, One>(g, systems, One{testing::pure(1.0F, 0.1F)}, 0.7, 0.1); },
        {Move::heat_bath, Move::over_relaxation, Move::over_relaxation}, 5);
    compare<TestType>(
        [&] { return testing::Ensemble<2, TestType, Two>(g, systems, Two{testing::perovskite()}, 0.5, 0.1); },
        {Move::metropolis, Move::cone}, near_the_edge);
    compare<TestType>(
        [&] {
          testing::Sites<models::Ising, TestType> all(g, systems, models::Ising(), {}, {0.4, 0.1}, 1);
          all.lattice.place("start", UpDownStart());
          return all;
        },
        {Move::metropolis, Move::heat_bath}, 5);
  }
}
