// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Which sites of a crystal are alike, and what inputs call things.

#include "input/run_input.hpp"
#include "input/value.hpp"

namespace neel::view {

/// The basis site of each site.
std::vector<std::uint8_t> sublattices(const input::LatticeInput& lattice);
/// The texts of a list, or one by itself; none where there is no such node.
std::vector<std::string> texts(const input::Value* node);
/// Names of the ions in a resolved input; none where it has none.
std::vector<std::string> ions_of(const std::string& resolved);

} // namespace neel::view
