// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The phi^4 field on its lattice, for a number of components and an execution space.

#include "models/phi4/phi4.hpp"

#include <neel/models/phi4_start.hpp>
#include <neel/simulation/spaces.hpp>

namespace neel::models {

/// Phi4Moments of the fields on one kind of lattice.
template <class Lattice>
struct FieldMoments : Phi4Moments {
  Phi4Options options;

  FieldMoments(const Phi4Options& o, const Phi4Moments& measures) : Phi4Moments(measures), options(o) {}

  Phi4Parameters parameters(const simulation::ThermodynamicConditions& at) const {
    Phi4Parameters p = options.parameters(at.system);
    p.temperature = at.temperature;
    return p;
  }
  typename Lattice::Conditions conditions(const simulation::ThermodynamicConditions& at) const {
    typename Lattice::Conditions seen{};
    Lattice::with_physics(options.physics, [&]<class P>() { seen = P::conditions(parameters(at), at.width); });
    return seen;
  }

  template <class Sums>
  void measure(const simulation::Measured<Sums>& now, Raw raw) const {
    using Field = typename Lattice::Field;
    FieldSums n;
    for (int k = 0; k < Field::components; ++k) {
      n.phi.push_back(now.sums(k));
      n.planes.emplace_back();
      for (std::size_t p = 0; p < now.sums.planes(); ++p) {
        n.planes.back().push_back(now.sums.plane(k, p));
      }
    }
    n.squared = now.sums(Field::phi_squared);
    n.fourth = now.sums(Field::phi_fourth);
    n.gradient = now.sums(Field::gradient_squared);
    n.laplacian = now.sums(Field::laplacian_squared);
    n.accepted = static_cast<double>(now.accepted);
    n.width = now.at.width;
    n.at = parameters(now.at);
    Phi4Moments::measure(n, raw);
  }
};

template <int N>
std::unique_ptr<run::Simulation> make_phi4(const Phi4Options& options, const Phi4Moments& measures,
                                           run::ExecutionContext where) {
  Phi4Options o = options;
  o.physics = phi4_physics(o.dimensions, o.wide);
  o.ranks = where.ranks;
  return simulation::in_space(where.space, [&]<class Exec>(const Exec&) -> std::unique_ptr<run::Simulation> {
    using Lattice = Phi4Lattice<N, Exec>;
    Lattice lattice(o);
    start_field(lattice.exec(), lattice.state(), o.seed, o.start,
                [&](int system) { return vacuum(o.parameters(system)); });
    lattice.values_changed();
    simulation::SiteOptions site_options;
    site_options.held = o.held;
    site_options.widths = {static_cast<float>(o.width), o.bound, o.acceptance, "width"};
    o.clusters.add_to(lattice, site_options);
    return std::make_unique<simulation::SiteSimulation<Lattice, FieldMoments<Lattice>>>(
        std::move(lattice), FieldMoments<Lattice>(o, measures), site_options);
  });
}

} // namespace neel::models
