// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Houdayer moves of replicas beside one another.

#include "models/edwards_anderson/counts.hpp"

#include <neel/update/pair_clusters.hpp>

namespace neel::models {

/// Of one coding, order and execution space. Replicas are a ring, and move with their neighbours on it, on either side by turns: 0 and 1,
/// 2 and 3, ..., then 1 and 2, 3 and 4, ...
template <class Model, class Order, ExecutionSpace Exec>
class PairMoves {
public:
  /// `whole`: the lattice of the sites, or of the cells of slabs.
  PairMoves(const State<Model, Exec>& state, const lattice::Geometry& whole)
      : overlaps_(state, whole, slabs, state.replicas / 2), clusters_("neel::models::clusters", overlaps_.all().size()),
        grown_("neel::models::grown",
               static_cast<std::size_t>(std::int64_t{state.replicas / 2} * state.systems * whole.ly * whole.lz)) {}

  /// The `number`-th of `of` moves of a sweep. The halo is to be filled anew.
  void move(const Exec& exec, const State<Model, Exec>& state, const Order& order, const Seed& seed,
            std::uint64_t sweep, int number, int of, run::Communicator& ranks) {
    const auto all = static_cast<std::uint64_t>(state.replicas);
    const auto turn =
        static_cast<int>((sweep * static_cast<std::uint64_t>(of) + static_cast<std::uint64_t>(number)) % all);
    measure::ReplicaPairs pairs;
    for (int k = 0; k < state.replicas / 2; ++k) {
      pairs.add((2 * k + turn) % state.replicas, (2 * k + 1 + turn) % state.replicas);
    }
    take_own(exec, state, order, pairs, ranks, overlaps_);
    if (ranks.size() > 1) {
      join(ranks, overlaps_);
    }
    update::FloodClusters<Model::words, slabs, Exec>(overlaps_.field(), state.systems, clusters_, grown_)
        .launch(exec, seed, sweep, number);
    update::TurnClusters<Model, Order, Exec>{
        overlaps_.entries(state, order),
        {measure::detail::replica_of(state, 0, 0), measure::detail::replica_of(state, 1, 0)},
        state.replica_stride(),
        pairs,
        clusters_.data()}
        .launch(exec);
  }

private:
  static constexpr bool slabs = Model::samples == 1;

  measure::OverlapField<Model, Exec> overlaps_;
  typename measure::OverlapField<Model, Exec>::Words clusters_;
  typename update::FloodClusters<Model::words, slabs, Exec>::Passes grown_; ///< (pair, system, row)
};

} // namespace neel::models
