// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sweeps of spins that are bits of one system, by any of several strategies. All leave the same bits.

#include <neel/measure/bit_spin_sums.hpp>
#include <neel/update/bit_half_sweep.hpp>
#include <neel/update/strategy.hpp>
#include <neel/update/sweep_graphs.hpp>
#include <neel/update/work_stealing.hpp>

#include <memory>
#include <string>
#include <vector>

namespace neel::update {

/// Calls use.template operator()<Axes, Aligned>() as the lattice has them.
template <ExecutionSpace Exec, class Use>
void with_rows_of(const models::BitState<Exec>& state, const Use& use) {
  const auto with_axes = [&]<int Axes>() {
    if (state.rows.aligned()) {
      use.template operator()<Axes, true>();
    } else {
      use.template operator()<Axes, false>();
    }
  };
  if (state.geometry.ly > 1) {
    with_axes.template operator()<3>();
  } else {
    with_axes.template operator()<2>();
  }
}

/// Calls use(kernel) with a half-sweep of some planes; see BitHalfSweep.
template <ExecutionSpace Exec, models::Move M, int Axes, bool Aligned, class Use>
void with_bit_half_sweep(const models::BitState<Exec>& state, const lattice::Planes& planes, lattice::Colour c,
                         const Seed& seed, std::uint64_t sweep, std::uint32_t number, std::int64_t* accepted,
                         const std::uint32_t* since, const Use& use) {
  const auto with = [&]<bool Counts>() {
    use(BitHalfSweep<Exec, M, Axes, Aligned, Counts>(state, planes, c, seed, sweep, number, accepted, since));
  };
  if (runs_on_host<Exec> || accepted != nullptr) {
    with.template operator()<true>();
  } else if constexpr (!runs_on_host<Exec>) {
    with.template operator()<false>();
  }
}

/// Those of a sweep, one after another; counters(move): where accepted proposals are counted, or null.
template <ExecutionSpace Exec, class Counters, class Use>
void each_bit_half_sweep(const models::BitState<Exec>& state, const std::vector<models::Move>& moves, const Seed& seed,
                         std::uint64_t sweep, const Counters& counters, const std::uint32_t* since, const Use& use) {
  with_rows_of(state, [&]<int Axes, bool Aligned>() {
    for (std::uint32_t k = 0; k < moves.size(); ++k) {
      with_move<models::IsingBits<Axes>>(moves[k], [&]<models::Move M>() {
        for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
          with_bit_half_sweep<Exec, M, Axes, Aligned>(state, lattice::Planes::all(state.geometry), c, seed, sweep, k,
                                                      counters(M), since, use);
        }
      });
    }
  });
}

template <ExecutionSpace Exec>
void launch_bit_sums(const Exec& exec, const models::BitState<Exec>& state, std::int64_t* sums) {
  with_rows_of(state, [&]<int Axes, bool Aligned>() {
    const measure::BitSpinSums<Exec, Axes, Aligned> kernel(state, sums);
    Kokkos::parallel_for(kernel.label, kernel.policy(exec), kernel);
  });
}

/// Adds the kernels of a sweep to a chain (sweep_graphs.hpp).
template <ExecutionSpace Exec>
struct BitHalfSweeps {
  models::BitState<Exec> state;
  std::vector<models::Move> moves;
  Seed seed;

  static constexpr int terms = 4; ///< (colour, (spin, bonds))
  int systems() const { return state.systems; }
  static bool measures() { return true; }

  template <class Chain>
  void operator()(Chain& chain, std::uint64_t number, const std::uint32_t* since, const Counted* to = nullptr) const {
    each_bit_half_sweep(
        state, moves, seed, number, [&](models::Move m) { return to == nullptr ? nullptr : to->counter(m); }, since,
        [&](const auto& kernel) { chain.add(kernel); });
    if (to != nullptr) {
      with_rows_of(state, [&]<int Axes, bool Aligned>() {
        chain.add(measure::BitSpinSums<Exec, Axes, Aligned>(state, to->sums));
      });
    }
  }
};

