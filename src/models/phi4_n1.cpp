// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Instantiates the phi^4 field with one component.

#include "models/phi4_simulation.hpp"

namespace neel::models {

template MadeField make_phi4<1>(const Phi4Options&, const Phi4Observables&);

} // namespace neel::models
