// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How a material orders, from the exchange alone: the mean field of a virtual crystal (Smart, Effective Field
// Theories of Magnetism, 1966), in which each ion of each sublattice has a mean spin of its own.

#include "models/material.hpp"

namespace neel::models {

/// The order of one composition. Where mean spins s_a of the ions a are opposite on even and odd sites (staggered), they obey
/// 3 T s_a = z sum_b c_b J_ab s_b; where they are equal (uniform), the same with -J. What orders first, as T falls, has the
/// largest eigenvalue. Its eigenvector has either sign.
struct Order {
  bool uniform = false;
  double coupling = 0;           ///< that eigenvalue, of c_b J_ab or -c_b J_ab, in the run's unit
  std::vector<double> amplitude; ///< per ion, sqrt(c_a) s_a: ions of opposite signs point against each other
};
/// Where both eigenvalues are equal, the sign of the mean coupling sum_ab c_a c_b J_ab decides: staggered, unless below zero.
Order mean_field_order(const Material& m, std::size_t composition);

/// The temperature of the transition, z / 3 times the coupling, z = 2 x dimension on a periodic lattice.
double mean_field_temperature(const Order& order, const input::LatticeInput& lattice);

/// "Fe, Co ions point against Cr ions", or nothing where all ions point along each other.
std::string opposed_ions(const Order& order, const std::vector<std::string>& ions);

} // namespace neel::models
