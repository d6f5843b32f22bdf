// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/crystal_text.hpp"

#include "crystal/colouring.hpp"
#include "models/crystal/samples_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace neel::models {

std::string in_all_units(double value, const input::EnergyUnit& unit) {
  if (!unit.kelvin) {
    return fmt::format("{:.6g} {}", value, unit.label());
  }
  const double kelvin = value * *unit.kelvin;
  return (unit.name == "reduced" ? fmt::format("{:.6g} J = ", value) : "") +
         fmt::format("{:.6g} K = {:.6g} meV", kelvin, kelvin / input::kelvin_per_mev);
}

std::string moment_text(double moment, const input::EnergyUnit& unit) {
  return "m = " + input::exact(moment) +
         (unit.moment_in_magnetons ? " x " + input::exact(*unit.moment_in_magnetons) + " mu_B" : "");
}

std::string describe_moments(const CrystalPlan& plan, const input::EnergyUnit& unit) {
  std::string t;
  for (std::size_t a = 0; a < plan.ions.size(); ++a) {
    t += plan.ions[a] + ": " + (plan.carries(a) ? moment_text(plan.moment[a], unit) : "no spin") + "\n";
  }
  return t;
}

std::string describe_sites(const CrystalPlan& plan) {
  constexpr std::size_t most_shown = 16;
  const std::vector<crystal::BasisSite>& basis = plan.in.crystal.basis;
  std::string t;
  for (std::size_t b = 0; b < std::min(basis.size(), most_shown); ++b) {
    const crystal::Vector& r = basis[b].position;
    t += fmt::format("{}{} ({:.6g}, {:.6g}, {:.6g})", t.empty() ? "" : ", ", basis[b].name, r[0], r[1], r[2]);
  }
  return "sites of a cell: " + t +
         (basis.size() > most_shown ? fmt::format(" and {} more", basis.size() - most_shown) : "") + "\n";
}

std::string describe_symmetry(const CrystalPlan& plan) {
  constexpr std::size_t most_shown = 32;
  const auto& symmetry = plan.in.symmetry;
  if (!symmetry) {
    return "";
  }
  double longest = 0;
  for (const CrystalBond& b : plan.bonds) {
    longest = std::max(longest, b.pair.distance);
  }
  const std::vector<crystal::Orbit> orbits = crystal::orbits_within(plan.in.crystal, *symmetry, longest);
  std::string t = fmt::format("symmetry: {} operations; orbits of bonds:\n", symmetry->operations().size());
  for (std::size_t k = 0; k < std::min(orbits.size(), most_shown); ++k) {
    const crystal::Pair& p = orbits[k].first;
    t += fmt::format("  {} of length {:.5g}: {} a cell{}\n", bond_name(plan.in.crystal, p), p.distance,
                     orbits[k].bonds.size(),
                     plan.measured.components == 3 ? ", D " + symmetry->allowed_dm(p).second : "");
  }
  return t + (orbits.size() > most_shown ? fmt::format("  and {} more\n", orbits.size() - most_shown) : "");
}

namespace {

/// ", D = (0, 0, 0.1) J" and what else of a coupling has a direction.
std::string directed_text(const PairCoupling& c, const input::EnergyUnit& unit) {
  std::string t;
  const crystal::Vector d = c.dm();
  if (d != crystal::Vector{}) {
    t += fmt::format(", D = ({:.6g}, {:.6g}, {:.6g}) {}", d[0], d[1], d[2], unit.label());
  }
  PairCoupling rest = c;
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      rest.matrix[a][b] = (c.matrix[a][b] + c.matrix[b][a]) / 2 - (a == b ? c.exchange() : 0);
    }
  }
  const crystal::Matrix& m = rest.matrix;
  if (m != crystal::Matrix{}) {
    t += fmt::format(", G = [[{:.6g}, {:.6g}, {:.6g}], [{:.6g}, {:.6g}, {:.6g}], [{:.6g}, {:.6g}, {:.6g}]] {}", m[0][0],
                     m[0][1], m[0][2], m[1][0], m[1][1], m[1][2], m[2][0], m[2][1], m[2][2], unit.label());
  }
  return t;
}

