// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sweeps of half-lattices as kernels of a graph (sweep_graphs.hpp).

#include <neel/measure/site_sums.hpp>
#include <neel/update/launch_parameters.hpp>
#include <neel/update/sweep_batch.hpp>
#include <neel/update/vector_sweep.hpp>

#include <vector>

namespace neel::update {

/// Adds the half-sweeps of one sweep of half-lattices to a chain of kernels.
template <models::SitePhysics Model, ExecutionSpace Exec>
struct VectorHalfSweeps {
  Model model;
  models::State<Model, Exec> state;
  std::vector<models::Move> moves;
  Seed seed;
  typename Model::Formats formats{};

  static constexpr int terms = 2 * Model::terms; ///< sums that a measurement has of each system
  int systems() const { return state.systems; }
  /// One launch adds up all systems.
  bool measures() const {
    return lattice::systems_per_launch(state.systems, 2 * state.geometry.half_volume()) == state.systems;
  }

  /// Of sweep `number`, or so many later as `since` counts when the kernels run; which is measured, if `to` is not null.
  template <class Chain>
  void operator()(Chain& chain, std::uint64_t number, const std::uint32_t* since, const Counted* to = nullptr) const {
    with_half_sweep_of<Model>(state.geometry, [&]<bool Whole, bool Open, int Wide>() {
      for (std::uint32_t k = 0; k < moves.size(); ++k) {
        with_move<Model>(moves[k], [&]<models::Move M>() {
          for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
            VectorHalfSweep<Model, Exec, M, Whole, Open, Wide> kernel(model, state, c, seed, number, k, since);
            if (to != nullptr) {
              kernel.take(state, 0, state.systems, to->counter(M));
            }
            chain.add(kernel);
          }
        });
      }
    });
    if (to != nullptr) {
      measure::with_device_sums_of(model, state, formats, [&](auto sums) {
        sums.take(state.contents(), to->sums, state.systems);
        chain.add(sums);
      });
    }
  }
};

} // namespace neel::update
