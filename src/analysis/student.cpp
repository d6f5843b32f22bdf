// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/student.hpp"

#include "analysis/estimates.hpp"

#include <cmath>

namespace neel::analysis {

namespace {

/// The continued fraction of the incomplete beta function, 26.5.8 of Abramowitz and Stegun, by Lentz' method.
double fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300, accuracy = 1e-14;
  const auto not_zero = [](double v) { return std::abs(v) < tiny ? tiny : v; };
  double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), value = d;
  for (int m = 1; m < 10'000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double change = 1;
    for (const double step : {even, odd}) {
      d = 1 / not_zero(1 + step * d);
      c = not_zero(1 + step / c);
      change = c * d;
      value *= change;
    }
    if (std::abs(change - 1) < accuracy) {
      break;
    }
  }
  return value;
}

/// I_x(a, b).
double incomplete_beta(double a, double b, double x) {
  const double front =
      std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + a * std::log(x) + b * std::log1p(-x));
  return x < (a + 1) / (a + b + 2) ? front * fraction(a, b, x) / a : 1 - front * fraction(b, a, 1 - x) / b;
}

} // namespace

double student_tail(double t, double freedom) {
  const double x = freedom / (freedom + t * t);
  return x >= 1 ? 1 : x <= 0 ? 0 : incomplete_beta(freedom / 2, 0.5, x);
}

double welch(std::span<const double> a, std::span<const double> b) {
  const Estimate of_a = mean_of(a), of_b = mean_of(b);
  const double va = of_a.error * of_a.error, vb = of_b.error * of_b.error, difference = of_a.value - of_b.value;
  if (!(va + vb > 0)) {
    return difference == 0 ? 1 : 0;
  }
  const double freedom = (va + vb) * (va + vb) /
                         (va * va / static_cast<double>(a.size() - 1) + vb * vb / static_cast<double>(b.size() - 1));
  return student_tail(difference / std::sqrt(va + vb), freedom);
}

} // namespace neel::analysis
