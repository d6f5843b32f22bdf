// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Products of Fourier modes, added up measurement by measurement. Each number has a thread to itself, so that the order of
// addition is that of measurements.

#include <neel/structure/layout.hpp>
#include <neel/structure/transform.hpp>

namespace neel::structure {

inline constexpr int most_components = 4;

/// |F_a|^2 of each component (or their sum) and F_a F_b* of each pair a < b, in units of 1 / sites, added to `to`.
NEEL_FUNCTION void add_products(const Complex (&f)[most_components], int components, bool tensor, double weight,
                                double* to) {
  double sum = 0;
  for (int a = 0; a < components; ++a) {
    const double square = math::fma(f[a].re, f[a].re, f[a].im * f[a].im);
    if (tensor) {
      to[a] += weight * square;
    }
    sum += square;
  }
  if (!tensor) {
    to[0] += weight * sum;
    return;
  }
  double* next = to + components;
  for (int a = 0; a < components; ++a) {
    for (int b = a + 1; b < components; ++b) {
      *next++ += weight * math::fma(f[a].re, f[b].re, f[a].im * f[b].im);
      *next++ += weight * math::fma(f[a].im, f[b].re, -(f[a].re * f[b].im));
    }
  }
}

/// What both sums below know.
struct SumsOf {
  Modes modes;
  int components, basis;
  double* sums; ///< (system, number)
  std::int64_t numbers;

  /// The mode of a component on a basis site.
  NEEL_FUNCTION Complex mode(int system, int component, int b, int kx, int ky, int kz) const {
    return modes((system * components + component) * basis + b, kx, ky, kz);
  }
};

/// Structure factors: of all sites with their places in the cell, F_a(q) = sum_b exp(-i q.r_b) F_ab(q), and of each basis site.
struct AddWaves : SumsOf {
  const int* waves; ///< (wave, axis)
  int count;        ///< of waves
  /// exp(-2 pi i q_a r_ab) for each axis a, q_a from least[a] / n on, and basis site b.
  const Complex* phases;
  int least[3], first[3]; ///< of each axis: its q of the first phase; where its phases begin
  bool tensor, per_basis;
  double per_site, per_cell; ///< weights

  static NEEL_FUNCTION Complex times(const Complex& a, const Complex& b) {
    return {math::fma(a.re, b.re, -(a.im * b.im)), math::fma(a.re, b.im, a.im * b.re)};
  }
  static NEEL_FUNCTION int wrapped(int q, int n) {
    const int k = q % n;
    return k < 0 ? k + n : k;
  }

  KOKKOS_FUNCTION void operator()(std::int64_t at) const {
    const int system = static_cast<int>(at / count), wave = static_cast<int>(at - std::int64_t{system} * count);
    const int* const q = waves + std::int64_t{3} * wave;
    const int kx = wrapped(q[0], modes.nx), ky = wrapped(q[1], modes.ny), kz = wrapped(q[2], modes.nz);
    const int products = tensor ? components * components : 1;
    double* const to = sums + system * numbers + std::int64_t{wave} * products * (per_basis ? 1 + basis : 1);
    Complex total[most_components] = {};
    for (int b = 0; b < basis; ++b) {
      Complex phase = phases[first[0] + (q[0] - least[0]) * basis + b];
      phase = times(phase, phases[first[1] + (q[1] - least[1]) * basis + b]);
      phase = times(phase, phases[first[2] + (q[2] - least[2]) * basis + b]);
      Complex own[most_components] = {};
      for (int a = 0; a < components; ++a) {
        own[a] = mode(system, a, b, kx, ky, kz);
        const Complex turned = times(phase, own[a]);
        total[a] = {total[a].re + turned.re, total[a].im + turned.im};
      }
      if (per_basis) {
        add_products(own, components, tensor, per_cell, to + std::int64_t{1 + b} * products);
      }
    }
    add_products(total, components, tensor, per_site, to);
  }
};

/// What correlations are made of: sum_a F_ab* F_ac for pairs b <= c of basis sites, and F_ab itself.
struct AddPairs : SumsOf {
  int half;              ///< wave vectors along x
  std::int64_t cells;    ///< wave vectors of a system
  std::int64_t first;    ///< where these numbers begin
  std::int64_t per_cell; ///< numbers of a wave vector

  KOKKOS_FUNCTION void operator()(std::int64_t at) const {
    const auto system = static_cast<int>(at / cells);
    const std::int64_t cell = at - system * cells, row = cell / half;
    const int kx = static_cast<int>(cell - row * half), kz = static_cast<int>(row / modes.ny),
              ky = static_cast<int>(row - std::int64_t{kz} * modes.ny);
    double* to = sums + system * numbers + first + cell * per_cell;
    for (int b = 0; b < basis; ++b) {
      for (int c = b; c < basis; ++c) {
        double re = 0, im = 0;
        for (int a = 0; a < components; ++a) {
          const Complex f = mode(system, a, b, kx, ky, kz), g = mode(system, a, c, kx, ky, kz);
          re += math::fma(f.re, g.re, f.im * g.im);
          im += math::fma(f.re, g.im, -(f.im * g.re));
        }
        *to++ += re;
        *to++ += im;
      }
    }
    for (int a = 0; a < components; ++a) {
      for (int b = 0; b < basis; ++b) {
        const Complex f = mode(system, a, b, kx, ky, kz);
        *to++ += f.re;
        *to++ += f.im;
      }
    }
  }
};

} // namespace neel::structure
