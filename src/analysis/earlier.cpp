// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The only place of the analysis that knows models by name.

#include "analysis/earlier.hpp"

#include <algorithm>

namespace neel::analysis {

namespace {

/// The members of a number or a list of them.
std::vector<double> numbers(const input::Value& value) {
  std::vector<double> all;
  if (const auto* list = value.as<input::Value::List>()) {
    for (const input::Value& entry : *list) {
      const std::vector<double> own = numbers(entry);
      all.insert(all.end(), own.begin(), own.end());
    }
  } else if (const double* number = value.as<double>()) {
    all.push_back(*number);
  }
  return all;
}

bool ions_at_random(const input::Value& input, std::size_t group) {
  const input::Value* const fractions = input::find(input, "material.fractions");
  const auto* const table = fractions == nullptr ? nullptr : fractions->as<input::Value::Table>();
  return table != nullptr && std::any_of(table->begin(), table->end(), [&](const auto& entry) {
           const std::vector<double> x = numbers(entry.second);
           const double own = x.empty() ? 0 : x[std::min(group, x.size() - 1)];
           return own > 0 && own < 1;
         });
}

std::string order_parameter(const std::string& model, const input::Value& input) {
  if (model == "ising") {
    const input::Value* const coupling = input::find(input, "couplings.J");
    const double* const j = coupling == nullptr ? nullptr : coupling->as<double>();
    return j != nullptr && *j < 0 ? "staggered_magnitude" : "magnetisation_magnitude";
  }
  return model == "heisenberg" ? "staggered_magnetisation" : model == "phi4" ? "magnetisation" : "";
}

} // namespace

Earlier earlier(const std::string& model, const input::Value& input, std::size_t groups) {
  Earlier known{order_parameter(model, input), model == "phi4" ? "N" : "N/T", {}};
  for (std::size_t g = 0; g < groups; ++g) {
    known.disorder.push_back(ions_at_random(input, g));
  }
  return known;
}

} // namespace neel::analysis
