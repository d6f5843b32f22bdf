// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Chemical elements, and which of their ions can carry a spin.

#include <optional>
#include <string>

namespace neel::imports {

/// 1 for H; 0 where it is none. Deuterium is hydrogen.
int atomic_number(const std::string& symbol);

/// "Fe" of "Fe3+", "FE2A" or "Fe1"; empty where it begins with none.
std::string element_of(const std::string& label);
/// 3 of "Fe3+", -2 of "O2-".
std::optional<int> charge_of(const std::string& symbol);

/// d or f shells that are open by the ion's charge. Where that is not known: Ti to Cu, Mo to Rh, W to Ir, Ce to Yb, U to Cf.
bool has_open_shell(int number, std::optional<int> charge);

} // namespace neel::imports
