// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Instantiates the Heisenberg model for two species.

#include "models/heisenberg_simulation.hpp"

namespace neel::models {

template MadeSimulation make_heisenberg_of<2>(const input::RunInput&, const Material&, const HeisenbergObservables&);

} // namespace neel::models
