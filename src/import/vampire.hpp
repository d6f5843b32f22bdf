// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Unit cell files (.ucf) and material files (.mat) of Vampire, a program for atomistic spin models (Evans et al., J. Phys.:
// Condens. Matter 26, 103202 (2014)). Its energy, in joules: E = -1/2 sum over i and j of S_i.J_ij S_j, each bond in both
// directions, so that one bond has -S.J S'; on each site -K (S.k)^2 and -C/2 (x^4 + y^4 + z^4).
// Of higher order, with c = S.k: -K/12 (35 c^4 - 30 c^2), -K/24 (231 c^6 - 315 c^4 + 105 c^2), and +C x^2 y^2 z^2.

#include "import/imported.hpp"

#include <array>
#include <map>

namespace neel::imports {

struct VampireMaterial {
  std::string name, moment_from, anisotropy_from;
  double moment = 1.72;             ///< in Bohr magnetons; what Vampire takes where the file says nothing
  double anisotropy = 0, cubic = 0; ///< in meV
  double fourth = 0, sixth = 0, sixth_cubic = 0;
  Vector triaxial{}; ///< -sum_a triaxial_a S_a^2
  std::optional<Vector> axis;
  std::map<std::size_t, Vector> exchange; ///< by the other material, from 0 on, in meV: exchange-matrix
};

struct VampireMaterials {
  std::string file; ///< empty: none was given
  std::vector<VampireMaterial> materials;
  std::vector<std::string> lost;
};

VampireMaterials read_vampire_materials(const std::string& path);

Imported read_vampire(const std::string& path, const VampireMaterials& materials, bool average);

} // namespace neel::imports
