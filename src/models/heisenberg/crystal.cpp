// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The Heisenberg model on a crystal as a run of the program.

#include "models/heisenberg/crystal.hpp"

#include "model/moves.hpp"
#include "model/schedule.hpp"
#include "model/seed.hpp"
#include "models/crystal/crystal_text.hpp"
#include "models/crystal/modes_input.hpp"
#include "models/heisenberg/heisenberg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace neel::models {

namespace {

using crystal::Vector;

const std::vector<EnergyPart> parts{{"energy_exchange", "exchange energy"},
                                    {"energy_dm", "Dzyaloshinskii-Moriya energy"},
                                    {"energy_other_bonds", "energy of the symmetric and of the biquadratic part of bonds"},
                                    {"energy_anisotropy", "anisotropy energy of single spins"},
                                    {"energy_zeeman", "Zeeman energy"}};

bool is_isotropic(const std::vector<CrystalBond>& bonds, bool with_biquadratic) {
  return std::all_of(bonds.begin(), bonds.end(), [&](const CrystalBond& b) {
    return std::all_of(b.by_ions.begin(), b.by_ions.end(), [&](const auto& row) {
      return std::all_of(row.begin(), row.end(), [&](const PairCoupling& c) {
        return with_biquadratic ? c.biquadratic == 0 : c.isotropic();
      });
    });
  });
}

std::string describe(const HeisenbergCrystal& c) {
  const Material& m = c.material;
  std::string t = "E = sum_bonds [ J S.S' + D.(S x S') + S.G S' - B (S.S')^2 ] + sum_i [ -K (S_i.k)^2 + C (x^2 y^2 + y^2 "
                  "z^2 + z^2 x^2) - H m(i) S_i.h ]   (each bond once; |S| = 1; J > 0 antiferromagnetic)\n";
  t += describe_bonds(c.plan, c.run.unit);
  for (std::size_t a = 0; a < m.ions.size(); ++a) {
    t += m.moment[a] == 0 ? m.ions[a] + ": no spin\n"
                          : fmt::format("{}: K = {};  C = {};  m = {}{}\n", m.ions[a],
                                        in_all_units(m.anisotropy[a], c.run.unit), in_all_units(m.cubic[a], c.run.unit),
                                        input::exact(m.moment[a]),
                                        c.run.unit.moment_in_magnetons
                                            ? " x " + input::exact(*c.run.unit.moment_in_magnetons) + " mu_B"
                                            : "");
  }
  t += fmt::format("H = {} on m = 1\n", in_all_units(c.run.schedule.field.front(), c.run.unit));
  return t + describe_order(c.plan, c.order, c.run.unit) + "order parameter " + c.measures->order_parameter() +
         "\n";
}

Memory memory_of(const HeisenbergCrystal& c) {
  const auto sites = static_cast<std::size_t>(c.plan.in.crystal.cells.sites());
  const auto systems = static_cast<std::size_t>(c.options.systems), held = static_cast<std::size_t>(c.options.held);
  const std::size_t bonds = 2 * c.plan.bonds.size() * sites / c.plan.in.crystal.basis.size();
  const std::size_t sums = held * systems * (static_cast<std::size_t>(c.options.passes) * 32 + 8) * sizeof(std::int64_t);
  Memory m;
  m.device = systems * sites * (3 * sizeof(float) + 1) + sites * sizeof(std::uint32_t) + sums +
             (c.plan.in.disordered() ? systems * bonds : 0);
  m.saved = systems * sites * 3 * sizeof(float);
  m.collecting = runs_on_host<Kokkos::DefaultExecutionSpace> ? 0 : sums;
  m.ending = 2 * sites * (3 * sizeof(float) + 1);
  return m;
}

double most_field_energy(const input::RunInput& run, const Material& m) {
  return most(run.schedule.field) * most(m.moment);
}

Model to_model(const std::shared_ptr<const HeisenbergCrystal>& c) {
  Model model;
  model.set(*c->measures);
  model.systems = c->run.systems;
  model.memory = memory_of(*c);
  model.updates = static_cast<double>(c->plan.measured.spins) * c->options.systems *
                  static_cast<double>(c->options.moves.size());
  model.sites_per_cell = static_cast<double>(c->plan.measured.spins) *
                         static_cast<double>(c->plan.in.crystal.cells.basis) /
                         static_cast<double>(c->plan.in.crystal.cells.sites());
  model.bytes_per_update = 3.0 * 3 * sizeof(float) + 1;
  model.disordered = {c->plan.in.disordered()};
  model.order_parameter = c->measures->order_parameter();
  model.parameters = {{"H", "schedule.field", "field on m = 1", c->run.unit.label(), {}, c->measures->field_conjugate()}};
  model.description = describe(*c);
  model.make = [c](run::Space space) {
    const std::vector<CrystalBond>& bonds = c->plan.bonds;
    if (!is_isotropic(bonds, true)) {
      return make_crystal<BondTerms::biquadratic>(*c, space);
    }
    return is_isotropic(bonds, false) ? make_crystal<BondTerms::exchange>(*c, space)
                                      : make_crystal<BondTerms::matrix>(*c, space);
  };
  return model;
}

input::ModelTraits traits_of_crystal() {
  input::ModelTraits traits{{"random", "up", "order"},
                            "\"random\"; \"up\": all along the anisotropy axis; \"order\": the mean-field order, which "
                            "the log names, along that axis or turning in a plane with it"};
  traits.field = traits.energy = traits.any_length = true;
  traits.update = {"heatbath", "overrelax"};
  traits.updates = known_moves<HeisenbergNetwork<BondTerms::exchange>>();
  traits.systems_meaning = "independent systems side by side, each with its own disorder and random numbers";
  traits.bins_meaning = bins_meaning;
  traits.bins_default = "128 or more";
  return traits;
}

} // namespace

