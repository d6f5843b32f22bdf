// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/hysteresis.hpp"

#include "output/real_units.hpp"

#include <fmt/format.h>

#include <cmath>

namespace neel::program {

namespace {

/// The magnetisation along the field of a group at each point, with its error: minus the energy's derivative.
std::vector<output::Result> along_field(const output::Results& results, const models::Parameter& field,
                                        std::size_t group) {
  const auto& observables = results.model().observables;
  std::vector<output::Result> all(results.points());
  for (std::size_t p = 0; p < all.size(); ++p) {
    double variance = 0;
    for (const auto& [moment, weight] : field.conjugate) {
      for (std::size_t o = 0; o < observables.size(); ++o) {
        if (observables[o].name == moment) {
          const output::Result& r = results.at(group, p)[o];
          all[p].value -= weight * r.value;
          variance += weight * weight * r.error * r.error;
        }
      }
    }
    all[p].error = std::sqrt(variance);
  }
  return all;
}

/// Two points between which the magnetisation changes its sign: so well is that field known. Where the errors of both move the zero of
/// the straight line between them by more, its error, too.
std::string zero(double h1, double h2, const output::Result& m1, const output::Result& m2,
                 const input::EnergyUnit& unit) {
  const double part = m1.value / (m1.value - m2.value), h = h1 + part * (h2 - h1);
  const double error = std::abs((h2 - h1) / (m1.value - m2.value)) * std::hypot((1 - part) * m1.error, part * m2.error);
  return fmt::format("between H = {} and {} (straight line: {:.4g} {}{})",
                     output::with_units(h1, input::Dimension::field, unit),
                     output::with_units(h2, input::Dimension::field, unit), h, unit.label(),
                     error > std::abs(h2 - h1) ? fmt::format(", statistical error {:.2g}", error) : "");
}

} // namespace

std::string hysteresis(const output::Results& results) {
  const input::ScheduleInput& schedule = results.run().schedule;
  std::string text;
  for (const models::Parameter& p : results.model().parameters) {
    if (!schedule.field_loop() || p.key != "schedule.field") {
      continue;
    }
    for (std::size_t g = 0; g < results.groups(); ++g) {
      const std::vector<output::Result> m = along_field(results, p, g);
      for (std::size_t k = 0; k + 1 < m.size(); ++k) {
        const double h1 = schedule.field[k], h2 = schedule.field[k + 1];
        if (m[k].value * m[k + 1].value < 0) {
          text += fmt::format("the magnetisation along the field changes sign with H {}: coercive field {}\n",
                              h2 > h1 ? "rising" : "falling", zero(h1, h2, m[k], m[k + 1], results.run().unit));
        }
      }
    }
  }
  if (text.empty() && schedule.field_loop()) {
    text = "the magnetisation along the field keeps its sign in all of these fields\n";
  }
  return text;
}

} // namespace neel::program
