// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A site as sentences call it.

#include <neel/lattice/geometry.hpp>

#include <string>

namespace neel::simulation {

/// "site (1, 2, 3) of system 0".
inline std::string place_name(const lattice::Geometry& g, int system, std::uint64_t site) {
  const auto x = site % static_cast<std::uint64_t>(g.lx), rows = site / static_cast<std::uint64_t>(g.lx);
  return "site (" + std::to_string(x) + ", " + std::to_string(rows % static_cast<std::uint64_t>(g.ly)) + ", " +
         std::to_string(rows / static_cast<std::uint64_t>(g.ly)) + ") of system " + std::to_string(system);
}

} // namespace neel::simulation
