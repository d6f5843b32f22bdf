// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a Heisenberg run measures.
//
// Conventions, all per site (divided by the number N of sites): a *magnetisation* weighs each spin with its moment m_i,
// in total and per ion species, so that the species add up to the total. A *sublattice* quantity adds plain unit spins,
// as Billoni et al., J. Phys.: Condens. Matter 28, 476003 (2016), do: m_even + m_odd, and the staggered
// n = m_even - m_odd, |n| <= 1. Ions without moment are not magnetic: they enter neither.

#include "models/half_lattice_model.hpp"
#include "models/heisenberg/mean_field.hpp"

#include <neel/models/heisenberg.hpp>

#include <algorithm>

namespace neel::models {

/// Sums over one system, in natural units, from which a measurement is made.
struct SpinSums {
  /// Sum of unit spins per colour and species: spins[colour][species][component].
  std::vector<std::array<double, 3>> spins[2];
  double exchange = 0, dm = 0, anisotropy = 0, zeeman = 0;
  double accepted = 0; ///< proposals accepted in the sweep before, on average over its moves
};

class HeisenbergMoments : public Observables {
public:
  HeisenbergMoments(const input::RunInput& run, const Material& material);

  /// Of each composition.
  const std::vector<Order>& orders() const { return orders_; }
  /// All compositions order uniformly.
  bool uniform() const;
  /// The moment that is |m| (Model::order_parameter).
  std::string order_parameter() const;
  std::string order_parameter(const Order& order) const { return name(order.uniform ? m1_ : n1_); }
  /// The energy's derivative with respect to the field.
  std::vector<std::pair<std::string, double>> field_conjugate() const;

  /// The heat bath's fields over T end at 1e30, which is as cold as any, so that none overflows.
  Conditions conditions(const simulation::ThermodynamicConditions& at) const {
    Conditions c = to_conditions(at);
    c.inverse_temperature = std::min(c.inverse_temperature, static_cast<float>(1e30 / std::max(1e-8, largest_)));
    return c;
  }
  static std::string valid() { return "of unit length"; }
  double scale(const simulation::ThermodynamicConditions& /*at*/, std::span<const double> /*raw*/) const {
    return largest_;
  }
  template <class Sums>
  void measure(const simulation::Measured<Sums>& now, Raw raw) const {
    measure(spin_sums(now), raw);
  }
  /// Turns the sums of one measurement into its raw moments.
  void measure(const SpinSums& sums, Raw raw) const;

private:
  /// Sums of two species are measured in one pass over the lattice.
  template <class Sums>
  SpinSums spin_sums(const simulation::Measured<Sums>& now) const {
    using Terms = Heisenberg<1>;
    SpinSums n;
    for (const lattice::Colour colour : {lattice::Colour::even, lattice::Colour::odd}) {
      auto& spins = n.spins[static_cast<int>(colour)];
      spins.resize(material_.ions.size());
      for (std::size_t ion = 0; ion < spins.size(); ++ion) {
        for (std::size_t k = 0; k < 3; ++k) {
          const int term = (ion % 2 == 0 ? Terms::spin_first : Terms::spin_second) + static_cast<int>(k);
          spins[ion][k] = now.sums(static_cast<int>(ion / 2), colour, term);
        }
      }
      n.exchange += now.sums(0, colour, Terms::exchange_energy);
      n.dm += now.sums(0, colour, Terms::dm_energy);
      n.anisotropy += now.sums(0, colour, Terms::anisotropy_energy);
      n.zeeman += now.sums(0, colour, Terms::zeeman_energy);
    }
    n.accepted = static_cast<double>(now.accepted) / moves_;
    return n;
  }

  /// The three components of a vector, each with its mean.
  Handle vector(const std::string& name, const std::string& long_name, const std::string& units);

  Material material_;
  std::vector<Order> orders_;
  double moves_, largest_; ///< energy of a site
  Handle energy_, energy2_, parts_, weak_, weak2_, weak_ion_, m_, m2_, squares_, m_ion_, n2_, n4_, n1_, n_, sublattice_,
      accepted_, m1_, m4_;
};

/// The largest in size.
double most(const std::vector<double>& values);
double most_of_pairs(const std::vector<std::vector<double>>& pairs);
/// The largest energy that a site can have in any field of the schedule.
double largest_site_energy(const input::RunInput& run, const Material& material);

} // namespace neel::models
