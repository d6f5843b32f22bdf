// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Fourier modes that are measured: those of measure.q, and that of the mean-field order.

#include "models/crystal/crystal_setup.hpp"

namespace neel::models {

/// measure.q: "mode_1", "mode_2", ... with the phases of sites within a cell.
std::vector<NamedMode> read_modes(input::Reader& in, const crystal::Crystal& c);

/// Takes these to be measured, and "order" in front, unless the order is uniform, or none.
void set_modes(CrystalPlan& plan, const CrystalOrder& order, const std::vector<NamedMode>& modes);

/// Notes what kernels and tables cannot take: bonds onto themselves, too many bonds or groups, no spin at all.
void check_crystal(input::Reader& in, const CrystalPlan& plan);
void check_spins(input::Reader& in, const CrystalPlan& plan);

} // namespace neel::models
