// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a model's Measures get: the sums of one measurement of one system, and the conditions that it was made at. How energies that were
// added up in two ways are compared.

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

namespace neel::simulation {

/// What a system is exposed to.
struct ThermodynamicConditions {
  int system;
  double temperature, field;
  float width; ///< of proposals
};

/// One measurement of one system.
template <class Sums>
struct Measured {
  ThermodynamicConditions at;
  std::int64_t accepted; ///< proposals of the sweep before
  Sums sums;
};

/// Whether two sums of energies are equal but for the rounding of single-precision terms whose sum is at most `scale`.
inline bool energies_agree(double a, double b, double scale) { return std::abs(a - b) <= 2e-6 * scale; }
/// With all its digits.
inline std::string all_digits(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

} // namespace neel::simulation
