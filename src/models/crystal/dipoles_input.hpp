// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// [dipoles]: dipole interactions of the spins of a crystal.

#include "crystal/crystal.hpp"
#include "input/run_input.hpp"

#include <neel/models/dipoles.hpp>

#include <memory>
#include <string>

namespace neel::models {

struct CrystalDipoles {
  double strength = 0;               ///< energy of two moments 1 at the distance 1
  crystal::Vector demagnetisation{}; ///< factors along x, y and z
  std::shared_ptr<const DipoleTables> tables;
};

inline constexpr const char* dipoles_table = "dipoles";
/// Notes an error where the crystal has none.
CrystalDipoles read_dipoles(input::Reader& in, const crystal::Crystal& c, const input::EnergyUnit& unit,
                            const std::vector<double>& moments);
std::string describe_dipoles(const CrystalDipoles& d, const input::EnergyUnit& unit);

} // namespace neel::models
