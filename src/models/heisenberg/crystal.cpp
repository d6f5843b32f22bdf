// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The Heisenberg model on a crystal as a run of the program.

#include "models/heisenberg/crystal.hpp"

#include "model/schedule.hpp"
#include "models/crystal/constraint_input.hpp"
#include "models/crystal/crystal_text.hpp"
#include "models/heisenberg/heisenberg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace neel::models {

namespace {

using crystal::Vector;

const std::vector<EnergyPart> parts_of_energy{
    {"energy_exchange", "exchange energy"},
    {"energy_dm", "Dzyaloshinskii-Moriya energy"},
    {"energy_other_bonds", "energy of the symmetric and of the biquadratic part of bonds"},
    {"energy_anisotropy", "anisotropy energy of single spins"},
    {"energy_zeeman", "Zeeman energy"}};

bool is_isotropic(const std::vector<CrystalBond>& bonds, bool with_biquadratic) {
  return std::all_of(bonds.begin(), bonds.end(), [&](const CrystalBond& b) {
    return std::all_of(b.by_ions.begin(), b.by_ions.end(), [&](const auto& row) {
      return std::all_of(row.begin(), row.end(),
                         [&](const PairCoupling& c) { return with_biquadratic ? c.biquadratic == 0 : c.isotropic(); });
    });
  });
}

/// K4, K6, A and B of an ion that are not zero.
std::string sixth_order_text(const OnsiteTerms& o, const input::EnergyUnit& unit) {
  std::string t;
  const auto put = [&](const std::string& name, double value) {
    t += value == 0 ? "" : fmt::format("{} = {};  ", name, in_all_units(value, unit));
  };
  put("K4", o.fourth);
  put("K6", o.sixth);
  if (const auto& a = o.tensor; a != OnsiteTerms::Matrix{}) {
    t += fmt::format("A = [[{:.6g}, {:.6g}, {:.6g}], [{:.6g}, {:.6g}, {:.6g}], [{:.6g}, {:.6g}, {:.6g}]] {};  ",
                     a[0][0], a[0][1], a[0][2], a[1][0], a[1][1], a[1][2], a[2][0], a[2][1], a[2][2], unit.label());
  }
  for (const auto& [numbers, b] : o.stevens) {
    put(stevens_name(numbers), b);
  }
  return t;
}

std::string hamiltonian(const HeisenbergCrystal& c) {
  const Material& m = c.material;
  std::string t = fmt::format(
      "E = sum_bonds [ J S.S' + D.(S x S') + S.G S' - B (S.S')^2 ] + sum_i [ -K (S_i.k)^2 + C (x^2 y^2 + y^2 "
      "z^2 + z^2 x^2){} - H m(i) S_i.h ]   (each bond once; |S| = 1; J > 0 antiferromagnetic)\n",
      has_sixth_order(c) ? " - K4 (S_i.k)^4 - K6 (S_i.k)^6 + S_i.A S_i + sum_lm B_lm O_lm(S_i)" : "");
  for (std::size_t a = 0; a < m.ions.size(); ++a) {
    t += m.moment[a] == 0
             ? m.ions[a] + ": no spin\n"
             : fmt::format("{}: K = {};  C = {};  {}{}\n", m.ions[a], in_all_units(m.anisotropy[a], c.run.unit),
                           in_all_units(m.cubic[a], c.run.unit), sixth_order_text(m.onsite(a), c.run.unit),
                           moment_text(m.moment[a], c.run.unit));
  }
  return t + fmt::format("H = {} on m = 1\n", in_all_units(c.run.schedule.field.front(), c.run.unit));
}

Model to_model(const std::shared_ptr<const HeisenbergCrystal>& c) {
  Model model = crystal_model(*c, hamiltonian(*c), 3 * sizeof(float));
  model.make = [c](run::ExecutionContext where) {
    const std::vector<CrystalBond>& bonds = c->plan.bonds;
    if (c->plan.dipoles || c->plan.constraint || !c->plan.four_spin.empty()) {
      return make_crystal<BondTerms::biquadratic, true>(*c, where);
    }
    if (has_sixth_order(*c)) {
      return is_isotropic(bonds, true) ? make_crystal<BondTerms::matrix, true>(*c, where)
                                       : make_crystal<BondTerms::biquadratic, true>(*c, where);
    }
    if (!is_isotropic(bonds, true)) {
      return make_crystal<BondTerms::biquadratic>(*c, where);
    }
    return is_isotropic(bonds, false) ? make_crystal<BondTerms::exchange>(*c, where)
                                      : make_crystal<BondTerms::matrix>(*c, where);
  };
  return model;
}

input::ModelTraits traits_of_crystal(input::Reader& in) {
  input::ModelTraits traits{
      {},
      "\"random\"; \"up\": all along the anisotropy axis, or the direction of [constraint]; \"order\": the mean-field "
      "order, which "
      "the log names, along that axis or turning in a plane with it; \"wave\": turned by 2 pi q.r "
      "from there"};
  set_traits_of_crystal(in, traits);
  traits.field = traits.energy = traits.structure = true;
  traits.update = {"heatbath", "overrelax"};
  if (in.has(constraint_table)) {
    std::swap(traits.starts[0], traits.starts[1]); // "up"
    traits.update = {"cone"};
  }
  traits.updates = with_clusters(known_moves<HeisenbergGraph<BondTerms::exchange>>());
  traits.systems_meaning = "independent systems side by side, each with its own disorder and random numbers";
  traits.bins_meaning = bins_meaning;
  traits.bins_default = "128 or more";
  return traits;
}

} // namespace

