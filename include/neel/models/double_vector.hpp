// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Vectors of three doubles, for what a whole system adds up to.

#include <neel/core/platform.hpp>

namespace neel::models {

struct DoubleVector {
  double x = 0, y = 0, z = 0;
};

NEEL_FUNCTION double dot(const DoubleVector& a, const DoubleVector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
NEEL_FUNCTION DoubleVector cross(const DoubleVector& a, const DoubleVector& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
NEEL_FUNCTION DoubleVector scaled(double f, const DoubleVector& a) { return {f * a.x, f * a.y, f * a.z}; }
/// a + f b.
NEEL_FUNCTION DoubleVector add_scaled(const DoubleVector& a, double f, const DoubleVector& b) {
  return {a.x + f * b.x, a.y + f * b.y, a.z + f * b.z};
}

} // namespace neel::models
