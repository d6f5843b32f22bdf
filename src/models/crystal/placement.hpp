// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// lattice.placement: the ions of single sites, from a file.

#include "models/crystal/crystal_input.hpp"

namespace neel::models {

/// Reads the file, if there is one, once cells and basis are known: a site in a line, `x y z SITE ION`, the cell counted from 0.
/// Sites that it leaves out have the ion of their basis site. Fills in CrystalInput::placed and sets the fractions to what they are.
void read_placement(input::Reader& in, CrystalInput& crystal, const std::vector<std::string>& ions);

} // namespace neel::models
