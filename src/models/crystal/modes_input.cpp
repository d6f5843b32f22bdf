// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/modes_input.hpp"

#include "crystal/tables.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace neel::models {

std::vector<NamedMode> read_modes(input::Reader& in, const crystal::Crystal& c) {
  constexpr std::size_t most_modes = 256;
  in.declare(
      {"measure.q",
       "wave vectors, in units of the reciprocal lattice's vectors, whose Fourier modes are measured: |M(q)|, its "
       "powers, susceptibility and Binder ratio",
       "none"},
      "a list of lists of three numbers");
  const input::Value* const node = in.node("measure.q");
  const auto* const list = node == nullptr ? nullptr : node->as<input::Value::List>();
  std::vector<NamedMode> modes;
  if (node == nullptr) {
    return modes;
  }
  if (list == nullptr || list->empty() || list->size() > most_modes) {
    in.error("measure.q", "expected a list of 1 to 256 wave vectors, such as [[0.5, 0.5, 0.0]]");
    return modes;
  }
  std::string resolved;
  for (std::size_t k = 1; k <= list->size(); ++k) {
    const std::string key = "measure.q." + std::to_string(k);
    const std::vector<double> q = in.numbers(key);
    if (q.size() != 3) {
      in.error(key, "expected three numbers, found " + std::to_string(q.size()));
      return modes;
    }
    NamedMode m{fmt::format("mode_{}", k),
                fmt::format("M(q) = 1/N sum_i S_i exp(-i q.r_i), q = ({:g}, {:g}, {:g})", q[0], q[1], q[2]),
                {}};
    for (std::size_t a = 0; a < 3; ++a) {
      m.mode.phase[a] = 2 * std::numbers::pi * q[a];
    }
    for (const crystal::BasisSite& b : c.basis) {
      const double turns = q[0] * b.position[0] + q[1] * b.position[1] + q[2] * b.position[2];
      m.mode.weight.push_back(std::polar(1.0, -2 * std::numbers::pi * turns));
    }
    modes.push_back(m);
    resolved += (resolved.empty() ? "[" : ", ") + input::exact(q);
  }
  in.resolve("measure.q", resolved + "]");
  return modes;
}

void set_modes(CrystalPlan& plan, const CrystalOrder& order, const std::vector<NamedMode>& modes) {
  CrystalMeasured& what = plan.measured;
  what.modes = modes;
  what.ordered = !order.uniform && order.temperature > 0;
  if (!what.ordered) {
    return;
  }
  const auto mode = [](const crystal::Vector& q, const std::vector<std::complex<double>>& weight) {
    measure::Mode m;
    for (std::size_t a = 0; a < 3; ++a) {
      m.phase[a] = 2 * std::numbers::pi * q[a];
    }
    for (const std::complex<double>& w : weight) {
      m.weight.push_back(std::conj(w));
    }
    return m;
  };
  const std::string text = "the mean-field order, " + describe(order, plan.in.crystal) + ": 1/N sum_i w_i* S_i";
  what.modes.insert(what.modes.begin(), {"order", text, mode(order.q, order.weight)});
  if (!order.arms.empty()) {
    what.modes.front().long_name += ", root of the sum of squares of all";
    what.arm_sites = order.arm_sites;
    what.modes.front().mode = mode(order.arms.front().q, order.arms.front().weight);
    for (std::size_t k = 1; k < order.arms.size(); ++k) {
      what.arms.push_back(mode(order.arms[k].q, order.arms[k].weight));
    }
  }
}

void check_crystal(input::Reader& in, const CrystalPlan& plan) {
  if (const auto k = crystal::bond_to_itself(plan.in.crystal.cells, plan.bare_bonds())) {
    in.error("lattice.size",
             "the bond " + bond_name(plan.in.crystal, plan.bonds[*k].pair) +
                 " leads from a site to itself, around the lattice; take more cells, or an open boundary");
  }
  for (const std::optional<crystal::Vector>& a : plan.in.axis) {
    if (a && (*a)[0] == 0 && (*a)[1] == 0 && (*a)[2] == 0) {
      in.error("lattice.basis", "an axis is not zero");
    }
  }
}

void check_spins(input::Reader& in, const CrystalPlan& plan) {
  constexpr std::size_t most_groups = 255;
  if (plan.measured.groups.size() > most_groups) {
    in.error("lattice.basis", fmt::format("at most 255 pairs of a basis site and an ion that it can hold, found {}",
                                          plan.measured.groups.size()));
  }
  if (plan.measured.spins == 0) {
    in.error("material.moment", "no site has a spin");
  }
}

} // namespace neel::models
