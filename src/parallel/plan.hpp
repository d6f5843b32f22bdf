// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How ranks share a run.

#include "model/model.hpp"

namespace neel::parallel {

/// By its systems, or its lattice, of which each rank has a slab.
struct Plan {
  std::string resolved;     ///< the input, and how its lattice is to be cut
  std::int64_t systems = 0; ///< of the input, where these are spread; else 0
  int all = 0;              ///< that the simulation then has
  std::int64_t first = 0;   ///< algorithm.first_system of the input
};

/// Why ranks cannot share the run, or nothing.
std::string against_sharing(const models::Model& model, const input::RunInput& run);
/// Throws InputError if ranks cannot share the run.
Plan make_plan(const models::Model& model, const input::RunInput& run);
/// The part of this rank by itself: its slab, or a simulation of its systems.
std::unique_ptr<run::Simulation> make_own(const Plan& plan);
/// The same as a part of the whole. On all ranks.
std::unique_ptr<run::Simulation> make_part(const Plan& plan);

template <class F>
void each_member(Plan& plan, const F& f) {
  f(plan.resolved);
  f(plan.systems);
  f(plan.all);
  f(plan.first);
}

} // namespace neel::parallel
