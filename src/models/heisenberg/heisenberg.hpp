// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The part of the Heisenberg model that needs kernels, which are compiled separately for each number of species.

#include "model/clusters.hpp"
#include "models/heisenberg/measures.hpp"

namespace neel::models {

struct HeisenbergSetup {
  input::RunInput run;
  Material material;
  HeisenbergMoments measures;
  simulation::HalfLatticeOptions options;
  Clusters clusters;
};

/// For 1, 2 or any_species species.
template <int Species>
std::unique_ptr<run::Simulation> make_heisenberg(const HeisenbergSetup& setup, run::ExecutionContext where);
extern template std::unique_ptr<run::Simulation> make_heisenberg<1>(const HeisenbergSetup&, run::ExecutionContext);
extern template std::unique_ptr<run::Simulation> make_heisenberg<2>(const HeisenbergSetup&, run::ExecutionContext);
extern template std::unique_ptr<run::Simulation> make_heisenberg<any_species>(const HeisenbergSetup&,
                                                                              run::ExecutionContext);

} // namespace neel::models
