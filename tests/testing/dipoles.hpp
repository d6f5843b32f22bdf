// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Dipoles at given places.

#include "models/crystal/ewald.hpp"

#include <cmath>
#include <vector>

namespace neel::testing {

inline double product(const crystal::Vector& a, const crystal::Matrix& m, const crystal::Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      sum += a[i] * m[i][j] * b[j];
    }
  }
  return sum;
}
inline double dot(const crystal::Vector& a, const crystal::Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
/// Of two dipoles at the distance r, without images.
inline double bare(const crystal::Vector& a, const crystal::Vector& b, const crystal::Vector& r) {
  const double square = dot(r, r), length = std::sqrt(square);
  return (dot(a, b) - 3 * dot(a, r) * dot(b, r) / square) / (square * length);
}

struct Dipole {
  crystal::Vector place, moment;
};
inline double ewald_energy(const models::EwaldSum& ewald, const std::vector<Dipole>& all) {
  double sum = 0;
  for (const Dipole& a : all) {
    for (const Dipole& b : all) {
      const crystal::Vector r{b.place[0] - a.place[0], b.place[1] - a.place[1], b.place[2] - a.place[2]};
      sum += product(a.moment, ewald(r), b.moment) / 2;
    }
  }
  return sum;
}

} // namespace neel::testing
