// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/real_units.hpp"

#include <fmt/format.h>

namespace neel::output {

std::optional<double> kelvin_per_unit(const input::EnergyUnit& unit) {
  return unit.name == "K" ? std::nullopt : unit.kelvin;
}

std::optional<double> tesla_per_unit(const input::EnergyUnit& unit) {
  return unit.kelvin && unit.moment_in_magnetons
             ? std::optional(*unit.kelvin / (input::kelvin_per_tesla * *unit.moment_in_magnetons))
             : std::nullopt;
}

ShownTemperature shown_temperature(const input::EnergyUnit& unit) {
  return unit.name == "meV" ? ShownTemperature{input::kelvin_per_mev, "K"} : ShownTemperature{1, unit.label()};
}

std::string with_units(double value, input::Dimension dimension, const input::EnergyUnit& unit) {
  const bool field = dimension == input::Dimension::field;
  if (const ShownTemperature shown = shown_temperature(unit); !field && shown.factor != 1) {
    return fmt::format("{:.6g} {} ({:.4g} {})", value * shown.factor, shown.unit, value, unit.label());
  }
  const std::optional<double> factor = field ? tesla_per_unit(unit) : kelvin_per_unit(unit);
  return fmt::format("{:.6g} {}", value, unit.label()) +
         (factor ? fmt::format(" ({:.4g} {})", value * *factor, field ? "T" : "K") : "");
}

} // namespace neel::output
