// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The way from an input to a simulation of models whose sites have a finite number of states.

#include "models/order_moments.hpp"

#include <neel/models/discrete.hpp>

namespace neel::models {

/// Random states of the `count` from `first` on, or one state on even and one on odd sites.
template <class Site>
struct StartStates {
  Seed seed;
  bool random;
  int first, count, even, odd;

  KOKKOS_FUNCTION Site operator()(const Place& at) const {
    const random::Stream stream(seed, random::Purpose::start, static_cast<std::uint32_t>(at.system), 0);
    return Site::of(random ? first + uniform_below(count, stream(at.number).a)
                           : (at.colour == lattice::Colour::even ? even : odd));
  }
};

/// What differs between these models.
struct DiscreteStates {
  int count;                            ///< states
  int first = 0, up = 0, staggered = 1; ///< the first of them; those of start = "up", and of odd sites of "staggered"
  int passes = 1;                       ///< of a measurement
  double j = 1;                         ///< J
  std::string hamiltonian{};            ///< for the log
  ClusterSpins spins{};                 ///< all but what the lattice says
  std::vector<Parameter> parameters{};  ///< beside the field
};

/// The tables that all models share, and J.
template <class P>
double read_discrete(input::Reader& in, input::RunInput& run, bool structure) {
  input::ModelTraits traits{{"random", "up", "staggered"}};
  traits.field = traits.energy = true;
  traits.structure = structure;
  traits.most_sites = input::most_on_half_lattices;
  traits.updates = with_clusters(known_moves<P>());
  traits.bins_meaning = bins_meaning;
  traits.bins_default = "128 or more";
  input::read_run(in, traits, run);
  return in.quantity({"couplings.J", "coupling J per bond, above zero for a ferromagnet"}, input::Dimension::energy,
                     1.0);
}
inline int read_states(input::Reader& in, int common) {
  return static_cast<int>(in.integer({"couplings.q", "states of a site"}, 2, 255, common));
}

template <class P, class Moments>
Model discrete_model(input::Reader& in, input::RunInput& run, const P& physics, DiscreteStates states,
                     Moments measures) {
  const simulation::HalfLatticeOptions options = half_lattice_options(run, 1, states.passes);
  states.spins.sites = states.spins.spins = options.geometry.sites();
  states.spins.systems = options.systems;
  states.spins.held = options.held;
  const Clusters clusters = read_clusters(in, run, states.spins, measures);
  add_histograms(in, run, measures);
  choose_bins(in, run, measures.moments().size(), 1);
  if (in.errors() > 0) {
    return {};
  }
  Model model = half_lattice_model<P>(run, measures, options, clusters);
  model.log_states = math::log(static_cast<double>(states.count));
  model.order_parameter = measures.name(states.j < 0 ? measures.n1 : measures.m1);
  model.description = "E = " + states.hamiltonian + ", each bond counted once; J = " + input::exact(states.j) + "\n";
  model.parameters = {field_parameter(run, {{measures.name(measures.along), -1}})};
  model.parameters.insert(model.parameters.end(), states.parameters.begin(), states.parameters.end());
  const std::string& start = run.schedule.start;
  const StartStates<typename P::Site> place{to_seed(run), start == "random",
                                            states.first, states.count,
                                            states.up,    start == "staggered" ? states.staggered : states.up};
  model.make = [=](run::ExecutionContext where) {
    const simulation::HalfLatticeOptions o = options.on(where);
    return simulation::in_space(where.space, [&]<class Exec>(const Exec&) {
      const simulation::HalfLattices<P, Exec> lattice(o, physics);
      lattice.place("place_states", place);
      return simulate(lattice, measures, o, clusters);
    });
  };
  return model;
}

} // namespace neel::models
