// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Kernels whose threads wait for one another leave what one launch after the other leaves: sweeps of spin glasses, colours of fields.
#include "testing/cooperative.hpp"
#include "testing/glass.hpp"
#include "testing/spaces.hpp"

#include <neel/models/phi4.hpp>
#include <neel/models/phi4_start.hpp>
#include <neel/update/field_sweep.hpp>
#include <neel/update/multispin_sweeps.hpp>

#include <catch2/catch_template_test_macros.hpp>

using namespace neel;
using testing::cube;

namespace {

using Spaces =
    testing::detail::With<Kokkos::DefaultExecutionSpace, std::tuple<Kokkos::DefaultHostExecutionSpace>>::type;

const std::vector<Blocks> shapes{{1, 1}, {3, 4}, {5, 1}};

constexpr std::uint64_t near_the_edge = (1ULL << 32) - 3; // of the low bits of a sweep's number
constexpr int count = 7;

/// `glass()` gives one, always with the same start, with its model, order, state, seed and hash().
template <class Exec, class Make>
void compare(const Make& glass) {
  const Exec exec;
  using Model = decltype(glass().model);
  using Order = decltype(glass().order);
  for (const std::uint64_t first : {std::uint64_t{5}, near_the_edge}) {
    auto one_by_one = glass();
    const std::uint64_t start = one_by_one.hash();
    for (int n = 0; n < count; ++n) {
      update::ordered_sweep(exec, one_by_one.model, one_by_one.state, one_by_one.order, one_by_one.seed,
                            first + static_cast<std::uint64_t>(n));
    }
    CHECK(one_by_one.hash() != start);
    const auto same = [&](const auto& sweep) {
      auto all = glass();
      sweep(all);
      CHECK(all.hash() == one_by_one.hash());
    };
    const update::SweepBatch batch{first, count};
    if constexpr (!runs_on_host<Exec> && launches_cooperatively<Exec>) { // not by the other way, where it cannot be
      const Kokkos::View<BarrierCount, typename Exec::memory_space> arrived("arrived");
      same([&](auto& all) {
        REQUIRE(launch_cooperative(
            exec, update::MultispinPersistentSweeps(all.model, all.state, all.order, all.seed, batch), arrived.data()));
      });
    }
    for (const update::Strategy strategy :
         update::MultispinSweeps(exec, one_by_one.model, one_by_one.state, one_by_one.order, one_by_one.seed)
             .strategies()) {
      same([&](auto& all) {
        INFO(static_cast<int>(strategy));
        update::MultispinSweeps sweeps(exec, all.model, all.state, all.order, all.seed);
        CHECK(sweeps.most() > 1);
        CHECK(sweeps.run({first, 2}, strategy));
        CHECK(sweeps.run({first + 2, count - 2}, strategy));
      });
    }
    constexpr std::uint32_t version = (1U << 16) - 5; // versions go round
    if constexpr (runs_on_host<Exec>) {
      for (const Blocks& shape : shapes) {
        same([&](auto& all) {
          const update::MultispinPersistentSweeps together(all.model, all.state, all.order, all.seed, batch);
          testing::run_blocks(testing::InBlocks{together, shape});
        });
      }
      const auto threads = update::MultispinPointToPoint<Model, Order, Exec>::sites(one_by_one.state);
      if (threads <= 200) {
        same([&](auto& all) {
          const update::StampedSites<typename Model::Site, Exec> flow(
              "flow", 2, static_cast<std::size_t>(all.state.replicas * all.state.replica_stride()),
              Stamped<typename Model::Site>::words);
          const update::MultispinPointToPoint<Model, Order, Exec> flowing(all.model, all.state, all.order, all.seed,
                                                                          batch, flow, version);
          testing::run_blocks(testing::InBlocks{flowing, {1, static_cast<int>(threads) + 1}});
        });
      }
    } else if constexpr (launches_cooperatively<Exec>) {
      same([&](auto& all) {
        update::MultispinPointToPointLauncher<Model, Order, Exec> flow(all.state, version);
        REQUIRE(flow.run(exec, all.model, all.state, all.order, all.seed, {first, 2}));
        REQUIRE(flow.run(exec, all.model, all.state, all.order, all.seed, {first + 2, count - 2}));
      });
    }
  }
}

/// One sample whose sites are bits.
template <ExecutionSpace Exec>
struct Single {
  using Model = models::EdwardsAndersonSingle<1>;
  using Order = lattice::Slabs<1>;

  Single(const lattice::Geometry& g, int replicas)
      : order(g), model{order.stride()}, state(Order::cells(g), 1, replicas) {
    Kokkos::deep_copy(exec, state.conditions, models::thresholds(1.3));
    models::fill("start", exec, state.geometry, replicas, state.sites,
                 models::StartBits<1>{seed.value, true, 1, order.stride()}, order);
    models::fill("bonds", exec, state.geometry, 1, state.quenched,
                 models::SlabBonds<1>{g, 1, {7, random::threshold(0.4)}}, order);
  }
  std::uint64_t hash() const {
    return measure::hash(exec, state.geometry, state.replicas, state.sites, order,
                         measure::SystemNumbers::of(state.replicas));
  }

