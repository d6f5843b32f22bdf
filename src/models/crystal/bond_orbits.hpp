// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Elements of [[couplings.bonds]] that a crystal's symmetry carries from one bond to its orbit.

#include "models/crystal/bond_entries.hpp"

namespace neel::models {

/// The element for each bond of its orbit, if it has `orbit`, else itself. Notes an error where the symmetry does not allow the
/// coupling. An orbit without any coupling has no bonds: inputs can list orbits whose numbers are not known.
std::vector<BondEntry> on_orbit(input::Reader& in, const crystal::Crystal& c, const crystal::Symmetry* symmetry,
                                const BondEntry& e);

/// Notes an error where all elements have `orbit`, and none a coupling.
void check_some(input::Reader& in, const std::vector<BondEntry>& entries);

} // namespace neel::models
