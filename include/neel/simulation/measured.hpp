// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a model's Measures get: the sums of one measurement of one system, and the conditions that it was made at.

#include <cstdint>

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

} // namespace neel::simulation