  Exec exec;
  Seed seed{3};
  Order order;
  Model model;
  models::State<Model, Exec> state;
};

/// Fields, and the proposals that each system has accepted.
template <class Physics, ExecutionSpace Exec>
struct Fields {
  using Counters = Kokkos::View<std::int64_t*, typename Exec::memory_space>;

  Fields(const lattice::Geometry& g, int systems) : state(g, systems), accepted("accepted", state.conditions.size()) {
    Kokkos::deep_copy(state.conditions, typename Physics::Conditions{{0.4F, 0.02F, 0.3F, 0.05F, 0.02F, 0.8F}});
    models::start_field(exec, state, Seed(3), "random", [](int) { return 1.0; });
  }
  std::vector<float> values() const {
    return host_list(Kokkos::View<float*, typename Exec::memory_space>(state.field.data(), state.field.size()));
  }
  std::vector<std::int64_t> counts() const { return host_list(accepted); }

  Exec exec;
  models::FieldState<typename Physics::Field, Exec> state;
  Counters accepted;
};

template <class Physics, ExecutionSpace Exec>
void compare_colours(const lattice::Geometry& g, int systems, int hits) {
  const auto colouring =
      lattice::smallest_colouring(lattice::stencil(Physics::dimensions, Physics::radius), {g.lx, g.ly, g.lz});
  REQUIRE(colouring);
  const Exec exec;
  const auto hits_of = [&](int n) { return update::Hits{9, static_cast<std::uint64_t>(n), hits, 0}; };
  const Fields<Physics, Exec> start(g, systems), colour_by_colour(g, systems);
  for (int n = 0; n < count; ++n) {
    for (int c = 0; c < colouring->colours; ++c) {
      update::FieldColour<Physics, Exec>(colour_by_colour.state, *colouring, c, 0, g.lz, hits_of(n),
                                         colour_by_colour.accepted.data())
          .launch(exec, systems);
    }
  }
  CHECK(colour_by_colour.values() != start.values());
  CHECK(colour_by_colour.counts().back() > 0);
  const auto same = [&](const auto& sweep) {
    const Fields<Physics, Exec> all(g, systems);
    for (int n = 0; n < count; ++n) {
      sweep(all, n);
    }
    CHECK(all.values() == colour_by_colour.values());
    CHECK(all.counts() == colour_by_colour.counts());
  };
  const Kokkos::View<BarrierCount, typename Exec::memory_space> arrived("arrived");
  update::PhaseScheduler phases(3);
  const auto together = [&](const auto& all, int n) {
    return update::FieldPersistentSweeps<Physics, Exec>(all.state, *colouring, hits_of(n), all.accepted.data());
  };
  if constexpr (!runs_on_host<Exec> && launches_cooperatively<Exec>) {
    same([&](const auto& all, int n) { REQUIRE(launch_cooperative(exec, together(all, n), arrived.data())); });
  }
  same([&](const auto& all, int n) {
    update::sweep<Physics>(exec, all.state, *colouring, hits_of(n), all.accepted.data(), arrived.data(), &phases);
  });
  if constexpr (runs_on_host<Exec>) {
    for (const Blocks& shape : shapes) {
      same([&](const auto& all, int n) { testing::run_blocks(testing::InBlocks{together(all, n), shape}); });
    }
  }
}

} // namespace

TEMPLATE_LIST_TEST_CASE("several sweeps of a spin glass at once are as many one by one", "[edwards-anderson][alone]",
                        Spaces) {
  using Exec = TestType;
  for (const int replicas : {1, 3, 6}) {
    CAPTURE(replicas);
    compare<Exec>([&] { return testing::Glass<1, lattice::Standard, Exec>(cube(6), 3, replicas, 0.9); });
    compare<Exec>([&] { return testing::Glass<4, lattice::Bitwise, Exec>(cube(8), 2, replicas, 1.1); });
    compare<Exec>([&] { return testing::Glass<1, lattice::Sliced, Exec>(cube(6), 1, replicas, 1.1); });
    compare<Exec>([&] { return Single<Exec>({4, 6, 64, true, true, true}, replicas); });
    compare<Exec>([&] { return testing::Glass<4, lattice::Standard, Exec>(cube(4), 3, replicas, 0.9); });
  }
}

TEMPLATE_LIST_TEST_CASE("all colours of a field at once are as one by one", "[phi4][alone]", Spaces) {
  using Exec = TestType;
  for (const int systems : {1, 3}) {
    CAPTURE(systems);
    compare_colours<models::Phi4<1, 3, false>, Exec>({6, 4, 10, true, true, true}, systems, 1);
    compare_colours<models::Phi4<3, 3, true>, Exec>({8, 8, 8, true, true, true}, systems, 3);
    compare_colours<models::Phi4<2, 2, true>, Exec>({16, 1, 24, true, true, true}, systems, 8);
  }
}
