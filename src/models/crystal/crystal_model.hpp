// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What models on crystals have in common on the way from an input to a simulation.

#include "model/clusters.hpp"
#include "model/model.hpp"
#include "model/moves.hpp"
#include "models/crystal/crystal_setup.hpp"
#include "models/material.hpp"

#include <neel/simulation/replicas.hpp>
#include <neel/simulation/spaces.hpp>

namespace neel::models {

/// A start configuration in which spins turn: by 2 pi q.r, q in units of the reciprocal lattice's vectors.
struct StartWave {
  crystal::Vector q{};
  std::optional<crystal::Vector> normal; ///< of the plane in which they do (three components)
};

/// A model on a crystal, once its input is read.
struct CrystalRun {
  input::RunInput run;
  CrystalPlan plan;
  double sign = 1; ///< E = sign sum J S.S'
  CrystalOrder order;
  StartWave wave;
  std::shared_ptr<const CrystalMoments> measures;
  simulation::GraphOptions options;
  Clusters clusters;

  /// Of the random numbers of all systems, replicas among them.
  Seed seed() const { return {run.seed, run.first_system * static_cast<std::uint32_t>(run.replicas)}; }
};

/// What an input with a crystal says beyond the model's own keys: cell and basis, bonds, wave vectors. The plan's part
/// `measured` says what there is to measure, but for the spins. `sign`: E = sign sum J S.S'. `own`: the largest energy of a
/// spin by itself. Where the input has errors, what is left in `c` is not looked at.
void read_crystal_run(input::Reader& in, CrystalRun& c, const Material& material, double sign, double own);

/// Its Model; the caller adds make() and describes the Hamiltonian, to which the crystal's part is added. `bytes` of a spin.
Model crystal_model(const CrystalRun& c, const std::string& hamiltonian, std::size_t bytes);

/// The place of a site number: its cell.
std::array<int, 3> cell_of(const crystal::Cells& cells, std::uint32_t site);

/// What crystals allow in the shared tables: their start configurations, axes of any length, and which of one cell can be periodic.
void set_traits_of_crystal(input::Reader& in, input::ModelTraits& traits);

/// The angle, in turns, by which a spin is turned at the start: "order" and "wave"; else none.
double start_turns(const CrystalRun& c, std::uint32_t site);

/// The simulation of a setup; start(system, site number) is the first value of each spin.
template <class P, class Start>
std::unique_ptr<run::Simulation>
simulate_crystal(const CrystalRun& c, const std::shared_ptr<const simulation::GraphSetup<P>>& setup, const P& physics,
                 const typename P::Formats& formats, const Start& start, run::ExecutionContext where) {
  return simulation::in_space(where.space, [&]<class Exec>(const Exec&) -> std::unique_ptr<run::Simulation> {
    using Lattice = simulation::GraphLattice<P, Exec>;
    simulation::GraphOptions of_ranks = c.options;
    of_ranks.ranks = where.ranks;
    Lattice lattice(of_ranks, setup, physics, formats);
    lattice.place(start);
    simulation::SiteOptions options;
    options.held = c.options.held;
    options.widths.name = tunes_proposals(c.options.moves) ? "cones" : "";
    c.clusters.add_to(lattice, options);
    const int pairs = c.options.systems / c.plan.replicas * (c.plan.replicas / 2);
    const auto of_pairs = c.clusters.of_pairs > 0 ? lattice.pair_moves(c.clusters.pair_options, pairs) : nullptr;
    if (of_pairs) {
      options.clusters = of_pairs;
    }
    using One = simulation::SiteSimulation<Lattice, CrystalMoments>;
    auto one = std::make_unique<One>(std::move(lattice), *c.measures, options);
    if (c.plan.replicas == 1) {
      return one;
    }
    return std::make_unique<simulation::Replicas<Lattice, CrystalMoments>>(std::move(one), *c.measures, c.plan.replicas,
                                                                           c.run.copies(), of_pairs);
  });
}

} // namespace neel::models
