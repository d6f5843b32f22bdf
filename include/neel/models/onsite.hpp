// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The energy that a spin of three components has by itself, apart from its field.

#include <neel/models/double_vector.hpp>
#include <neel/models/spin.hpp>

#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace neel::models {

NEEL_FUNCTION DoubleVector exact(const Spin& s) { return {s.x, s.y, s.z}; }

/// E = -K (S.k)^2 + C (x^2 y^2 + y^2 z^2 + z^2 x^2).
struct AxisAndCubic {
  Uniaxial uniaxial;
  float cubic;

  NEEL_FUNCTION static float fourfold(const Spin& s) {
    const float x = s.x * s.x, y = s.y * s.y, z = s.z * s.z;
    return math::fma(z, x, math::fma(y, z, x * y));
  }
  NEEL_FUNCTION float change(const Spin& from, const Spin& to) const {
    return math::fma(cubic, fourfold(to) - fourfold(from), uniaxial.change(from, to));
  }
  NEEL_FUNCTION float change(const Spin& from, const Spin& to, const Spin& g) const {
    return math::fma(cubic, fourfold(to) - fourfold(from), uniaxial.change(from, to, g));
  }
  NEEL_FUNCTION float energy(const Spin& s) const {
    const float along = dot(s, uniaxial.axis);
    return math::fma(cubic, fourfold(s), -uniaxial.k * (along * along));
  }
  /// In double precision, straight from the formula; for checks.
  NEEL_FUNCTION double exact_energy(const Spin& s) const {
    const Spin& k = uniaxial.axis;
    const double along = double{s.x} * k.x + double{s.y} * k.y + double{s.z} * k.z;
    const double x = double{s.x} * s.x, y = double{s.y} * s.y, z = double{s.z} * s.z;
    return -uniaxial.k * along * along + cubic * (x * y + y * z + z * x);
  }
};

/// Any even function of order six: E = sum_k c_k x^a y^b z^c with a + b + c = 6. As x^2 + y^2 + z^2 = 1, these hold all harmonics
/// of ranks 0, 2, 4 and 6. Coefficients are single members: of an array, or of members with members, compilers make no vectors.
struct SixthOrder {
  struct Powers {
    int x, y, z;
  };
  /// In the order of the members: those that are even in x, y and z; then those of xy, of yz and of zx.
  static constexpr Powers powers[] = {{6, 0, 0}, {4, 2, 0}, {4, 0, 2}, {2, 4, 0}, {2, 2, 2}, {2, 0, 4}, {0, 6, 0},
                                      {0, 4, 2}, {0, 2, 4}, {0, 0, 6}, {5, 1, 0}, {3, 3, 0}, {3, 1, 2}, {1, 5, 0},
                                      {1, 3, 2}, {1, 1, 4}, {4, 1, 1}, {2, 3, 1}, {2, 1, 3}, {0, 5, 1}, {0, 3, 3},
                                      {0, 1, 5}, {5, 0, 1}, {3, 2, 1}, {3, 0, 3}, {1, 4, 1}, {1, 2, 3}, {1, 0, 5}};
  static constexpr std::size_t terms = std::size(powers);
  using Coefficients = std::array<float, terms>;

  float x6 = 0, x4y2 = 0, x4z2 = 0, x2y4 = 0, x2y2z2 = 0, x2z4 = 0, y6 = 0, y4z2 = 0, y2z4 = 0, z6 = 0;
  float x5y = 0, x3y3 = 0, x3yz2 = 0, xy5 = 0, xy3z2 = 0, xyz4 = 0;
  float x4yz = 0, x2y3z = 0, x2yz3 = 0, y5z = 0, y3z3 = 0, yz5 = 0;
  float x5z = 0, x3y2z = 0, x3z3 = 0, xy4z = 0, xy2z3 = 0, xz5 = 0;

