// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Numbers with units. Energies and temperatures are interchangeable through k_B; a field counts as the energy of a unit
// moment in it.

#include <optional>
#include <string>
#include <string_view>

namespace neel::input {

inline constexpr double kelvin_per_mev = 11.604518121550082;   ///< 1 meV / k_B (CODATA 2018)
inline constexpr double mev_per_mry = 13.605693122994;         ///< 1 mRy (CODATA 2018)
inline constexpr double kelvin_per_tesla = 0.6717138162957767; ///< 1 T mu_B / k_B (CODATA 2018)

/// The unit that energies, temperatures and fields of a run are kept in.
struct EnergyUnit {
  std::string name = "reduced";              ///< "K", "meV" or "reduced"
  std::optional<double> kelvin;              ///< one unit in kelvin, where known
  std::optional<double> moment_in_magnetons; ///< the moment m = 1 in Bohr magnetons, where known

  /// The label of the unit in files: "K", "meV" or "J" for reduced units.
  std::string label() const { return name == "reduced" ? "J" : name; }
};

enum class Dimension { energy, field, moment };
/// "energy", ...
std::string name_of(Dimension dimension);

/// Turns "14 K", "1.2 meV", "0.26 T", "5 mu_B" or "3.5" into a number of `unit`. Throws std::invalid_argument with a
/// sentence that says what is wrong and what is allowed.
double parse_quantity(std::string_view text, Dimension dimension, const EnergyUnit& unit);

/// Turns "30 s", "10 min", "2.5 h", "1 d", "50:00" (minutes and seconds) or "23:50:00" into seconds. Throws
/// std::invalid_argument likewise.
double parse_duration(std::string_view text);

} // namespace neel::input