using ShellBonds = std::vector<std::pair<const CrystalBond*, PairCoupling>>;

/// What they have of each direction, a line each where they differ.
std::string describe_directions(const CrystalPlan& plan, const ShellBonds& bonds, const input::EnergyUnit& unit) {
  constexpr std::size_t most_shown = 64;
  const auto same = [&](const auto& b) { return b.second == bonds.front().second; };
  if (std::all_of(bonds.begin(), bonds.end(), same)) {
    return directed_text(bonds.front().second, unit) + "\n";
  }
  std::vector<std::string> lines;
  for (const auto& [bond, coupling] : bonds) {
    const std::string what = directed_text(coupling, unit),
                      line = "  " + bond_name(plan.in.crystal, bond->pair) + (what.empty() ? ", J alone" : what) + "\n";
    if (lines.empty() || lines.back() != line) { // once for A-B and B-A
      lines.push_back(line);
    }
  }
  std::string t = "; S is the spin at the first site of\n";
  for (std::size_t k = 0; k < std::min(lines.size(), most_shown); ++k) {
    t += lines[k];
  }
  return t + (lines.size() > most_shown ? fmt::format("  and {} bonds more\n", lines.size() - most_shown) : "");
}

/// Bonds of one length that have one coupling for a pair of ions, but for the direction of D and G.
struct Line {
  double distance;
  std::string ions;
  double exchange, biquadratic;
  bool operator<(const Line& o) const {
    return std::tie(distance, ions, exchange, biquadratic) < std::tie(o.distance, o.ions, o.exchange, o.biquadratic);
  }
};

} // namespace

std::string describe_bonds(const CrystalPlan& plan, const input::EnergyUnit& unit) {
  std::map<Line, ShellBonds> lines;
  for (const CrystalBond& b : plan.bonds) {
    const auto& from = plan.in.fractions[static_cast<std::size_t>(b.pair.from)];
    const auto& to = plan.in.fractions[static_cast<std::size_t>(b.pair.to)];
    for (std::size_t i = 0; i < from.size(); ++i) {
      for (std::size_t j = 0; j < to.size(); ++j) {
        if (from[i] > 0 && to[j] > 0 && plan.carries(i) && plan.carries(j)) {
          const PairCoupling& c = b.by_ions[i][j];
          const std::string ions = plan.ions[std::min(i, j)] + "-" + plan.ions[std::max(i, j)];
          const double rounded = std::stod(fmt::format("{:.5g}", b.pair.distance));
          lines[{rounded, ions, c.exchange(), c.biquadratic}].emplace_back(&b, c);
        }
      }
    }
  }
  std::string t;
  const auto sites = static_cast<double>(plan.in.crystal.basis.size());
  for (const auto& [line, bonds] : lines) {
    t += fmt::format("bonds {} of length {:g}: {:.4g} per site, J = {}{}{}", line.ions, line.distance,
                     static_cast<double>(bonds.size()) / sites, in_all_units(line.exchange, unit),
                     line.biquadratic != 0 ? ", B = " + in_all_units(line.biquadratic, unit) : "",
                     describe_directions(plan, bonds, unit));
  }
  if (plan.samples) {
    return t + describe_samples(plan, unit) + plan.warnings;
  }
  const auto pattern = crystal::find_pattern(plan.in.crystal.cells, plan.bare_bonds());
  t += pattern ? fmt::format("{} colours, which repeat after {} along x\n", pattern->colours,
                             pattern->period() == 1 ? "every cell" : std::to_string(pattern->period()) + " cells")
               : "no pattern of colours closes on this lattice: sites are coloured one by one\n";
  return t + plan.warnings;
}

std::string describe_order(const CrystalPlan& plan, const CrystalOrder& order, const input::EnergyUnit& unit) {
  if (order.temperature == 0) {
    return "mean field: nothing orders\n";
  }
  return "mean field: T_c = " + in_all_units(order.temperature, unit) + ", " + describe(order, plan.in.crystal) + "\n";
}

} // namespace neel::models
