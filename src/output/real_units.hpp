// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Temperatures in kelvin and fields in tesla beside the run's own unit, where the input says what that is worth.

#include "input/units.hpp"

#include <optional>
#include <string>

namespace neel::output {

/// Kelvin in one unit of energy; nothing where that is not known, or the unit is K itself.
std::optional<double> kelvin_per_unit(const input::EnergyUnit& unit);
/// Tesla in which the moment m = 1 has one unit of energy; nothing where that is not known.
std::optional<double> tesla_per_unit(const input::EnergyUnit& unit);
/// How people are shown temperatures: in kelvin where energies are in meV, else in the unit of energies.
struct ShownTemperature {
  double factor; ///< times a temperature in the run's unit
  std::string unit;
};
ShownTemperature shown_temperature(const input::EnergyUnit& unit);
/// "0.5 J (217.6 K)", "300 K (25.85 meV)" of a temperature, "0.002 J (0.2592 T)" of a field.
std::string with_units(double value, input::Dimension dimension, const input::EnergyUnit& unit);

} // namespace neel::output
