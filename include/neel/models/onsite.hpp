// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The energy that a spin of three components has by itself, apart from its field.

#include <neel/models/spin.hpp>

#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace neel::models {

/// E = -K (S.k)^2 + C (x^2 y^2 + y^2 z^2 + z^2 x^2).
struct AxisAndCubic {
  Spin axis{1, 0, 0};
  float anisotropy = 0, cubic = 0;

  NEEL_FUNCTION static float fourfold(const Spin& s) {
    const float x = s.x * s.x, y = s.y * s.y, z = s.z * s.z;
    return math::fma(z, x, math::fma(y, z, x * y));
  }
  NEEL_FUNCTION float change(const Spin& from, const Spin& to) const {
    return math::fma(cubic, fourfold(to) - fourfold(from), Uniaxial{axis, anisotropy}.change(from, to));
  }
  NEEL_FUNCTION float change(const Spin& from, const Spin& to, const Spin& g) const {
    return math::fma(cubic, fourfold(to) - fourfold(from), Uniaxial{axis, anisotropy}.change(from, to, g));
  }
  NEEL_FUNCTION float energy(const Spin& s) const {
    const float along = dot(s, axis);
    return math::fma(cubic, fourfold(s), -anisotropy * (along * along));
  }
  /// In double precision, straight from the formula; for checks.
  NEEL_FUNCTION double exact_energy(const Spin& s) const {
    const double along = double{s.x} * axis.x + double{s.y} * axis.y + double{s.z} * axis.z;
    const double x = double{s.x} * s.x, y = double{s.y} * s.y, z = double{s.z} * s.z;
    return -anisotropy * along * along + cubic * (x * y + y * z + z * x);
  }
};

/// Any even function of order six: E = sum_k c_k x^a y^b z^c with a + b + c = 6. As x^2 + y^2 + z^2 = 1, these hold all harmonics
/// of ranks 0, 2, 4 and 6. Coefficients are members, not an array, of which compilers would make no vectors.
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

  /// c0 x^2 + c1 x y + c2 x z + c3 y^2 + c4 y z + c5 z^2.
  struct Quadratic {
    float xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;

    template <class T>
    NEEL_FUNCTION T operator()(T x, T y, T z) const {
      const T with_x = math::fma(T(xz), z, math::fma(T(xy), y, xx * x)), with_y = math::fma(T(yz), z, yy * y);
      return math::fma(x, with_x, math::fma(y, with_y, zz * (z * z)));
    }
  };
  Quadratic even{};
  float yyy = 0, yyz = 0, yzz = 0, zzz = 0;
  Quadratic xy{}, yz{}, zx{};

  NEEL_FUNCTION float change(const Spin& from, const Spin& to) const { return energy(to) - energy(from); }
  NEEL_FUNCTION float change(const Spin& from, const Spin& to, const Spin& g) const {
    return dot({to.x - from.x, to.y - from.y, to.z - from.z}, g) + change(from, to);
  }
  NEEL_FUNCTION float energy(const Spin& s) const { return value(s.x, s.y, s.z); }
  NEEL_FUNCTION double exact_energy(const Spin& s) const { return value(double{s.x}, double{s.y}, double{s.z}); }

private:
  template <class T>
  NEEL_FUNCTION T value(T x, T y, T z) const {
    const T a = x * x, b = y * y, c = z * z;
    const T without_x = math::fma(b, math::fma(T(yyy), b, yyz * c), yzz * (c * c));
    const T of_squares = math::fma(a, even(a, b, c), math::fma(b, without_x, zzz * (c * c) * c));
    return math::fma(x * y, xy(a, b, c), math::fma(y * z, yz(a, b, c), math::fma(z * x, zx(a, b, c), of_squares)));
  }
};
static_assert(sizeof(SixthOrder) == sizeof(SixthOrder::Coefficients) && std::is_trivially_copyable_v<SixthOrder>);

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
