// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A crystal whose magnetisation keeps its direction: constrained sweeps, and the torque that it takes.

#include <neel/measure/torque_sums.hpp>
#include <neel/simulation/graph_setup.hpp>
#include <neel/simulation/sequential_sweeps.hpp>
#include <neel/update/constrained_sweep.hpp>
#include <neel/update/sweep_batch.hpp>

namespace neel::simulation {

/// The start, and all that comes from outside, has M along n.
template <SequentialPhysics P, ExecutionSpace Exec>
class GraphConstraint final : public SequentialSweeps {
public:
  using State = models::GraphState<P, Exec>;

  GraphConstraint(const Exec& exec, const P& physics, const State& state, const GraphOptions& options,
                  const GraphSetup<P>& setup)
      : exec_(exec), physics_(physics), state_(state), moves_(options.moves), seed_(options.seed),
        n_(setup.constraint->n), format_(setup.constraint->largest, setup.spins), entries_(entries(state, setup)),
        sums_("neel::simulation::torque_sums", static_cast<std::size_t>(options.held),
              3 * static_cast<std::size_t>(state.systems)) {}

  void sweep(std::uint64_t number, std::int64_t* fixed, std::int64_t* adapting) override {
    using models::Move;
    const update::SweepBatch one{number, 1, fixed, adapting};
    for (std::uint32_t k = 0; k < moves_.size(); ++k) {
      update::with_move<P>(moves_[k], [&]<Move M>() {
        if constexpr (M == Move::metropolis || M == Move::cone) {
          update::ConstrainedSweep<P, Exec, M>(physics_, state_, entries_, n_, seed_, number, k, one.counter(M))
              .launch(exec_, state_.systems);
        }
      });
    }
  }

  void measure(int slot) override {
    measure::TorqueSums<P, Exec>(physics_, state_, format_, sums_.data() + std::int64_t{slot} * 3 * state_.systems)
        .launch(exec_, state_.systems);
  }
  /// Three components each.
  std::vector<double> measured() const override {
    std::vector<double> all;
    for (const std::int64_t sum : host_list(sums_)) {
      all.push_back(format_.value(sum));
    }
    return all;
  }
  void clear() override { set_zero(exec_, sums_); }

private:
  using Entries = Kokkos::View<int**, Kokkos::LayoutRight, typename Exec::memory_space>;

  static Entries entries(const State& state, const GraphSetup<P>& setup) {
    std::vector<int> all;
    for (int system = 0; system < state.systems; ++system) {
      for (int entry = 0; entry < state.graph.entries(); ++entry) {
        if (setup.occupied(system, static_cast<std::size_t>(entry))) {
          all.push_back(entry);
        }
      }
    }
    const Entries there("neel::simulation::spin_entries", static_cast<std::size_t>(state.systems),
                        all.size() / static_cast<std::size_t>(state.systems));
    copy_in(Exec(), Kokkos::View<int*, typename Exec::memory_space>(there.data(), there.size()), all);
    return there;
  }

  Exec exec_;
  P physics_;
  State state_;
  std::vector<models::Move> moves_;
  Seed seed_;
  models::DoubleVector n_;
  LongFixedPoint format_;
  Entries entries_;
  Kokkos::View<std::int64_t**, Kokkos::LayoutRight, typename Exec::memory_space> sums_; ///< (slot, (system, component))
};

} // namespace neel::simulation