  NEEL_FUNCTION float change(const Spin& from, const Spin& to) const { return energy(to) - energy(from); }
  NEEL_FUNCTION float change(const Spin& from, const Spin& to, const Spin& g) const {
    return dot({to.x - from.x, to.y - from.y, to.z - from.z}, g) + change(from, to);
  }
  NEEL_FUNCTION float energy(const Spin& s) const { return value(s.x, s.y, s.z); }
  NEEL_FUNCTION double exact_energy(const Spin& s) const { return value(double{s.x}, double{s.y}, double{s.z}); }
  /// Its derivatives with respect to x, y and z.
  NEEL_FUNCTION DoubleVector gradient(const DoubleVector& s) const {
    DoubleVector sum;
    add_gradients(s, sum, std::make_index_sequence<terms>{});
    return sum;
  }

private:
  template <int N>
  NEEL_FUNCTION static double power(double x) {
    if constexpr (N <= 0) {
      return 1;
    } else {
      return x * power<N - 1>(x);
    }
  }
  template <std::size_t K>
  NEEL_FUNCTION void add_gradient(const DoubleVector& s, DoubleVector& sum) const {
    constexpr Powers p = powers[K];
    const double c = reinterpret_cast<const float*>(this)[K], x = power<p.x>(s.x), y = power<p.y>(s.y),
                 z = power<p.z>(s.z);
    sum.x += c * p.x * power<p.x - 1>(s.x) * y * z;
    sum.y += c * p.y * power<p.y - 1>(s.y) * x * z;
    sum.z += c * p.z * power<p.z - 1>(s.z) * x * y;
  }
  template <std::size_t... K>
  NEEL_FUNCTION void add_gradients(const DoubleVector& s, DoubleVector& sum, std::index_sequence<K...> /*all*/) const {
    (add_gradient<K>(s, sum), ...);
  }
  template <class T>
  NEEL_FUNCTION T value(T x, T y, T z) const {
    const T a = x * x, b = y * y, c = z * z;
    const T without_x = math::fma(b, math::fma(T(y6), b, y4z2 * c), y2z4 * (c * c));
    const T even =
        math::fma(a, quadratic(a, b, c, x6, x4y2, x4z2, x2y4, x2y2z2, x2z4), math::fma(b, without_x, z6 * (c * c) * c));
    const T with_zx = math::fma(z * x, quadratic(a, b, c, x5z, x3y2z, x3z3, xy4z, xy2z3, xz5), even);
    const T with_yz = math::fma(y * z, quadratic(a, b, c, x4yz, x2y3z, x2yz3, y5z, y3z3, yz5), with_zx);
    return math::fma(x * y, quadratic(a, b, c, x5y, x3y3, x3yz2, xy5, xy3z2, xyz4), with_yz);
  }
  template <class T>
  NEEL_FUNCTION static T quadratic(T x, T y, T z, float xx, float xy, float xz, float yy, float yz, float zz) {
    const T with_x = math::fma(T(xz), z, math::fma(T(xy), y, xx * x)), with_y = math::fma(T(yz), z, yy * y);
    return math::fma(x, with_x, math::fma(y, with_y, zz * (z * z)));
  }
};
static_assert(sizeof(SixthOrder) == sizeof(SixthOrder::Coefficients) && std::is_trivially_copyable_v<SixthOrder>);

/// What acts on a spin alone. Sums of spins are made by `group`. Members of K and C lie side by side, and not in an AxisAndCubic, of
/// which compilers would make no vectors.
template <class Onsite>
struct SpinSpecies {
  Onsite v{};
  float moment = 0;
  int group = 0;
  std::int32_t occupied = 0; ///< not a bool: of single bytes compilers make no vectors
  NEEL_FUNCTION const Onsite& onsite() const { return v; }
};
template <>
struct SpinSpecies<AxisAndCubic> {
  Spin axis{1, 0, 0};
  float anisotropy = 0, cubic = 0, moment = 0;
  int group = 0;
  std::int32_t occupied = 0; ///< not a bool: of single bytes compilers make no vectors
  NEEL_FUNCTION AxisAndCubic onsite() const { return {{axis, anisotropy}, cubic}; }
};

/// With E = S.Q S of neighbours, too.
template <class Onsite, class Dyad>
struct OnsiteAndDyad {
  const Onsite& onsite;
  const Dyad& felt;
  NEEL_FUNCTION float change(const Spin& from, const Spin& to) const {
    return onsite.change(from, to) + (felt.quadratic(to) - felt.quadratic(from));
  }
  NEEL_FUNCTION float change(const Spin& from, const Spin& to, const Spin& g) const {
    return onsite.change(from, to, g) + (felt.quadratic(to) - felt.quadratic(from));
  }
};

} // namespace neel::models
