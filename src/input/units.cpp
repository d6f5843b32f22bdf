// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/units.hpp"

#include <cctype>
#include <charconv>
#include <stdexcept>

namespace neel::input {

namespace {

[[noreturn]] void refuse(std::string_view text, const std::string& why) {
  throw std::invalid_argument("\"" + std::string(text) + "\" " + why);
}

/// An energy of `kelvin` K in the run's unit.
double from_kelvin(double kelvin, std::string_view text, const EnergyUnit& unit) {
  if (!unit.kelvin) {
    refuse(text, "needs to know what one reduced unit is: set [model] unit, for example unit = \"435.23 K\", or give a "
                 "bare number in reduced units");
  }
  return kelvin / *unit.kelvin;
}

double field_from_tesla(double tesla, std::string_view text, const EnergyUnit& unit) {
  if (!unit.moment_in_magnetons) {
    refuse(text, "needs to know the moment that m = 1 stands for: set [material] moment_unit, for example "
                 "moment_unit = \"5 mu_B\"");
  }
  return from_kelvin(tesla * kelvin_per_tesla * *unit.moment_in_magnetons, text, unit);
}

const char* allowed(Dimension d) {
  switch (d) {
  case Dimension::energy:
    return "K, meV, or a bare number in the units of [model]";
  case Dimension::field:
    return "T, K, meV, or a bare number in the units of [model]";
  default:
    return "mu_B";
  }
}

} // namespace

double parse_quantity(std::string_view text, Dimension dimension, const EnergyUnit& unit) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, number);
  if (failure != std::errc{}) {
    refuse(text, "is not a number with a unit; allowed: " + std::string(allowed(dimension)));
  }
  std::string_view name(rest, static_cast<std::size_t>(end - rest));
  while (!name.empty() && std::isspace(static_cast<unsigned char>(name.front())) != 0) {
    name.remove_prefix(1);
  }
  while (!name.empty() && std::isspace(static_cast<unsigned char>(name.back())) != 0) {
    name.remove_suffix(1);
  }
  const bool energy = dimension != Dimension::moment;
  if (energy && name.empty()) {
    return number;
  }
  if (energy && name == "K") {
    return from_kelvin(number, text, unit);
  }
  if (energy && name == "meV") {
    return from_kelvin(number * kelvin_per_mev, text, unit);
  }
  if (dimension == Dimension::field && name == "T") {
    return field_from_tesla(number, text, unit);
  }
  if (dimension == Dimension::moment && (name == "mu_B" || name == "muB" || name.empty())) {
    return number;
  }
  refuse(text, "has the unit \"" + std::string(name) + "\"; allowed: " + allowed(dimension));
}

} // namespace neel::input
