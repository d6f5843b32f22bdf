// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/dipoles_input.hpp"

#include "models/crystal/crystal_text.hpp"
#include "models/crystal/ewald.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace neel::models {

namespace {

constexpr double kelvin_per_dipole = 0.6229480699238564; ///< mu_0 mu_B^2 / (4 pi angstrom^3 k_B) (CODATA 2018)
constexpr std::int64_t most_dipoles = 32'768;

double read_strength(input::Reader& in, const input::EnergyUnit& unit) {
  const input::Key key{"dipoles.strength",
                       "energy mu_0 m^2 / (4 pi d^3) of two moments m = 1 (`material.moment`) at the distance d = 1 "
                       "(lengths of [lattice])",
                       "that of `material.moment_unit` and of angstrom"};
  std::optional<double> otherwise;
  if (unit.kelvin && unit.moment_in_magnetons) {
    otherwise = kelvin_per_dipole * *unit.moment_in_magnetons * *unit.moment_in_magnetons / *unit.kelvin;
  } else if (!in.when(in.has(key.path))) {
    in.error(key.path,
             "missing; it is known where energies are in K or meV and material.moment_unit says what m = 1 is");
    return 1;
  }
  const double strength = in.quantity(key, input::Dimension::energy, otherwise);
  if (!(strength > 0) && in.sound(key.path)) {
    in.error(key.path, "is an energy above zero");
  }
  return strength;
}

crystal::Vector read_demagnetisation(input::Reader& in) {
  const input::Key key{
      "dipoles.demagnetisation",
      "factors along x, y and z of the body that the lattice fills by repeating: all 0 where its surface "
      "has no field (tin-foil), [0.33333333, 0.33333333, 0.33333333] of a sphere, [0, 0, 1] of a plate "
      "across z",
      "[0.0, 0.0, 0.0]"};
  in.declare(key, "three numbers");
  std::vector<double> n{0, 0, 0};
  if (in.has(key.path)) {
    n = in.numbers(key.path);
    constexpr double rounding = 1e-6;
    if (n.size() != 3 || std::any_of(n.begin(), n.end(), [](double x) { return x < 0; }) ||
        n[0] + n[1] + n[2] > 1 + rounding) {
      in.error(key.path,
               "expected three numbers from 0 to 1 that add up to 1, as the factors of a body do, or to less; "
               "all 0 is tin-foil");
      return {};
    }
  }
  in.resolve(key.path, input::exact(n));
  return {n[0], n[1], n[2]};
}

void check_dipoles(input::Reader& in, const crystal::Crystal& c) {
  const auto& periodic = c.cells.periodic;
  if (!std::all_of(periodic.begin(), periodic.end(), [](bool p) { return p; })) {
    in.error(dipoles_table, "Ewald sums are of lattices that are periodic along three axes; a film is a lattice with a "
                            "long third vector, and demagnetisation = [0, 0, 1]");
  }
  if (const auto n = c.cells.sites(); n > most_dipoles) {
    const auto sites = static_cast<double>(n);
    in.error(dipoles_table,
             fmt::format("each accepted move changes the fields of all {} sites, so a sweep of one system "
                         "takes about {:.2g} s on a core; at most {} sites",
                         n, 1e-9 * sites * sites, most_dipoles));
  }
  for (std::size_t a = 0; a < c.basis.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      double distance = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const double d = c.basis[a].position[k] - c.basis[b].position[k];
        distance += std::abs(d - std::round(d));
      }
      if (distance < 1e-6) {
        in.error(dipoles_table, fmt::format("sites {} and {} are at one place", c.basis[b].name, c.basis[a].name));
      }
    }
  }
}

} // namespace

CrystalDipoles read_dipoles(input::Reader& in, const crystal::Crystal& c, const input::EnergyUnit& unit,
                            const std::vector<double>& moments) {
  CrystalDipoles d{read_strength(in, unit), read_demagnetisation(in), nullptr};
  if (in.errors() == 0) {
    check_dipoles(in, c);
  }
  if (in.errors() == 0) {
    double largest = 0;
    for (const double m : moments) {
      largest = std::max(largest, std::abs(m));
    }
    d.tables = std::make_shared<const DipoleTables>(dipole_tables(c, d.demagnetisation, d.strength, largest));
  }
  return d;
}

std::string describe_dipoles(const CrystalDipoles& d, const input::EnergyUnit& unit) {
  const auto& n = d.demagnetisation;
  return fmt::format(
      "dipoles: 1/2 sum_ij m_i S_i.D_ij m_j S_j, {} for m = 1 at the distance 1; demagnetisation factors "
      "{:.6g}, {:.6g}, {:.6g}\n",
      in_all_units(d.strength, unit), n[0], n[1], n[2]);
}

} // namespace neel::models
