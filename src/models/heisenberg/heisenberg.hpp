// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The simulation of the Heisenberg model, apart from all that needs no kernels: these are compiled for each number of species by
// itself.

#include "models/heisenberg/measures.hpp"

namespace neel::models {

struct HeisenbergSetup {
  input::RunInput run;
  Material material;
  HeisenbergMeasures measures;
  simulation::HalfLatticeOptions options;
};

/// For 1, 2 or any_species species.
template <int Species>
std::unique_ptr<run::Simulation> make_heisenberg(const HeisenbergSetup& setup, run::Space space);
extern template std::unique_ptr<run::Simulation> make_heisenberg<1>(const HeisenbergSetup&, run::Space);
extern template std::unique_ptr<run::Simulation> make_heisenberg<2>(const HeisenbergSetup&, run::Space);
extern template std::unique_ptr<run::Simulation> make_heisenberg<any_species>(const HeisenbergSetup&, run::Space);

} // namespace neel::models