template <ExecutionSpace Exec>
class BitSweeps {
public:
  BitSweeps(const Exec& exec, const models::BitState<Exec>& state, const std::vector<models::Move>& moves,
            const Seed& seed)
      : exec_(exec), all_{state, moves, seed} {
    if constexpr (runs_on_host<Exec>) {
      phases_ = std::make_shared<PhaseScheduler>(exec.concurrency());
    }
  }

  /// See SweepExecutor.
  static std::vector<Strategy> strategies() {
    if constexpr (runs_on_host<Exec>) {
      return {Strategy::launches};
    } else {
      return {Strategy::graphs, Strategy::launches};
    }
  }
  int most() const {
    constexpr double at_once = 4; // proposals that take as long as one of others
    return sweeps_at_once(static_cast<double>(all_.state.geometry.sites()) * all_.state.systems *
                          static_cast<double>(all_.moves.size()) / at_once);
  }
  static bool in_periods(Strategy strategy) { return strategy == Strategy::graphs; }
  std::string key() const {
    const lattice::Geometry& g = all_.state.geometry;
    return "bits " + std::to_string(g.lx) + " " + std::to_string(g.ly) + " " + std::to_string(g.lz) + ", " +
           std::to_string(all_.state.systems) + " systems, " + std::to_string(all_.moves.size()) + " moves";
  }
  void wait() const { exec_.fence("neel::update::bit_sweeps"); }

  bool run(const SweepBatch& batch, Strategy strategy) {
    if constexpr (!runs_on_host<Exec>) {
      if (strategy == Strategy::graphs && !graphs_) {
        graphs_ = std::make_shared<Graphs>(exec_, all_, sweeps_of_graph(2 * all_.moves.size()));
      }
    }
    for (int done = 0; done < batch.count;) {
      if constexpr (!runs_on_host<Exec>) {
        if (strategy == Strategy::graphs) {
          if (const int made = graphs_->submit_measured(batch.alike(done)); made > 0) {
            done += made;
            continue;
          }
        }
      }
      const SweepBatch part = batch.part(done);
      sweep(part, strategy);
      if (part.sums != nullptr) {
        launch_bit_sums(exec_, all_.state, part.sums);
      }
      done += part.count;
    }
    return true;
  }

private:
  using Graphs = SweepGraphs<Exec, BitHalfSweeps<Exec>>;

  /// The last sweep is the one that is measured, if any; without sums.
  void sweep(const SweepBatch& batch, [[maybe_unused]] Strategy strategy) const {
    if constexpr (runs_on_host<Exec>) {
      phases_->launch(exec_, "neel::update::bit_sweeps", [&](PhaseScheduler::Thread& thread) {
        for (int n = 0; n < batch.count; ++n) {
          each(batch, n, [&](const auto& kernel) {
            thread.phase(kernel.tasks(), [&](std::int64_t task) { kernel.task(static_cast<int>(task)); });
          });
        }
      });
    } else {
      int done = 0;
      if (strategy == Strategy::graphs) { // the last sweep by itself where it counts
        done = graphs_->submit(batch.first, batch.count - (batch.fixed != nullptr ? 1 : 0));
      }
      for (; done < batch.count; ++done) {
        each(batch, done,
             [&](const auto& kernel) { Kokkos::parallel_for(kernel.label, kernel.policy(exec_), kernel); });
      }
    }
  }
  /// The half-sweeps of sweep n of the batch.
  template <class Use>
  void each(const SweepBatch& batch, int n, const Use& use) const {
    each_bit_half_sweep(
        all_.state, all_.moves, all_.seed, batch.first + static_cast<std::uint64_t>(n),
        [&](models::Move m) { return batch.counter(m, batch.measurement(n)); }, nullptr, use);
  }

  Exec exec_;
  BitHalfSweeps<Exec> all_;
  std::shared_ptr<Graphs> graphs_;         ///< devices
  std::shared_ptr<PhaseScheduler> phases_; ///< hosts
};

} // namespace neel::update
