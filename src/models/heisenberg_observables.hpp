// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a Heisenberg run measures.
//
// Conventions, all per site (divided by the number N of sites): a *magnetisation* weighs each spin with its moment m_i,
// in total and per ion species, so that the species add up to the total. A *sublattice* quantity adds plain unit spins,
// as eq. 2.3 of the thesis behind models does: m_even + m_odd, and the staggered n = m_even - m_odd, |n| <= 1. Ions without
// moment are no magnets: they enter neither.

#include "models/mean_field.hpp"
#include "models/observables.hpp"

namespace neel::models {

/// Sums over one system, in natural units, from which a measurement is made.
struct SpinSums {
  /// Sum of unit spins per colour and species: spins[colour][species][component].
  std::vector<std::array<double, 3>> spins[2];
  double exchange = 0, dm = 0, anisotropy = 0, zeeman = 0;
  double accepted = 0; ///< proposals accepted in the sweep before
};

/// The moment that is its magnitude.
std::string order_parameter(const Order& order);

class HeisenbergObservables {
public:
  HeisenbergObservables(const Material& material, const input::EnergyUnit& unit, std::int64_t sites);

  const std::vector<Moment>& moments() const { return moments_; }
  const std::vector<Observable>& observables() const { return observables_; }
  /// Of each composition.
  const std::vector<Order>& orders() const { return orders_; }
  /// All compositions order uniformly.
  bool uniform() const;
  /// The moment that is |m| (ModelRun::order_parameter).
  std::string order_parameter() const;
  /// Turns the sums of one measurement into its raw moments.
  void measure(const SpinSums& sums, std::vector<double>& raw) const;

private:
  std::size_t add_moment(const std::string& name, const std::string& long_name, const std::string& units);
  void add_mean(std::size_t moment, std::ptrdiff_t square = -1);
  void add_vector(const std::string& name, const std::string& long_name, const std::string& units);
  void add_variance(const std::string& name, const std::string& long_name, std::size_t first, std::size_t count,
                    std::size_t square);
  void add_binder(const std::string& name, const std::string& long_name, std::size_t square, std::size_t fourth);
  void choose_headlines();

  Material material_;
  std::vector<Order> orders_;
  double sites_;
  std::string energy_units_;
  std::vector<Moment> moments_;
  std::vector<Observable> observables_;
};

} // namespace neel::models
