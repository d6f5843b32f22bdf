// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What models on half-lattices have in common on the way from an input to a simulation.

#include "model/clusters.hpp"
#include "model/geometry.hpp"
#include "model/model.hpp"
#include "model/moves.hpp"
#include "model/schedule.hpp"
#include "model/seed.hpp"

#include <neel/simulation/half_lattices.hpp>
#include <neel/simulation/site_simulation.hpp>
#include <neel/simulation/spaces.hpp>

#include <algorithm>

namespace neel::models {

/// `groups` of systems, each at all temperatures of a ladder, or a population; a measurement takes `passes` over the lattice.
inline simulation::HalfLatticeOptions half_lattice_options(const input::RunInput& run, int groups = 1, int passes = 1) {
  constexpr std::int64_t most_held = 200'000; // numbers
  const int systems = run.systems * groups * run.copies();
  const std::int64_t held = run.schedule.side_by_side() ? 1 : most_held / (std::int64_t{passes} * systems);
  return {to_geometry(run.lattice),
          systems,
          static_cast<int>(std::clamp<std::int64_t>(held, 1, 1024)),
          passes,
          to_moves(run),
          to_seed(run)};
}

template <class P>
Memory half_lattice_memory(const simulation::HalfLatticeOptions& o) {
  using Site = typename P::Site;
  using Quenched = typename P::Quenched;
  const auto count = static_cast<std::size_t>(o.systems), held = static_cast<std::size_t>(o.held);
  const std::size_t entries = count * static_cast<std::size_t>(2 * o.geometry.half_volume());
  const std::size_t shown = Site::components * sizeof(float) + (requires { Quenched::label; } ? 1 : 0); // in a file
  const std::size_t site = Site::components * sizeof(typename Site::Component);
  const std::size_t quenched = Quenched::components * sizeof(typename Quenched::Component);
  const std::size_t sums =
      held * count * (static_cast<std::size_t>(o.passes) * 2 * P::terms + 1) * sizeof(std::int64_t);
  Memory m;
  m.device = entries * (site + quenched) + sums + count * sizeof(typename P::Conditions) +
             update::SweepExecutor<P, Kokkos::DefaultExecutionSpace>::memory(o.geometry, o.systems,
                                                                             o.held > 1 && o.passes == 1);
  m.saved = entries * site + count * sizeof(float); // widths of proposals
  m.collecting = runs_on_host<Kokkos::DefaultExecutionSpace> ? 0 : sums;
  m.ending = static_cast<std::size_t>(o.geometry.sites()) * shown;
  m.ending_in_pieces = true;
  return m;
}

/// A site is read and written; those of the other colour are read once, all others who need them finding them in caches.
template <class P>
double half_lattice_bytes() {
  return 3.0 * P::Site::components * sizeof(typename P::Site::Component);
}

/// For read_clusters(): spins of physics P.
template <class P>
ClusterSpins cluster_spins(const simulation::HalfLatticeOptions& o) {
  ClusterSpins spins;
  spins.components = P::Site::components;
  spins.sites = spins.spins = o.geometry.sites();
  spins.systems = o.systems;
  spins.held = o.held;
  return spins;
}

/// The Model of physics on half-lattices; the caller adds description, order parameter, parameters and make().
template <class P>
Model half_lattice_model(const input::RunInput& run, const Observables& all, const simulation::HalfLatticeOptions& o,
                         const Clusters& clusters) {
  Model model;
  model.set(all);
  model.systems = o.systems / run.copies();
  model.count_states(P::Site::components);
  model.memory = half_lattice_memory<P>(o);
  model.memory.device += clusters.memory;
  model.field = {P::Site::components, 1, run.lattice.size, 2, static_cast<double>(o.geometry.sites())};
  model.updates = static_cast<double>(o.geometry.sites()) * o.systems * static_cast<double>(moves_of_sweep(run));
  model.bytes_per_update = half_lattice_bytes<P>();
  model.slabs = ((o.geometry.lz > 1 ? o.geometry.lz : o.geometry.ly) + 1) / 2;
  model.shared = model.slabs;
  model.entries = static_cast<double>(o.geometry.half_volume());
  return model;
}

/// The simulation, once all sites have a value.
template <class P, ExecutionSpace Exec, class Moments>
std::unique_ptr<run::Simulation> simulate(simulation::HalfLattices<P, Exec> lattice, const Moments& measures,
                                          const simulation::HalfLatticeOptions& o, const Clusters& clusters) {
  simulation::SiteOptions options;
  options.held = o.held;
  options.widths.name = tunes_proposals(o.moves) ? "cones" : "";
  clusters.add_to(lattice, options);
  return std::make_unique<simulation::SiteSimulation<simulation::HalfLattices<P, Exec>, Moments>>(std::move(lattice),
                                                                                                  measures, options);
}

/// Conditions of a model whose kernels take models::Conditions.
inline Conditions to_conditions(const simulation::ThermodynamicConditions& at) {
  return {1 / at.temperature, at.field, at.width};
}

/// The field as a parameter that the energy is linear in; `conjugate`: the energy's derivative, as weights of moments.
inline Parameter field_parameter(const input::RunInput& run, std::vector<std::pair<std::string, double>> conjugate) {
  return {"H", "schedule.field", "field on m = 1", run.unit.label(), {}, std::move(conjugate)};
}

} // namespace neel::models
