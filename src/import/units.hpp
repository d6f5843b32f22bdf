// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Units of other programs' files.

#include "input/units.hpp"

#include <optional>
#include <string>
#include <utility>

namespace neel::imports {

inline constexpr double joules_per_mev = 1.602176634e-22;    ///< exact, by the definition of the ampere
inline constexpr double angstrom_per_bohr = 0.529177210903;  ///< CODATA 2018
inline constexpr double joules_per_tesla = 9.2740100783e-24; ///< of a Bohr magneton (CODATA 2018)

inline double mev_of_joules(double joules) { return joules / joules_per_mev; }

/// An energy in meV, of a unit by the name that Vampire has for it; no name is joules.
inline std::optional<double> mev_of_vampire(double value, const std::string& unit) {
  if (unit.empty() || unit == "J" || unit == "J/atom") {
    return mev_of_joules(value);
  }
  const std::pair<const char*, double> others[] = {{"zJ", 1e-21 / joules_per_mev},
                                                   {"erg", 1e-7 / joules_per_mev},
                                                   {"eV", 1000},
                                                   {"meV", 1},
                                                   {"Ryd", 1000 * input::mev_per_mry},
                                                   {"mRyd", input::mev_per_mry},
                                                   {"Ht", 2000 * input::mev_per_mry}};
  for (const auto& [name, mev] : others) {
    if (unit == name) {
      return value * mev;
    }
  }
  return {};
}

/// One `unit` of moment in Bohr magnetons, likewise; no name is J/T.
inline std::optional<double> magnetons_of_vampire(const std::string& unit) {
  if (unit == "muB") {
    return 1;
  }
  return unit.empty() || unit == "J/T" ? std::optional(1 / joules_per_tesla) : std::nullopt;
}

} // namespace neel::imports
