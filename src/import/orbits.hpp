// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Orbits of bonds of a crystal whose couplings are not known.

#include "crystal/symmetry.hpp"
#include "import/imported.hpp"

namespace neel::imports {

/// Those of bonds up to a distance; without one, up to twice that of nearest neighbours, a dozen at most. Sites of the same kind are
/// images of each other.
void add_orbits(Imported& in, const std::vector<int>& kinds, const std::vector<crystal::Operation>& group,
                std::optional<double> within);

/// "ion = "Fe"", or "ions = {Fe = 0.7, Cr = 0.3}".
std::string ions_text(const Imported& in, const Site& site);
/// lattice.symmetry, or nothing.
std::string symmetry_text(const Imported& in);
/// They as elements of [[couplings.bonds]], with comments.
std::string orbits_text(const Imported& in);

} // namespace neel::imports
