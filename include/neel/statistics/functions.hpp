// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The functions of neel::math, which give the same bits on every machine, for host code that does not see Kokkos.

namespace neel::statistics {

struct Turn {
  double sin, cos;
};
/// Of 2 pi t.
Turn sincos2pi(double t);
double log(double x);
/// exp(x), at least 1e-38 and at most 1e38 or so.
double exp_clamped(double x);

} // namespace neel::statistics
