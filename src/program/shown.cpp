// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/shown.hpp"

#include "files/text_file.hpp"
#include "output/real_units.hpp"

#include <fmt/format.h>

#include <set>
#include <stdexcept>

namespace neel::program {

Shown::Shown(const input::EnergyUnit& unit, bool temperature) {
  const output::ShownTemperature t = output::shown_temperature(unit);
  if (temperature && t.unit == "K") {
    factor_ = t.factor;
    unit_ = " K";
  }
}

std::string Shown::value(double v) const { return fmt::format("{:.6g}", v * factor_); }

std::string Shown::text(const analysis::Estimate& e) const {
  return analysis::with_error({e.value * factor_, e.error * factor_}) + unit_;
}

std::optional<double> bound(const std::string& option, const std::string& text, bool temperature,
                            const input::EnergyUnit& unit, const std::string& what) {
  if (text.empty()) {
    return {};
  }
  try {
    if (temperature) {
      return input::parse_quantity(text, input::Dimension::energy, unit);
    }
  } catch (const std::invalid_argument& e) {
    throw InputError(option + ": expected a temperature: " + e.what());
  }
  const std::optional<double> value = files::to_number(text);
  if (!value) {
    throw InputError(option + ": expected a value of " + what + ", found \"" + text + "\"");
  }
  return value;
}

void tell_apart(const std::vector<std::string*>& names) {
  std::set<std::string> taken;
  for (std::string* const name : names) {
    const std::string first = *name;
    for (int k = 2; !taken.insert(*name).second; ++k) {
      *name = first + "_" + std::to_string(k);
    }
  }
}

} // namespace neel::program
