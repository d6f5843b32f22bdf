// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include <neel/statistics/functions.hpp>

#include <neel/core/math.hpp>

namespace neel::statistics {

Turn sincos2pi(double t) {
  const math::SinCos<double> turn = math::sincos2pi(t);
  return {turn.sin, turn.cos};
}

double log(double x) { return math::log(x); }

double exp_clamped(double x) { return math::exp_clamped(x); }

} // namespace neel::statistics
