// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Inputs of ESpinS, the Esfahan Spin Simulation package (Rezaei, Alaei and Akbarzadeh, Computational Materials Science 202, 110947 (2022)).
// With unit vectors s, moments m, and each bond in both directions,
// E = 1/2 sum_ij [-J s.s' + B m m' (s.s')^2 + D.(s x s')] + sum_i [Delta m^2 (s.z)^2 + mu_B m H.s].
// Moments are those of the program, which divides J, B and D by m m', and then takes spins of the length m.

#include "import/imported.hpp"

namespace neel::imports {

/// `path`: of SEED.mcin, whose blocks list single bonds.
Imported read_espins(const std::string& path, bool average);

} // namespace neel::imports
