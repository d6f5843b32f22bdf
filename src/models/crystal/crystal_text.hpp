// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the log says of a crystal.

#include "models/crystal/crystal_setup.hpp"

namespace neel::models {

/// "1.0 J = 435.23 K = 37.5053 meV".
std::string in_all_units(double value, const input::EnergyUnit& unit);

/// "m = 0.6 x 5 mu_B".
std::string moment_text(double moment, const input::EnergyUnit& unit);
/// A line for each ion.
std::string describe_moments(const CrystalPlan& plan, const input::EnergyUnit& unit);
/// The sites of a cell by the names that bonds and placements have for them.
std::string describe_sites(const CrystalPlan& plan);
/// Which bonds the symmetry makes of one another, up to the length of the longest that is bound, and the D that each may have.
std::string describe_symmetry(const CrystalPlan& plan);
/// The shells: distance, bonds per site, couplings; each bond where their directions differ.
std::string describe_bonds(const CrystalPlan& plan, const input::EnergyUnit& unit);
/// Mean-field temperature and order.
std::string describe_order(const CrystalPlan& plan, const CrystalOrder& order, const input::EnergyUnit& unit);

} // namespace neel::models
