// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Energies of single spins, as an input has them:
//
//   V(S) = -K (S.k)^2 - K4 (S.k)^4 - K6 (S.k)^6 + C (x^2 y^2 + y^2 z^2 + z^2 x^2) + S.A S + sum_lm B_lm O_lm(x, y, z)
//
// C, A and B are along the axes of a frame, in which S is (x, y, z).

#include <neel/models/onsite.hpp>

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace neel::models {

struct OnsiteTerms {
  using Vector = std::array<double, 3>;
  using Matrix = std::array<Vector, 3>;
  using Stevens = std::map<std::pair<int, int>, double>; ///< B by l and m

  double second = 0, fourth = 0, sixth = 0, cubic = 0; ///< K, K4, K6, C
  Matrix tensor{};                                     ///< A, symmetric
  Stevens stevens;
};

/// A name such as "B43" or "B4-3" as l = 2, 4 or 6 and m from -l to l; {0, 0}: it is none.
std::pair<int, int> stevens_numbers(const std::string& name);
std::string stevens_name(const std::pair<int, int>& numbers);

/// V as a homogeneous polynomial. `axis`: k; `frame`: the axes x, y and z; all of unit length.
SixthOrder sixth_order(const OnsiteTerms& terms, const OnsiteTerms::Vector& axis, const OnsiteTerms::Matrix& frame);
/// A bound of |V|, of any axis and frame.
double largest(const OnsiteTerms& terms);

} // namespace neel::models
