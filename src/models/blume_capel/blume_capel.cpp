// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The Blume-Capel model as a run of the program.

#include "models/discrete_model.hpp"

#include <neel/models/blume_capel.hpp>

namespace neel::models {

namespace {

struct BlumeCapelMoments : OrderMoments {
  double d;
  Handle square;

  BlumeCapelMoments(const input::RunInput& run, double j, double anisotropy)
      : OrderMoments(run, j, "magnetisation", "magnetisation"), d(anisotropy) {
    square = measured("spin_squared", "S^2, the fraction of sites with S = 1 or -1");
  }

  static std::string valid() { return "-1, 0 or 1"; }
  double scale(const simulation::ThermodynamicConditions& at, std::span<const double> raw) const {
    return OrderMoments::scale(at, raw) + std::abs(d);
  }

  template <class Sums>
  void measure(const simulation::Measured<Sums>& now, Raw raw) const {
    const double m = sum(now, BlumeCapel::spin), n = sum(now, BlumeCapel::spin, -1), s2 = sum(now, BlumeCapel::square);
    fill(now, raw, -coupling * sum(now, BlumeCapel::bonds) + d * s2 - now.at.field * m, m, m * m, n * n);
    raw[square] = s2;
  }
};

} // namespace

Model read_blume_capel(input::Reader& in, input::RunInput& run) {
  const double j = read_discrete<BlumeCapel>(in, run, true);
  const double d = in.quantity({"couplings.D", "D of the energy D S^2 of a site"}, input::Dimension::energy, 0.0);
  check_systems(in, run, 1);
  if (in.errors() > 0) {
    return {};
  }
  const BlumeCapel physics{static_cast<float>(j), static_cast<float>(d)};
  BlumeCapelMoments measures(run, j, physics.anisotropy);
  DiscreteStates states{.count = 3, .first = -1, .up = 1, .staggered = -1};
  states.j = j;
  states.hamiltonian = "-J sum_<ij> S_i S_j + D sum_i S_i^2 - H sum_i S_i, D = " + input::exact(d);
  states.spins.keeps_size = true;
  states.parameters = {
      {"D", "couplings.D", "D of D S^2", run.unit.label(), {d}, {{measures.name(measures.square), 1}}}};
  return discrete_model(in, run, physics, states, measures);
}

} // namespace neel::models
