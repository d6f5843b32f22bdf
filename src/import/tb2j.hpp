// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// exchange.out and exchange.xml of TB2J (He, Helbig, Verstraete and Bousquet, Comput. Phys. Commun. 264, 107938 (2021)). Its energy, in meV and with
// unit vectors: E = -sum_i S_i.K_i S_i - sum_{i != j} [J S_i.S_j + S_i.J_ani S_j + D.(S_i x S_j)], each bond in both directions.

#include "import/imported.hpp"

namespace neel::imports {

inline constexpr const char* tb2j_file = "exchange.out";
inline constexpr const char* tb2j_xml = "exchange.xml"; ///< what TB2J writes for MULTIBINIT, in eV and bohr
Imported read_tb2j(const std::string& path, bool average);
Imported read_tb2j_xml(const std::string& path, bool average);

} // namespace neel::imports
