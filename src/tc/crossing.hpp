// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Where curves of two sizes cross, and what successive crossings say of the infinite lattice.

#include "analysis/crossings.hpp"
#include "tc/curves.hpp"

#include <span>

namespace neel::tc {

/// Of a smaller and a larger lattice.
struct Pair {
  int smaller = 0, larger = 0; ///< their lengths
  Estimate at, ratio;
  double error_of_smaller = 0, error_of_larger = 0; ///< parts of the error of `at`
  analysis::Crossing crossing;
};

/// Which sizes are more ordered on the temperatures that both know.
enum class Comparison { crossing, larger_more_ordered, larger_less_ordered, unclear };
struct Compared {
  Comparison side = Comparison::unclear;
  std::optional<Pair> pair; ///< where they cross
  Interval common{0, 0};    ///< the temperatures that both know
};
/// Order is stronger in the larger lattice below the crossing, weaker above it, clearly so by 2 sigma on both sides.
/// Of the helicity modulus, what the larger lattice is compared with follows from the smaller by the logarithmic law
/// of Weber and Minnhagen (Phys. Rev. B 37, 5986 (1988)): with x = pi Y/(2T) - 1, 1/x rises by 2 log(L_2/L_1) at the
/// transition.
Compared compare(const Curves& smaller, const Curves& larger, Ratio ratio);

/// The infinite lattice.
struct Limit {
  Ratio ratio = Ratio::length;
  Estimate at;           ///< with the statistical error
  double systematic = 0; ///< of what is left of finite sizes
  double drift = 0;      ///< from the last crossing but one to the last
  double error() const;
};
/// From the last two crossings of consecutive sizes. They approach the transition as L^-p, p = 1/nu + omega, which
/// lies between 2 and 3 for Ising, XY and Heisenberg spins in three dimensions and Ising spins in two (Binder, Z.
/// Phys. B 43, 119 (1981); Pelissetto and Vicari, Phys. Rep. 368, 549 (2002)): both are extrapolated with, and half
/// of the difference is the systematic error. At a Kosterlitz-Thouless transition, where corrections are logarithms,
/// nothing is extrapolated, and that error is the drift.
std::optional<Limit> limit_of(std::span<const Pair> pairs, Ratio ratio);

} // namespace neel::tc
