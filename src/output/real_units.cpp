// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/real_units.hpp"

#include <cstdio>

namespace neel::output {

std::optional<double> kelvin_per_unit(const input::EnergyUnit& unit) {
  return unit.name == "K" ? std::nullopt : unit.kelvin;
}

std::optional<double> tesla_per_unit(const input::EnergyUnit& unit) {
  return unit.kelvin && unit.moment_in_magnetons
             ? std::optional(*unit.kelvin / (input::kelvin_per_tesla * *unit.moment_in_magnetons))
             : std::nullopt;
}

std::string with_units(double value, input::Dimension dimension, const input::EnergyUnit& unit) {
  const bool field = dimension == input::Dimension::field;
  const std::optional<double> factor = field ? tesla_per_unit(unit) : kelvin_per_unit(unit);
  char text[96];
  const int length = std::snprintf(text, sizeof text, "%.6g %s", value, unit.label().c_str());
  if (factor) {
    std::snprintf(text + length, sizeof text - static_cast<std::size_t>(length), " (%.4g %s)", value * *factor,
                  field ? "T" : "K");
  }
  return text;
}

} // namespace neel::output
