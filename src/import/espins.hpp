// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Inputs of ESpinS, the Esfahan Spin Simulation package (Rezaei, Alaei and Akbarzadeh, Comput. Mater. Sci. 202, 110947 (2022)).
// With unit vectors, each bond in both directions, and S the moment times its unit vector in the last two terms:
// E = 1/2 sum_ij [-J s.s' + B (s.s')^2 + D.(s x s')] + sum_i [Delta (S.z)^2 + mu_B H.S].

#include "import/imported.hpp"

namespace neel::imports {

/// `path`: of SEED.mcin, whose blocks list single bonds.
Imported read_espins(const std::string& path, bool average);

} // namespace neel::imports
