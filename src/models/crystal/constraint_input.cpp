// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/constraint_input.hpp"

#include <neel/core/math.hpp>
#include <neel/models/onsite.hpp>

#include <fmt/format.h>

#include <cmath>

namespace neel::models {

namespace {

double read_angle(input::Reader& in, const input::Key& key, std::optional<double> otherwise) {
  const double angle = in.number(key, otherwise);
  if (std::abs(angle) > 360 && in.sound(key.path)) {
    in.error(key.path, "is an angle in degrees, from -360 to 360");
    return 0;
  }
  return angle;
}

/// The sum of all moments, per cell.
double saturation(const CrystalPlan& plan) {
  double sum = 0;
  for (const auto& fractions : plan.in.fractions) {
    for (std::size_t ion = 0; ion < fractions.size(); ++ion) {
      sum += fractions[ion] * plan.moment[ion];
    }
  }
  return sum;
}

/// The moments of the order of mean field cancel.
bool is_compensated(const CrystalPlan& plan, const CrystalOrder& order) {
  if (order.temperature <= 0 || order.uniform) {
    return false;
  }
  for (const double q : order.q) {
    if (std::abs(q - std::round(q)) > 1e-9) {
      return true;
    }
  }
  std::complex<double> sum = 0;
  double most = 0;
  for (std::size_t b = 0; b < order.weight.size(); ++b) {
    double moment = 0;
    for (std::size_t ion = 0; ion < plan.moment.size(); ++ion) {
      moment += plan.in.fractions[b][ion] * plan.moment[ion];
    }
    sum += order.weight[b] * moment;
    most += std::abs(order.weight[b] * moment);
  }
  return std::abs(sum) <= 1e-6 * most;
}

} // namespace

CrystalConstraint read_constraint(input::Reader& in) {
  CrystalConstraint c;
  c.theta =
      read_angle(in,
                 {"constraint.theta", "angle between the direction n that the magnetisation keeps and z, in degrees "
                                      "([constrained.md](constrained.md))"},
                 {});
  c.phi = read_angle(in, {"constraint.phi", "angle between x and n's part in the plane of x and y, in degrees"}, 0.0);
  const auto theta = math::sincos2pi(c.theta / 360), phi = math::sincos2pi(c.phi / 360);
  c.start = {static_cast<float>(theta.sin * phi.cos), static_cast<float>(theta.sin * phi.sin),
             static_cast<float>(theta.cos)};
  const DoubleVector n = exact(c.start);
  c.n = scaled(1 / std::sqrt(dot(n, n)), n);
  c.e_phi = {-phi.sin, phi.cos, 0};
  return c;
}

void check_constraint(input::Reader& in, const CrystalPlan& plan, const CrystalOrder& order,
                      const input::RunInput& run) {
  for (const input::UpdateInput& update : run.update) {
    if (update.name != "metropolis" && update.name != "cone") {
      in.error("algorithm.update", "\"" + update.name +
                                       "\" moves spins by themselves, and [constraint] two at a time, by "
                                       "\"metropolis\" or \"cone\"");
    }
  }
  if (!run.schedule.start_file.empty() || run.schedule.start != "up") {
    in.error("schedule.start", "of [constraint] is \"up\": all spins along n");
  }
  if (plan.dipoles) {
    in.error(constraint_table, "constrained moves are for bonds and single spins; leave it or [dipoles] out");
  }
  if (run.schedule.multicanonical) {
    in.error(constraint_table, "its sweeps cannot be made in reverse order, which \"multicanonical\" needs");
  }
  if (plan.measured.spins < 2) {
    in.error(constraint_table, "its moves are of two spins; the lattice has one");
  }
  if (saturation(plan) <= 0) {
    in.error(constraint_table, "the moments add up to nothing that could be held along n");
  } else if (is_compensated(plan, order)) {
    in.error(constraint_table, "holds the magnetisation, which is near zero here: in mean field the bonds order as " +
                                   describe(order, plan.in.crystal) + ", where moments cancel");
  }
}

std::string describe_constraint(const CrystalConstraint& c) {
  return fmt::format(
      "the magnetisation keeps the direction theta = {:g}, phi = {:g} degrees, ({:.6g}, {:.6g}, {:.6g}), by "
      "constrained Monte Carlo\n",
      c.theta, c.phi, c.n.x, c.n.y, c.n.z);
}

} // namespace neel::models
