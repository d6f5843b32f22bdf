// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The sweeps beyond bonds that a setup asks for.

#include <neel/simulation/graph_constraint.hpp>
#include <neel/simulation/graph_dipoles.hpp>
#include <neel/simulation/graph_four_spin.hpp>

#include <memory>

namespace neel::simulation {

/// None where bonds and single spins are all.
template <models::GraphPhysics P, ExecutionSpace Exec>
std::shared_ptr<SequentialSweeps> make_sequential(const Exec& exec, const P& physics,
                                                  const models::GraphState<P, Exec>& state, const GraphOptions& options,
                                                  const GraphSetup<P>& setup) {
  if constexpr (SequentialPhysics<P>) {
    if (setup.dipoles) {
      return std::make_shared<GraphDipoles<P, Exec>>(exec, physics, state, options, *setup.dipoles);
    }
    if (setup.four_spin) {
      return std::make_shared<GraphFourSpin<P, Exec>>(exec, physics, state, options, *setup.four_spin);
    }
    if (setup.constraint) {
      return std::make_shared<GraphConstraint<P, Exec>>(exec, physics, state, options, setup);
    }
  }
  return nullptr;
}

} // namespace neel::simulation
