// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A field of real vectors on a periodic lattice in natural order, for models whose stencil needs more than two colours:
// shape (system, component, z, y, x), x fastest.

#include <neel/core/math.hpp>
#include <neel/lattice/geometry.hpp>
#include <neel/lattice/stencil.hpp>

namespace neel::lattice {

/// The value of a field with N components on one site.
template <int N>
struct Vector {
  float v[N];

  /// Component by component: of(k).
  NEEL_CALLS_WHAT_IT_IS_GIVEN
  template <class Of>
  static NEEL_FUNCTION Vector each(const Of& of) {
    Vector all;
    NEEL_UNROLLED_LOOP
    for (int k = 0; k < N; ++k) {
      all.v[k] = of(k);
    }
    return all;
  }
};

template <int N>
NEEL_FUNCTION float dot(const Vector<N>& a, const Vector<N>& b) {
  float sum = a.v[0] * b.v[0];
  NEEL_UNROLLED_LOOP
  for (int k = 1; k < N; ++k) {
    sum = Kokkos::fma(a.v[k], b.v[k], sum);
  }
  return sum;
}
/// a + b.
template <int N>
NEEL_FUNCTION Vector<N> sum(const Vector<N>& a, const Vector<N>& b) {
  return Vector<N>::each([&](int k) NEEL_INLINE_LAMBDA { return a.v[k] + b.v[k]; });
}
/// f a.
template <int N>
NEEL_FUNCTION Vector<N> scaled(float f, const Vector<N>& a) {
  return Vector<N>::each([&](int k) NEEL_INLINE_LAMBDA { return f * a.v[k]; });
}
/// f a + b, each component rounded once.
template <int N>
NEEL_FUNCTION Vector<N> fma(float f, const Vector<N>& a, const Vector<N>& b) {
  return Vector<N>::each([&](int k) NEEL_INLINE_LAMBDA { return Kokkos::fma(f, a.v[k], b.v[k]); });
}
/// a where the condition holds, else b.
template <int N>
NEEL_FUNCTION Vector<N> select(bool condition, const Vector<N>& a, const Vector<N>& b) {
  return Vector<N>::each([&](int k) NEEL_INLINE_LAMBDA { return math::select(condition, a.v[k], b.v[k]); });
}
/// The product in double precision.
template <int N>
NEEL_FUNCTION double long_dot(const Vector<N>& a, const Vector<N>& b) {
  double sum = 0;
  NEEL_UNROLLED_LOOP
  for (int k = 0; k < N; ++k) {
    sum += double{a.v[k]} * b.v[k];
  }
  return sum;
}

/// Values of shape (system, component, site).
template <ExecutionSpace Exec>
using Grid = Kokkos::View<float***, Kokkos::LayoutRight, typename Exec::memory_space>;

/// A coordinate moved by less than the length of its periodic axis.
NEEL_FUNCTION constexpr int wrapped(int at, int size) { return at + (at < 0 ? size : 0) - (at >= size ? size : 0); }

/// A site's surroundings in one system of a Grid whose components are `stride` numbers apart. Displacements may not be
/// longer than the axis.
template <int N>
class FieldSite {
public:
  NEEL_FUNCTION FieldSite(const Geometry& g, const float* system, int stride, int x, int y, int z)
      : g_(g), system_(system), stride_(stride), x_(x), y_(y), z_(z) {}

  NEEL_FUNCTION Vector<N> operator()(const Offset& d) const {
    const int at = wrapped(x_ + d.x, g_.lx) + g_.lx * (wrapped(y_ + d.y, g_.ly) + g_.ly * wrapped(z_ + d.z, g_.lz));
    return Vector<N>::each([&](int k) NEEL_INLINE_LAMBDA { return system_[k * stride_ + at]; });
  }

private:
  const Geometry& g_;
  const float* system_;
  int stride_, x_, y_, z_;
};

/// The same where displacements are displacements in memory.
template <int N>
class LocalSite {
public:
  /// Steps in y and z and from component to component are so many numbers, steps in x `step_x`.
  NEEL_FUNCTION LocalSite(const float* here, int step_x, int step_y, int step_z, int stride)
      : here_(here), step_x_(step_x), step_y_(step_y), step_z_(step_z), stride_(stride) {}

  NEEL_FUNCTION Vector<N> operator()(const Offset& d) const {
    return Vector<N>::each(
        [&](int k) NEEL_INLINE_LAMBDA { return here_[d.x * step_x_ + d.y * step_y_ + d.z * step_z_ + k * stride_]; });
  }

private:
  const float* here_;
  int step_x_, step_y_, step_z_, stride_;
};

} // namespace neel::lattice