crystal::Matrix frame(const HeisenbergCrystal& c, std::size_t basis) {
  return c.plan.in.frame[basis].value_or(crystal::Matrix{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
}

bool has_sixth_order(const HeisenbergCrystal& c) {
  const auto& frames = c.plan.in.frame;
  return c.material.sixth_order() ||
         (most(c.material.cubic) > 0 && std::any_of(frames.begin(), frames.end(), [](const auto& f) { return f; }));
}

double largest_onsite(const Material& m) {
  double most_of_frames = 0;
  for (std::size_t a = 0; a < m.tensor.size(); ++a) {
    most_of_frames = std::max(most_of_frames, largest({0, 0, 0, 0, m.tensor[a], m.stevens[a]}));
  }
  return most(m.anisotropy) + most(m.cubic) + most(m.fourth) + most(m.sixth) + most_of_frames;
}

Vector anisotropy_axis(const HeisenbergCrystal& c, std::size_t basis) {
  const std::optional<Vector>& own = c.plan.in.axis[basis];
  if (!own) {
    return c.material.anisotropy_axis;
  }
  Vector a = *own;
  const double length = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  for (double& x : a) {
    x /= length;
  }
  return a;
}

namespace {

/// What is left of v across the unit vector n, of unit length; where nothing is, of the axis that is farthest from n.
Vector across(const Vector& v, const Vector& n) {
  const auto rest = [&](const Vector& u) {
    const double along = u[0] * n[0] + u[1] * n[1] + u[2] * n[2];
    return Vector{u[0] - along * n[0], u[1] - along * n[1], u[2] - along * n[2]};
  };
  const auto length = [](const Vector& u) { return std::sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]); };
  Vector r = rest(v);
  if (length(r) < 1e-6) {
    const std::size_t least = std::abs(n[0]) <= std::abs(n[1]) ? (std::abs(n[0]) <= std::abs(n[2]) ? 0 : 2)
                                                               : (std::abs(n[1]) <= std::abs(n[2]) ? 1 : 2);
    Vector axis{};
    axis[least] = 1;
    r = rest(axis);
  }
  const double size = length(r);
  return {r[0] / size, r[1] / size, r[2] / size};
}

} // namespace

Vector start_spin(const HeisenbergCrystal& c, std::uint32_t site) {
  const Vector k = c.material.anisotropy_axis;
  Vector one = k, other = across(k, k);
  if (c.wave.normal) { // from one over other round the normal
    Vector n = *c.wave.normal;
    const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    n = {n[0] / length, n[1] / length, n[2] / length};
    one = across(k, n);
    other = {n[1] * one[2] - n[2] * one[1], n[2] * one[0] - n[0] * one[2], n[0] * one[1] - n[1] * one[0]};
  }
  const double angle = 2 * std::numbers::pi * start_turns(c, site);
  Vector s{};
  for (std::size_t a = 0; a < 3; ++a) {
    s[a] = std::cos(angle) * one[a] + std::sin(angle) * other[a];
  }
  return s;
}

Model read_heisenberg_crystal(input::Reader& in, input::RunInput& run) {
  auto c = std::make_shared<HeisenbergCrystal>();
  c->material = read_material(in, run, CouplingsIn::bonds);
  input::read_run(in, traits_of_crystal(in), run);
  c->run = run;
  const Material& m = c->material;
  c->plan.measured.components = 3;
  c->plan.measured.parts = parts_of_energy;
  if (in.has(dipoles_table)) {
    c->plan.measured.parts.push_back({"energy_dipole", "dipole-dipole energy"});
  }
  if (in.has(four_spin_key)) {
    c->plan.measured.parts.push_back({"energy_four_spin", "energy of four-spin interactions"});
  }
  c->plan.measured.field_axis = m.field_axis;
  const double own = in.errors() > 0 ? 0 : largest_onsite(m) + most(run.schedule.field) * most(m.moment);
  read_crystal_run(in, *c, m, 1, own);
  if (in.errors() > 0) {
    return {};
  }
  run = c->run;
  return to_model(c);
}

} // namespace neel::models
