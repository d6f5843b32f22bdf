// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Couplings that differ from bond to bond, as an input asks for them.

#include "models/crystal/crystal_setup.hpp"

namespace neel::models {

/// couplings.disorder and what belongs to it.
DrawnBonds read_drawn(input::Reader& in);

/// couplings.file: the samples of a run, and the files in `plan`.
void read_samples(input::Reader& in, CrystalPlan& plan, const input::RunInput& run);

/// Draws them, where the input says so; the bonds must be known. Notes what is wrong.
void draw_samples(input::Reader& in, CrystalPlan& plan, const input::RunInput& run);

/// What the log says of them.
std::string describe_samples(const CrystalPlan& plan, const input::EnergyUnit& unit);

/// What `neel bonds` writes. `sign`: E = sign sum J S.S'.
BondTables bond_tables(const CrystalPlan& plan, const input::RunInput& run, double sign);

} // namespace neel::models
