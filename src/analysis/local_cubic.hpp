// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Smooth curves through values with errors: at each x, a cubic is fitted to the points around it (Cleveland, J. Am. Stat. Assoc.
// 74, 829 (1979)).

#include <span>
#include <vector>

namespace neel::analysis {

/// Least squares with weights (1 - (d/h)^3)^3 at distance d from x, h being that of the `nearest`-th point. Of fewer points,
/// all take part; of four, the cubic passes through them; of fewer, a polynomial of lower degree.
class LocalCubic {
public:
  static constexpr std::size_t most = 9;  ///< seven or eight points take part, and noise is averaged
  static constexpr std::size_t least = 6; ///< four or five

  /// At least one point, x rising.
  explicit LocalCubic(std::span<const double> x, std::size_t nearest = most)
      : x_(x.begin(), x.end()), nearest_(nearest) {}

  /// The curve at x is the sum of these times the values at the points.
  std::vector<double> weights(double x) const;

private:
  std::vector<double> x_;
  std::size_t nearest_;
};

} // namespace neel::analysis