Vector anisotropy_axis(const HeisenbergCrystal& c, std::size_t basis) {
  if (!c.plan.in.axis[basis]) {
    return c.material.anisotropy_axis;
  }
  Vector a = *c.plan.in.axis[basis];
  const double length = std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  for (double& x : a) {
    x /= length;
  }
  return a;
}

Vector ordered_spin(const HeisenbergCrystal& c, std::uint32_t site) {
  const crystal::Cells& cells = c.plan.in.crystal.cells;
  const auto basis = static_cast<std::uint32_t>(cells.basis), cell = site / basis;
  const auto nx = static_cast<std::uint32_t>(cells.size[0]), ny = static_cast<std::uint32_t>(cells.size[1]);
  const double at[3] = {static_cast<double>(cell % nx), static_cast<double>(cell / nx % ny),
                        static_cast<double>(cell / nx / ny)};
  double turns = std::arg(c.order.weight[site % basis]) / (2 * std::numbers::pi);
  for (std::size_t a = 0; a < 3; ++a) {
    turns += c.order.q[a] * at[a];
  }
  const Vector k = c.material.anisotropy_axis;
  const std::size_t least = std::abs(k[0]) <= std::abs(k[1]) ? (std::abs(k[0]) <= std::abs(k[2]) ? 0 : 2)
                                                             : (std::abs(k[1]) <= std::abs(k[2]) ? 1 : 2);
  Vector other{}; // across k: the axis that is farthest from it, less its part along it
  double square = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    other[a] = (a == least ? 1 : 0) - k[least] * k[a];
    square += other[a] * other[a];
  }
  const double angle = 2 * std::numbers::pi * (turns - std::round(turns));
  Vector s{};
  for (std::size_t a = 0; a < 3; ++a) {
    s[a] = std::cos(angle) * k[a] + std::sin(angle) * other[a] / std::sqrt(square);
  }
  return s;
}

Model read_heisenberg_crystal(input::Reader& in, input::RunInput& run) {
  auto c = std::make_shared<HeisenbergCrystal>();
  c->material = read_material(in, run, CouplingsIn::bonds);
  input::read_run(in, traits_of_crystal(), run);
  const Material& m = c->material;
  c->plan.ions = m.ions;
  c->plan.moment = m.moment;
  c->plan.disorder_seed = m.disorder_seed;
  c->plan.in = read_crystal(in, run, m.ions, m.fractions.empty() ? std::vector<double>{} : m.fractions.front());
  CrystalBonds bonds = read_bonds(in, c->plan.in.crystal, m.ions, true);
  c->plan.bonds = std::move(bonds.bonds);
  c->plan.warnings = std::move(bonds.warnings);
  const std::vector<NamedMode> modes = read_modes(in, c->plan.in.crystal);
  check_systems(in, run, 1);
  if (in.errors() > 0) {
    return {};
  }
  check_crystal(in, c->plan);
  if (in.errors() > 0) {
    return {};
  }
  std::vector<bool> carries;
  for (std::size_t a = 0; a < m.ions.size(); ++a) {
    carries.push_back(c->plan.carries(a));
  }
  c->order = crystal_order(c->plan.in, c->plan.bonds, carries, 3);
  CrystalMeasured& what = c->plan.measured;
  what.components = 3;
  what.parts = parts;
  what.ions = m.ions;
  for (const crystal::BasisSite& b : c->plan.in.crystal.basis) {
    what.basis.push_back(b.name);
  }
  set_modes(c->plan, c->order, modes);
  what.field_axis = m.field_axis;
  what.groups_of_pass = HeisenbergNetwork<BondTerms::exchange>::groups;
  count_spins(c->plan);
  check_spins(in, c->plan);
  if (in.errors() > 0) {
    return {};
  }
  what.largest = largest_bond_energy(c->plan.in, c->plan.bonds) + most(m.anisotropy) + most(m.cubic) +
                 most_field_energy(run, m);
  if (what.largest > 0 && what.largest < least_energy) {
    in.error("couplings.bonds", "no energy is 1e-18 or more in size; take another unit");
  }
  c->measures = std::make_shared<const CrystalMeasures>(run, what);
  choose_bins(in, run, c->measures->moments().size(), 1);
  c->plan.systems = run.systems * run.rungs();
  c->plan.chains = run.systems;
  const int passes = static_cast<int>((what.groups.size() + 3) / 4);
  constexpr std::int64_t most_held = 200'000;
  const std::int64_t held = run.schedule.temper ? 1 : most_held / (std::int64_t{passes} * c->plan.systems);
  c->options = {c->plan.systems, static_cast<int>(std::clamp<std::int64_t>(held, 1, 1024)), passes, to_moves(run),
                to_seed(run)};
  c->run = run;
  return to_model(c);
}

} // namespace neel::models
