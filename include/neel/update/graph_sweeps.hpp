// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sweeps of networks in whatever way is fastest there. All ways leave the same bits.

#include <neel/update/graph_colour_sweep.hpp>
#include <neel/update/graph_persistent_sweeps.hpp>
#include <neel/update/sweep_graphs.hpp>
#include <neel/update/work_stealing.hpp>

#include <algorithm>
#include <bit>
#include <memory>

namespace neel::update {

/// Sweeps of all systems of a network, several at once: on hosts colours are rounds that threads share; on devices threads wait for one
/// another where there is one for each site or site vector of a colour, else these are graphs.
template <models::GraphPhysics P, ExecutionSpace Exec>
class GraphSweeps {
public:
  using State = models::GraphState<P, Exec>;

  GraphSweeps(const Exec& exec, const P& physics, const State& state, const std::vector<models::Move>& moves,
              const Seed& seed)
      : exec_(exec), physics_(physics), state_(state), moves_(moves), seed_(seed) {
    if constexpr (runs_on_host<Exec>) {
      phases_ = std::make_shared<PhaseScheduler>(exec.concurrency());
    } else {
      const std::int64_t vectors = state.graph.entries() / crystal::vector_length + 128 * state.graph.colours().size();
      if (lattice::systems_per_launch(state.systems, vectors) == state.systems) { // a graph has one launch for all
        graphs_ = std::make_shared<Graphs>(exec, *this, most_in_graph());
      }
      together_ = std::make_shared<GraphPersistentLauncher<P, Exec>>(state, moves);
    }
  }

  /// Sweeps that are best made at once: a power of two.
  int most() const { return runs_on_host<Exec> || together_->fits(exec_) ? most_at_once : most_in_graph(); }

  /// May return before they are done.
  void run(const SweepBatch& batch) const {
    if constexpr (runs_on_host<Exec>) {
      phases_->launch(exec_, "neel::update::network_sweeps", [&](PhaseScheduler::Thread& thread) {
        each_kernel_of(batch, 0, [&](auto& kernel, std::int64_t* accepted) { kernel.phase(thread, state_, accepted); });
      });
    } else {
      if (together_->fits(exec_) && together_->run(exec_, physics_, state_, seed_, batch)) {
        return;
      }
      int done = 0;
      if (graphs_) { // the last sweep by itself where it counts: counters change
        done =
            graphs_->submit(batch.first, batch.count - (batch.fixed != nullptr || batch.adapting != nullptr ? 1 : 0));
      }
      each_kernel_of(batch, done,
                     [&](auto& kernel, std::int64_t* accepted) { kernel.launch(exec_, state_, accepted); });
    }
  }

  /// Adds the kernels of sweep `number`, or of so many later as `since` counts when they run, to a chain.
  template <class Chain>
  void operator()(Chain& chain, std::uint64_t number, const std::uint32_t* since) const {
    each_kernel(number, since, [&]<models::Move M>(auto kernel) {
      if (!kernel.empty()) {
        kernel.take(state_, 0, state_.systems, nullptr);
        chain.add(kernel);
      }
    });
  }

private:
  using Graphs = SweepGraphs<Exec, GraphSweeps>;
  static constexpr int most_at_once = 64;

  int most_in_graph() const {
    constexpr std::size_t kernels = 256;
    return static_cast<int>(std::bit_floor(
        std::clamp<std::size_t>(kernels / (state_.graph.colours().size() * moves_.size()), 1, most_at_once)));
  }

  /// From sweep `n` of a span on, with what counts their accepted proposals.
  template <class Use>
  void each_kernel_of(const SweepBatch& batch, int n, const Use& use) const {
    for (; n < batch.count; ++n) {
      each_kernel(batch.first + static_cast<std::uint64_t>(n), nullptr,
                  [&]<models::Move M>(auto kernel) { use(kernel, batch.counter(M, batch.measurement(n))); });
    }
  }
  template <class Use>
  void each_kernel(std::uint64_t number, const std::uint32_t* since, const Use& use) const {
    const auto colours = static_cast<int>(state_.graph.colours().size());
    for (std::uint32_t k = 0; k < moves_.size(); ++k) {
      with_move<P>(moves_[k], [&]<models::Move M>() {
        for (int c = 0; c < colours; ++c) {
          use.template operator()<M>(GraphColourSweep<P, Exec, M>(physics_, state_, c, seed_, number, k, since));
        }
      });
    }
  }

  Exec exec_;
  P physics_;
  State state_;
  std::vector<models::Move> moves_;
  Seed seed_;
  std::shared_ptr<Graphs> graphs_;
  std::shared_ptr<GraphPersistentLauncher<P, Exec>> together_;
  std::shared_ptr<PhaseScheduler> phases_; ///< host
};

} // namespace neel::update
