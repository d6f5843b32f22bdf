// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The natural cubic spline: through all points, with two continuous derivatives, the second of which is 0 at both ends.

#include <span>
#include <vector>

namespace neel::analysis {

class NaturalSpline {
public:
  /// Through points at x, two at least, x rising. Of two points, a straight line.
  explicit NaturalSpline(std::span<const double> x);

  /// The curve at x, between the ends, is the sum of these times the values at the points.
  std::vector<double> weights(double x) const;

private:
  std::vector<double> x_;
  std::vector<std::vector<double>>
      curvature_; ///< (point, value): second derivatives, were that value 1 and all others 0
};

} // namespace neel::analysis
