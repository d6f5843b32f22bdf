// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Fourier transforms whose products are exact. Values and factors of a product are whole numbers so small that every sum of
// their products is below 2^53: then no order of addition and no fused multiplication changes a bit, and any library on any
// device gives the same. A value of 2 b bits is two of b bits, `high` 2^b + `low`, which are multiplied side by side; factors
// have b bits. What is lost is the rounding of factors, 2^-(b+1) of each.

#include <neel/core/math.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace neel::structure {

inline constexpr int longest_axis = 2048;

/// The smallest k with 2^k >= n.
constexpr int power_above(std::int64_t n) {
  int k = 0;
  while ((std::int64_t{1} << k) < n) {
    ++k;
  }
  return k;
}

/// b for an axis of so many sites: sums have a term for the real and the imaginary part of each.
constexpr int bits_of_factor(int length) { return (53 - power_above(2 * std::int64_t{length})) / 2; }

/// The transform of real values has so many wave numbers along its first axis; those beyond are complex conjugates.
constexpr int half_of(int length) { return length / 2 + 1; }

/// One axis of a transform: values come in units of 2^unit, 2 `bits` of them.
struct Axis {
  int length = 1, bits = 26;
  int unit = 0;

  /// Of products: exponent of their unit.
  int product_unit() const { return unit - bits; }
};

/// The three axes in the order in which they are transformed, for values of magnitude 2^bound at most.
inline std::array<Axis, 3> plan_axes(const std::array<int, 3>& size, int bound) {
  std::array<Axis, 3> axes;
  for (std::size_t a = 0; a < 3; ++a) {
    axes[a] = {size[a], bits_of_factor(size[a]), bound - 2 * bits_of_factor(size[a])};
    bound += power_above(size[a]);
  }
  return axes;
}

/// cos and sin of 2 pi k x / n in units of 2^-bits.
struct Factor {
  double re, im;
};
inline Factor factor(int k, int x, int n, int bits) {
  const std::int64_t turns = std::int64_t{k} * x % n;
  const auto [sin, cos] = math::sincos2pi(static_cast<double>(turns) / n);
  return {std::floor(std::ldexp(cos, bits) + 0.5), std::floor(std::ldexp(sin, bits) + 0.5)};
}

/// The matrix of the first axis, (x, (part, k)) for k up to half_of(n): real and imaginary parts of exp(-2 pi i k x / n).
inline std::vector<double> first_matrix(const Axis& a) {
  const int half = half_of(a.length);
  std::vector<double> m;
  for (int x = 0; x < a.length; ++x) {
    for (int k = 0; k < half; ++k) {
      m.push_back(factor(k, x, a.length, a.bits).re);
    }
    for (int k = 0; k < half; ++k) {
      m.push_back(-factor(k, x, a.length, a.bits).im);
    }
  }
  return m;
}

/// The matrix of another axis, ((part, x), (part, k)): the same of complex values.
inline std::vector<double> next_matrix(const Axis& a) {
  std::vector<double> m;
  for (const bool imaginary : {false, true}) {
    for (int x = 0; x < a.length; ++x) {
      for (int k = 0; k < a.length; ++k) {
        const Factor f = factor(k, x, a.length, a.bits);
        m.push_back(imaginary ? f.im : f.re);
      }
      for (int k = 0; k < a.length; ++k) {
        const Factor f = factor(k, x, a.length, a.bits);
        m.push_back(imaginary ? f.re : -f.im);
      }
    }
  }
  return m;
}

} // namespace neel::structure
