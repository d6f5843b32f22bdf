// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The Potts model as a run of the program.

#include "models/discrete_model.hpp"

#include <neel/models/potts.hpp>

namespace neel::models {

namespace {

/// States are unit vectors from the centre of a simplex of q - 1 dimensions to its corners: e.e' = (q delta - 1) / (q - 1).
struct PottsMoments : OrderMoments {
  int q;
  Handle order;

  PottsMoments(const input::RunInput& run, double j, int states)
      : OrderMoments(run, j, "density_0", "fraction of sites in state 0, which the field acts on"), q(states) {
    order = measured("largest_density", "(q rho - 1)/(q - 1), rho the fraction of sites in the most frequent state");
  }

  static std::string valid() { return "one of q states"; }

  template <class Sums>
  void measure(const simulation::Measured<Sums>& now, Raw raw) const {
    const auto density = [&](int state, double odd) {
      const int pass = state / Potts::states_per_pass;
      return sum(now, Potts::states + state - pass * Potts::states_per_pass, odd, pass);
    };
    double most = 0, squares = 0, staggered = 0, of_odd_size = 0; // open lattices may have an even site more
    for (int state = 0; state < q; ++state) {
      const double all = density(state, 1), difference = density(state, -1);
      most = std::max(most, all);
      squares += (all - 1.0 / q) * (all - 1.0 / q);
      staggered += difference * difference;
      of_odd_size += difference;
    }
    staggered = std::max(staggered - of_odd_size * of_odd_size / q, 0.0);
    const double per_vector = q / (q - 1.0), state_0 = density(0, 1);
    fill(now, raw, -coupling * sum(now, Potts::bonds) - now.at.field * state_0, state_0, per_vector * squares,
         per_vector * staggered);
    raw[order] = (q * most - 1) / (q - 1);
  }
};

} // namespace

Model read_potts(input::Reader& in, input::RunInput& run) {
  const double j = read_discrete<Potts>(in, run, false);
  const int q = read_states(in, 3);
  check_systems(in, run, 1);
  if (in.errors() > 0) {
    return {};
  }
  DiscreteStates states{.count = q, .staggered = 1};
  states.j = j;
  states.hamiltonian = "-J sum_<ij> delta(n_i, n_j) - H sum_i delta(n_i, 0), q = " + std::to_string(q);
  states.passes = (q + Potts::states_per_pass - 1) / Potts::states_per_pass;
  states.spins.components = q - 1;
  states.spins.mirrors = clusters::Mirrors::of_potts(q);
  states.spins.isotropic = q <= 3;
  return discrete_model(in, run, Potts{static_cast<float>(j), q}, states, PottsMoments(run, j, q));
}

} // namespace neel::models
