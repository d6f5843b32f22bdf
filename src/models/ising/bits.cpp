// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/ising/ising.hpp"

#include <neel/simulation/bit_lattice.hpp>

namespace neel::models {

std::unique_ptr<run::Simulation> make_ising_bits(const simulation::HalfLatticeOptions& o, const Ising& physics,
                                                 const StartUpDown& start, const IsingMoments& measures,
                                                 run::Space space) {
  return simulation::in_space(space, [&]<class Exec>(const Exec&) -> std::unique_ptr<run::Simulation> {
    using Lattice = simulation::BitLattice<Exec>;
    Lattice lattice(o, physics);
    lattice.place("place_spins", start);
    simulation::SiteOptions options;
    options.held = o.held;
    return std::make_unique<simulation::SiteSimulation<Lattice, IsingMoments>>(std::move(lattice), measures, options);
  });
}

} // namespace neel::models

template class neel::simulation::BitLattice<Kokkos::DefaultExecutionSpace>; // tests use it, too
