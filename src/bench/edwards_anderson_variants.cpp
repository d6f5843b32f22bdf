// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "bench/variants.hpp"
#include "files/checksum.hpp"

#include <neel/measure/hash.hpp>
#include <neel/models/edwards_anderson_start.hpp>
#include <neel/random/bits.hpp>
#include <neel/update/multispin_sweep.hpp>

namespace neel::bench {

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
constexpr int words = 4, replicas = 4;
using Model = models::EdwardsAnderson<words>;
using State = models::State<Model, Exec>;

/// The entries of one colour, of which a thread has its place along each axis from the grid that it is on.
template <class Order>
struct HalfSweepOnTorus {
  update::MultispinHalfSweep<Model, Order, random::PhiloxSource, Exec>
      half; ///< alone: Kokkos is slow to launch with more

  KOKKOS_FUNCTION void operator()(int z, int y, int i) const { half.update_entry(0, z, y, i); }
};

template <class Order>
void sweep_on_grid(const Exec& exec, const State& state, const Order& order, std::uint64_t sweep) {
  using Grid = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3, Kokkos::Iterate::Right, Kokkos::Iterate::Right>,
                                     Kokkos::IndexType<int>>;
  const int planes = order.rows() / order.plane();
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    HalfSweepOnTorus<Order> kernel{{Model{}, order, 0, planes, c, {1, sweep}}};
    kernel.half.take(state, 0);
    Kokkos::parallel_for("neel::bench::half_sweep_on_grid",
                         Grid(exec, {0, 0, 0}, {planes, order.plane(), order.length()}), kernel);
  }
}

template <class Order>
void time(Bench& bench, const std::string& name, int size) {
  const Labels labels{{"L", std::to_string(size)},
                      {"W", std::to_string(words)},
                      {"R", std::to_string(replicas)},
                      {"k", "1"},
                      {"order", name},
                      {"generator", "philox"},
                      {"threads", "grid"}};
  if (size % 2 != 0 || !bench.wanted(labels)) {
    return;
  }
  const lattice::Geometry g{size, size, size, true, true, true};
  const Exec exec;
  const Order order(g);
  const State state(g, 1, replicas);
  models::fill("start_spins", exec, g, replicas, state.sites, models::StartBits<words>{1, true, 1}, order);
  models::fill("draw_bonds", exec, g, 1, state.quenched,
               models::SampleBonds<words, Order>{g, 1, {1, random::threshold(0.5)}}, order);
  Kokkos::deep_copy(state.conditions, models::thresholds(1.1019));
  std::uint64_t number = 0;
  const double proposals = static_cast<double>(g.sites()) * replicas * Model::samples;
  bench.time(Work{labels, "updates", proposals, proposals * (3 * replicas + 6) / (8 * replicas),
                  [&](std::int64_t count) {
                    for (std::int64_t s = 0; s < count; ++s) {
                      sweep_on_grid(exec, state, order, number++);
                    }
                    Kokkos::fence("neel::bench::glass");
                  },
                  [&] {
                    return files::hex(
                        measure::hash(exec, g, replicas, state.sites, order, measure::SystemNumbers::of(replicas)));
                  },
                  first_sweeps});
}

} // namespace

void time_glass_on_grid(Bench& bench, int size) {
  time<lattice::Standard>(bench, "standard", size);
  time<lattice::Sliced>(bench, "sliced", size);
}

} // namespace neel::bench
