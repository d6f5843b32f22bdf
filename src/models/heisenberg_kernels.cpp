// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Instantiates the Heisenberg model for one, two and any number of species.

#include "models/heisenberg.hpp"
#include "models/heisenberg_simulation.hpp"

namespace neel::models {

namespace {

template <int Species>
MadeSimulation make(const input::RunInput& run, const Material& material, const HeisenbergObservables& observables) {
  auto made =
      std::make_unique<HeisenbergSimulation<Species, Kokkos::DefaultExecutionSpace>>(run, material, observables);
  auto* const simulation = made.get();
  return {std::move(made), [simulation](int system) { return simulation->configuration(system); }};
}

} // namespace

MadeSimulation make_heisenberg(const input::RunInput& run, const Material& material,
                               const HeisenbergObservables& observables) {
  switch (material.ions.size()) {
  case 1:
    return make<1>(run, material, observables);
  case 2:
    return make<2>(run, material, observables);
  default:
    return make<any_species>(run, material, observables);
  }
}

} // namespace neel::models
