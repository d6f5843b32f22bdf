// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps of all systems submitted at once, as a graph of half-sweeps. On a device, where each of them takes no longer
// than its launch, that is most of the time saved.

#include <neel/update/pass_graph.hpp>
#include <neel/update/quad_sweep.hpp>
#include <neel/update/span.hpp>

#include <map>
#include <memory>

namespace neel::update {

/// Counts on, in the device's memory.
template <ExecutionSpace Exec>
struct Advance {
  static constexpr const char* label = "neel::update::advance";
  std::uint32_t *number, by;

  auto policy(const Exec& exec) const { return Kokkos::RangePolicy<Exec>(exec, 0, 1); }
  KOKKOS_FUNCTION void operator()(int /*index*/) const { *number += by; }
};

/// Adds the half-sweeps of one sweep of half-lattices to a chain of kernels.
template <models::SitePhysics Model, ExecutionSpace Exec>
struct QuadHalfSweeps {
  Model model;
  models::State<Model, Exec> state;
  std::vector<models::Move> moves;
  Seed seed;

  /// Of sweep `number`, or so many later as `since` counts when the kernels run.
  template <class Chain>
  void operator()(Chain& chain, std::uint64_t number, const std::uint32_t* since) const {
    with_half_sweep_of<Model>(state.geometry, [&]<bool Whole, bool Open, int Wide>() {
      for (std::uint32_t k = 0; k < moves.size(); ++k) {
        with_move<Model>(moves[k], [&]<models::Move M>() {
          for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
            chain.add(
                QuadHalfSweep<Model, Exec, M, Whole, Open, !Whole, Wide>(model, state, c, seed, number, k, since));
          }
        });
      }
    });
  }
};

/// Graphs of 4, 8, 16, ... sweeps. The number of the next sweep is counted in the device's memory. `Add` adds the kernels of a
/// sweep to a chain.
template <ExecutionSpace Exec, class Add>
class SweepGraphs {
public:
  /// Graphs have `most` sweeps at most.
  SweepGraphs(const Exec& exec, const Add& add, int most)
      : exec_(exec), add_(add), most_(most), next_("neel::update::next_sweep") {}

  /// Makes sweeps from number `first` on, as many of `count` as there are graphs for; returns how many.
  int submit(std::uint64_t first, int count) {
    int done = 0;
    for (int size = most_; size >= least; size /= 2) {
      while (count - done >= size && submit_one(first + static_cast<std::uint64_t>(done), size)) {
        done += size;
      }
    }
    return done;
  }

private:
  using Graph = PassGraph<Exec>;
  using Next = Kokkos::View<std::uint32_t, typename Exec::memory_space>;
  static constexpr int least = 4;

  /// False where the low bits of the sweep's number would overflow: a kernel has its high bits, and counts the low ones.
  bool submit_one(std::uint64_t first, int count) {
    const std::uint64_t end = first + static_cast<std::uint64_t>(count);
    if (end >> 32 != first >> 32) {
      return false;
    }
    if (first >> 32 != high_) {
      graphs_.clear();
      high_ = first >> 32;
    }
    std::unique_ptr<Graph>& graph = graphs_[count];
    if (!graph) {
      graph = make(count);
    }
    if (first != at_) {
      Kokkos::deep_copy(exec_, next_, static_cast<std::uint32_t>(first));
    }
    graph->submit(exec_);
    at_ = end;
    return true;
  }

  std::unique_ptr<Graph> make(int count) const {
    return std::make_unique<Graph>(exec_, [&](auto& chain) {
      for (int n = 0; n < count; ++n) {
        add_(chain, (high_ << 32) + static_cast<std::uint64_t>(n), next_.data());
      }
      chain.add(Advance<Exec>{next_.data(), static_cast<std::uint32_t>(count)});
    });
  }

  Exec exec_;
  Add add_;
  int most_;
  Next next_;
  std::uint64_t at_ = 0;   ///< what next_ will be once all is done that was submitted
  std::uint64_t high_ = 0; ///< of the sweeps that the graphs are for
  std::map<int, std::unique_ptr<Graph>> graphs_;
};

} // namespace neel::update
