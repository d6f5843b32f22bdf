// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/units.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <utility>

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
    return "K, meV, mRy, or a bare number in the units of [model]";
  case Dimension::field:
    return "T, K, meV, mRy, or a bare number in the units of [model]";
  default:
    return "mu_B";
  }
}

/// A number and the word behind it.
struct Words {
  double number;
  std::string_view unit;
};

std::optional<Words> split(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, number);
  if (failure != std::errc{} || !std::isfinite(number)) {
    return {};
  }
  std::string_view unit(rest, static_cast<std::size_t>(end - rest));
  const auto is_space = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!unit.empty() && is_space(unit.front())) {
    unit.remove_prefix(1);
  }
  while (!unit.empty() && is_space(unit.back())) {
    unit.remove_suffix(1);
  }
  return Words{number, unit};
}

/// Seconds in "H:MM:SS" or "MM:SS".
std::optional<double> clock_time(std::string_view text) {
  double seconds = 0;
  int fields = 0;
  for (const char *at = text.data(), *const end = at + text.size(); at <= end; ++fields) {
    unsigned value = 0;
    const auto [rest, failure] = std::from_chars(at, end, value);
    if (failure != std::errc{} || (rest != end && *rest != ':') || (fields > 0 && (value > 59 || rest - at != 2))) {
      return {};
    }
    seconds = 60 * seconds + value;
    at = rest + 1;
  }
  return fields == 2 || fields == 3 ? std::optional<double>(seconds) : std::nullopt;
}

} // namespace

double parse_quantity(std::string_view text, Dimension dimension, const EnergyUnit& unit) {
  const bool unit_alone = dimension == Dimension::moment && (text == "mu_B" || text == "muB");
  const std::optional<Words> words = unit_alone ? Words{1, text} : split(text);
  if (!words) {
    refuse(text, "is not a number with a unit; allowed: " + std::string(allowed(dimension)));
  }
  const auto [number, name] = *words;
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
  if (energy && name == "mRy") {
    return from_kelvin(number * mev_per_mry * kelvin_per_mev, text, unit);
  }
  if (dimension == Dimension::field && name == "T") {
    return field_from_tesla(number, text, unit);
  }
  if (dimension == Dimension::moment && (name == "mu_B" || name == "muB" || name.empty())) {
    return number;
  }
  refuse(text, "has the unit \"" + std::string(name) + "\"; allowed: " + allowed(dimension));
}

double parse_duration(std::string_view text) {
  if (const std::optional<double> seconds = clock_time(text)) {
    return *seconds;
  }
  constexpr std::pair<std::string_view, double> units[] = {{"s", 1}, {"min", 60}, {"h", 3600}, {"d", 86400}};
  if (const std::optional<Words> words = split(text); words && words->number >= 0) {
    for (const auto& [name, seconds] : units) {
      if (words->unit == name) {
        return words->number * seconds;
      }
    }
  }
  refuse(text, "is not a time; allowed: a number with s, min, h or d, or HH:MM:SS");
}

std::string name_of(Dimension dimension) {
  return dimension == Dimension::energy ? "energy" : (dimension == Dimension::field ? "field" : "moment");
}

} // namespace neel::input
