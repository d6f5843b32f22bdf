// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The phi^4 field on its lattice, for a number of components and an execution space.

#include "models/phi4/phi4.hpp"

#include <neel/models/phi4_start.hpp>
#include <neel/simulation/spaces.hpp>

namespace neel::models {

/// Phi4Measures of one kind of field.
template <class Physics>
struct FieldMeasures : Phi4Measures {
  Phi4Options options;

  FieldMeasures(const Phi4Options& o, const Phi4Measures& measures) : Phi4Measures(measures), options(o) {}

  Phi4Parameters parameters(const simulation::Exposure& at) const {
    Phi4Parameters p = options.parameters(at.system);
    p.temperature = at.temperature;
    return p;
  }
  typename Physics::Conditions conditions(const simulation::Exposure& at) const {
    return Physics::conditions(parameters(at), at.width);
  }

  template <class Sums>
  void measure(const simulation::Measured<Sums>& now, Raw raw) const {
    FieldSums n;
    for (int k = 0; k < Physics::components; ++k) {
      n.phi.push_back(now.sums(k));
      n.planes.emplace_back();
      for (std::size_t p = 0; p < now.sums.planes(); ++p) {
        n.planes.back().push_back(now.sums.plane(k, p));
      }
    }
    n.squared = now.sums(Physics::phi_squared);
    n.fourth = now.sums(Physics::phi_fourth);
    n.gradient = now.sums(Physics::gradient_squared);
    n.laplacian = now.sums(Physics::laplacian_squared);
    n.accepted = static_cast<double>(now.accepted);
    n.width = now.at.width;
    n.at = parameters(now.at);
    Phi4Measures::measure(n, raw);
  }
};

template <class Physics, ExecutionSpace Exec>
std::unique_ptr<run::Simulation> make_field(const Phi4Options& o, const Phi4Measures& measures) {
  using Lattice = simulation::NaturalLattice<Physics, Exec>;
  Lattice lattice(o);
  start_field(lattice.exec(), lattice.state(), o.seed, o.start,
              [&](int system) { return vacuum(o.parameters(system)); });
  simulation::SiteOptions options;
  options.held = o.held;
  options.width = static_cast<float>(o.width);
  options.widest = o.bound;
  options.acceptance = o.acceptance;
  options.width_name = "width";
  return std::make_unique<simulation::SiteSimulation<Lattice, FieldMeasures<Physics>>>(
      std::move(lattice), FieldMeasures<Physics>(o, measures), options);
}

template <int N>
std::unique_ptr<run::Simulation> make_phi4(const Phi4Options& o, const Phi4Measures& measures, run::Space space) {
  return simulation::in_space(space, [&]<class Exec>(const Exec&) {
    if (o.dimensions == 2) {
      return o.wide ? make_field<Phi4<N, 2, true>, Exec>(o, measures)
                    : make_field<Phi4<N, 2, false>, Exec>(o, measures);
    }
    return o.wide ? make_field<Phi4<N, 3, true>, Exec>(o, measures) : make_field<Phi4<N, 3, false>, Exec>(o, measures);
  });
}

} // namespace neel::models
