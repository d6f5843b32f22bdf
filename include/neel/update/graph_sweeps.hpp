// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sweeps of networks by any of several strategies. All leave the same bits.

#include <neel/update/graph_colour_sweep.hpp>
#include <neel/update/graph_persistent_sweeps.hpp>
#include <neel/update/graph_team_sweeps.hpp>
#include <neel/update/strategy.hpp>
#include <neel/update/sweep_graphs.hpp>
#include <neel/update/work_stealing.hpp>

#include <memory>
#include <string>
#include <typeinfo>
#include <vector>

namespace neel::update {

/// Sweeps of all systems of a network, several at once. On hosts colours are phases that threads share.
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
      persistent_ = std::make_shared<GraphPersistentLauncher<P, Exec>>(state, moves);
      teams_ = std::make_shared<GraphTeamLauncher<P, Exec>>(state, moves);
    }
  }

  /// That may fit: the first is the best guess, the last always fits.
  std::vector<Strategy> strategies() const {
    std::vector<Strategy> all;
    if constexpr (!runs_on_host<Exec>) {
      if (persistent_->fits(exec_)) {
        all.push_back(Strategy::persistent);
      }
      if (teams_->fits(exec_)) {
        all.insert(state_.systems > 8 ? all.begin() : all.end(), Strategy::team_per_system);
      }
      const std::int64_t vectors =
          state_.graph.entries() / crystal::vector_length + 128 * state_.graph.colours().size();
      if (lattice::systems_per_launch(state_.systems, vectors) == state_.systems) { // a graph has one launch for all
        all.push_back(Strategy::graphs);
      }
    }
    all.push_back(Strategy::launches);
    return all;
  }
  /// Sweeps that are best made at once: a power of two.
  int most() const {
    return sweeps_at_once(static_cast<double>(state_.graph.entries()) * state_.systems *
                          static_cast<double>(moves_.size()));
  }
  static bool in_periods(Strategy /*strategy*/) { return false; }
  /// What their speed depends on, beside the machine.
  std::string key() const {
    std::string text = typeid(P).name();
    text += " " + std::to_string(state_.graph.entries()) + " in " + std::to_string(state_.graph.colours().size()) +
            " colours, " + std::to_string(state_.systems) + " systems";
    for (const models::Move move : moves_) {
      text += ", " + std::to_string(static_cast<int>(move));
    }
    return text;
  }
  void wait() const { exec_.fence("neel::update::sweeps"); }

  /// False where this strategy is not possible; then nothing was done. May return before the sweeps are done.
  bool run(const SweepBatch& batch, Strategy strategy) {
    if constexpr (runs_on_host<Exec>) {
      phases_->launch(exec_, "neel::update::network_sweeps", [&](PhaseScheduler::Thread& thread) {
        const models::GraphContents<P> contents = state_.contents_with_copies();
        thread.phase(state_.systems, models::tasks_to_pack(contents), // others may have changed sites
                     [&](int system, int task) { models::pack(contents.from(system), task); });
        each_kernel_of(batch, 0, [&](auto& kernel, std::int64_t* accepted) {
          kernel.phase(thread, contents, state_.systems, accepted);
        });
      });
    } else {
      if (strategy == Strategy::persistent) {
        return persistent_->run(exec_, physics_, state_, seed_, batch);
      }
      if (strategy == Strategy::team_per_system) {
        return teams_->run(exec_, physics_, state_, seed_, batch);
      }
      int done = 0;
      if (strategy == Strategy::graphs) { // the last sweep by itself where it counts: counters change
        if (!graphs_) {
          graphs_ =
              std::make_shared<Graphs>(exec_, *this, sweeps_of_graph(state_.graph.colours().size() * moves_.size()));
        }
        done =
            graphs_->submit(batch.first, batch.count - (batch.fixed != nullptr || batch.adapting != nullptr ? 1 : 0));
      }
      each_kernel_of(batch, done,
                     [&](auto& kernel, std::int64_t* accepted) { kernel.launch(exec_, state_, accepted); });
    }
    return true;
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
  std::shared_ptr<GraphPersistentLauncher<P, Exec>> persistent_;
  std::shared_ptr<GraphTeamLauncher<P, Exec>> teams_;
  std::shared_ptr<PhaseScheduler> phases_; ///< host
};

} // namespace neel::update
