// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How spins of the Ising model start, and what is measured of them.

#include "models/half_lattice_model.hpp"

#include <neel/models/ising.hpp>

#include <cmath>

namespace neel::models {

/// Random spins, all up, or up on even and down on odd sites.
struct StartUpDown {
  Seed seed;
  bool random, staggered;

  KOKKOS_FUNCTION UpDown operator()(const Place& at) const {
    const random::Draw draw =
        random::Stream(seed, random::Purpose::start, static_cast<std::uint32_t>(at.system), 0)(at.number);
    const bool up = random ? draw.a >> 31 != 0 : !staggered || at.colour == lattice::Colour::even;
    return UpDown::of(up ? 1 : -1);
  }
};

/// What is measured, per site.
struct IsingMoments : Observables {
  float coupling;
  double largest_field = 0, moves;
  Handle energy, energy2, m, m1, m2, m4, n1, n2, n4, accepted;

  IsingMoments(const input::RunInput& run, double j)
      : Observables(to_geometry(run.lattice).sites()), coupling(static_cast<float>(j)),
        moves(static_cast<double>(moves_of_sweep(run))) {
    const std::string e = run.unit.label() + "/site", per_energy = "1/(" + run.unit.label() + ")";
    energy = moment("energy", "energy", e);
    energy2 = moment("energy_squared", "squared energy", "(" + e + ")^2");
    m = moment("magnetisation", "magnetisation");
    m1 = moment("magnetisation_magnitude", "|magnetisation|");
    m2 = moment("magnetisation_squared", "squared magnetisation");
    m4 = moment("magnetisation_fourth", "fourth power of the magnetisation");
    n1 = moment("staggered_magnitude", "|staggered magnetisation|, m_even - m_odd");
    n2 = moment("staggered_squared", "squared staggered magnetisation");
    n4 = moment("staggered_fourth", "fourth power of the staggered magnetisation");
    accepted = moment("acceptance", "accepted fraction of moves");
    mean(energy, energy2).primary = true;
    specific_heat("specific heat N (<E^2> - <E>^2) / T^2", energy, energy2);
    mean(m, m2);
    mean(m1, m2).primary = j >= 0;
    mean(m2, m4);
    mean(m4);
    susceptibility("susceptibility", "susceptibility N/T (<m^2> - <|m|>^2)", per_energy, {m2, m1});
    binder_ratio("binder_ratio", "Binder ratio <m^4>/<m^2>^2", m2, m4);
    mean(n1, n2).primary = j < 0;
    mean(n2, n4);
    susceptibility("staggered_susceptibility", "staggered susceptibility N/T (<n^2> - <|n|>^2)", per_energy, {n2, n1});
    if (j < 0) { // in order, a ferromagnet has none at all
      binder_ratio("staggered_binder", "Binder ratio <n^4>/<n^2>^2 of the staggered magnetisation", n2, n4);
    }
    mean(accepted).primary = true;
    for (const double h : run.schedule.field) {
      largest_field = std::max(largest_field, std::abs(h));
    }
  }

  static Conditions conditions(const simulation::ThermodynamicConditions& at) { return to_conditions(at); }
  static std::string valid() { return "1 or -1"; }
  double scale(const simulation::ThermodynamicConditions& /*at*/, std::span<const double> /*raw*/) const {
    return lattice::directions * std::abs(coupling) + largest_field;
  }

  template <class Sums>
  void measure(const simulation::Measured<Sums>& now, Raw raw) const {
    const double n = sites(), even = now.sums(0, lattice::Colour::even, Ising::spin) / n,
                 odd = now.sums(0, lattice::Colour::odd, Ising::spin) / n,
                 bonds = now.sums(0, lattice::Colour::even, Ising::bonds) / n;
    raw[m] = even + odd;
    raw[m1] = std::abs(raw[m]);
    raw[m2] = raw[m] * raw[m];
    raw[m4] = raw[m] * raw[m] * raw[m] * raw[m];
    raw[n1] = std::abs(even - odd);
    raw[n2] = (even - odd) * (even - odd);
    raw[n4] = raw[n2] * raw[n2];
    raw[energy] = -coupling * bonds - static_cast<float>(now.at.field) * raw[m];
    raw[energy2] = raw[energy] * raw[energy];
    raw[accepted] = static_cast<double>(now.accepted) / moves / n;
  }
};

/// Spins that are bits of one system (ising_bits.hpp).
std::unique_ptr<run::Simulation> make_ising_bits(const simulation::HalfLatticeOptions& o, const Ising& physics,
                                                 const StartUpDown& start, const IsingMoments& measures,
                                                 run::Space space);

} // namespace neel::models
