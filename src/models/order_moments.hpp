// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What is measured of models whose magnetisation is a vector: its magnitude and powers, those of the staggered magnetisation, and the
// energy. The model fills them in.

#include "models/half_lattice_model.hpp"

#include <neel/models/xy.hpp>

#include <cmath>

namespace neel::models {

/// Moments per site.
struct OrderMoments : Observables {
  float coupling;
  double moves;
  Handle energy, energy2, along, m1, m2, m4, n1, n2, n4, accepted;

  /// `along`: what the field acts on.
  OrderMoments(const input::RunInput& run, double j, const std::string& name_along, const std::string& long_name_along)
      : Observables(to_geometry(run.lattice).sites()), coupling(static_cast<float>(j)),
        moves(static_cast<double>(moves_of_sweep(run))) {
    const std::string e = run.unit.label() + "/site", per_energy = "1/(" + run.unit.label() + ")";
    energy = moment("energy", "energy", e);
    energy2 = moment("energy_squared", "squared energy", "(" + e + ")^2");
    along = moment(name_along, long_name_along);
    m1 = moment("magnetisation_magnitude", "|M|, M the average of spins over sites");
    m2 = moment("magnetisation_squared", "M^2");
    m4 = moment("magnetisation_fourth", "(M^2)^2");
    n1 = moment("staggered_magnitude", "|N|, the staggered magnetisation N = M_even - M_odd");
    n2 = moment("staggered_squared", "N^2");
    n4 = moment("staggered_fourth", "(N^2)^2");
    accepted = moment("acceptance", "accepted fraction of moves");
    mean(energy, energy2).primary = true;
    specific_heat("specific heat N (<E^2> - <E>^2) / T^2", energy, energy2);
    mean(along);
    mean(m1, m2).primary = j >= 0;
    mean(m2, m4);
    susceptibility("susceptibility", "susceptibility N/T (<M^2> - <|M|>^2)", per_energy, {m2, m1});
    binder_ratio("binder_ratio", "Binder ratio <M^4>/<M^2>^2", m2, m4);
    mean(n1, n2).primary = j < 0;
    mean(n2, n4);
    susceptibility("staggered_susceptibility", "staggered susceptibility N/T (<N^2> - <|N|>^2)", per_energy, {n2, n1});
    if (j < 0) {
      binder_ratio("staggered_binder", "Binder ratio <N^4>/<N^2>^2 of the staggered magnetisation", n2, n4);
    }
    mean(accepted).primary = true;
  }

  static Conditions conditions(const simulation::ThermodynamicConditions& at) { return to_conditions(at); }
  double scale(const simulation::ThermodynamicConditions& at, std::span<const double> /*raw*/) const {
    return lattice::directions * std::abs(coupling) + std::abs(at.field);
  }

  /// A term's sum over even sites, and `odd` times that over odd ones, per site.
  template <class Sums>
  double sum(const simulation::Measured<Sums>& now, int term, double odd = 1, int pass = 0) const {
    return (now.sums(pass, lattice::Colour::even, term) + odd * now.sums(pass, lattice::Colour::odd, term)) / sites();
  }
  template <class Sums>
  void fill(const simulation::Measured<Sums>& now, Raw raw, double e, double m_along, double m_squared,
            double n_squared) const {
    raw[energy] = e;
    raw[energy2] = e * e;
    raw[along] = m_along;
    raw[m2] = m_squared;
    raw[m1] = std::sqrt(m_squared);
    raw[m4] = m_squared * m_squared;
    raw[n2] = n_squared;
    raw[n1] = std::sqrt(n_squared);
    raw[n4] = n_squared * n_squared;
    raw[accepted] = static_cast<double>(now.accepted) / (moves * sites());
  }
};

/// Of unit vectors in a plane, by the terms of the XY model.
struct PlanarMoments : OrderMoments {
  PlanarMoments(const input::RunInput& run, double j)
      : OrderMoments(run, j, "magnetisation_x", "magnetisation along the field") {}

  static std::string valid() { return "of unit length"; }

  template <class Sums>
  void measure(const simulation::Measured<Sums>& now, Raw raw) const {
    const auto square = [&](double odd) {
      const double x = sum(now, XY::along, odd), y = sum(now, XY::across, odd);
      return x * x + y * y;
    };
    const double x = sum(now, XY::along);
    fill(now, raw, -coupling * sum(now, XY::bonds) - now.at.field * x, x, square(1), square(-1));
  }
};

} // namespace neel::models
