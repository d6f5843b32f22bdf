// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The sweeps site by site that a setup asks for.

#include <neel/simulation/graph_constraint.hpp>
#include <neel/simulation/graph_dipoles.hpp>

#include <memory>

namespace neel::simulation {

/// None where sites of one colour can move at once.
template <models::GraphPhysics P, ExecutionSpace Exec>
std::shared_ptr<SequentialSweeps> make_sequential(const Exec& exec, const P& physics,
                                                  const models::GraphState<P, Exec>& state, const GraphOptions& options,
                                                  const GraphSetup<P>& setup) {
  if constexpr (SequentialPhysics<P>) {
    if (setup.dipoles) {
      return std::make_shared<GraphDipoles<P, Exec>>(exec, physics, state, options, *setup.dipoles);
    }
    if (setup.constraint) {
      return std::make_shared<GraphConstraint<P, Exec>>(exec, physics, state, options, setup);
    }
  }
  return nullptr;
}

} // namespace neel::simulation
