// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "validate/crystal_exact.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

namespace neel::validate {

namespace {

/// S M, the field that S makes at the other end of a bond.
Vector3 applied(const Vector3& s, const Matrix3& m) {
  Vector3 v{};
  for (std::size_t k = 0; k < 3; ++k) {
    v[k] = s[0] * m[0][k] + s[1] * m[1][k] + s[2] * m[2][k];
  }
  return v;
}

/// Its antisymmetric part, or its symmetric part without the trace.
Matrix3 part(const Matrix3& m, bool antisymmetric) {
  Matrix3 p{};
  const double third = (m[0][0] + m[1][1] + m[2][2]) / 3;
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      p[a][b] = antisymmetric ? (m[a][b] - m[b][a]) / 2 : (m[a][b] + m[b][a]) / 2 - (a == b ? third : 0);
    }
  }
  return p;
}

Vector3 normalised(Vector3 v) {
  const double length = std::sqrt(product(v, v));
  for (double& x : v) {
    x /= length;
  }
  return v;
}

} // namespace

StarAverages star(const Star& s, double temperature) {
  constexpr int latitudes = 400, longitudes = 64;
  const Vector3 k = normalised(s.anisotropy_axis), h = normalised(s.field_axis);
  StarAverages sum;
  double z = 0;
  for (int i = 0; i <= latitudes; ++i) {
    for (int j = 0; j < longitudes; ++j) {
      const double cosine = -1 + 2.0 * i / latitudes, sine = std::sqrt(std::max(0.0, 1 - cosine * cosine)),
                   angle = 2 * std::numbers::pi * j / longitudes;
      const Vector3 at{sine * std::cos(angle), sine * std::sin(angle), cosine};
      const double x = at[0] * at[0], y = at[1] * at[1], zz = at[2] * at[2];
      StarAverages here;
      here.anisotropy = -s.anisotropy * product(at, k) * product(at, k) + s.cubic * (x * y + y * zz + zz * x) +
                        (s.own ? s.own(at) : 0);
      here.energy = here.anisotropy - s.field * s.moment * product(at, h);
      here.magnetisation = s.moment * at[2];
      double weight = simpson(i, latitudes) * std::exp(-here.energy / temperature);
      for (const Star::End& e : s.ends) {
        Vector3 g = applied(at, e.matrix);
        for (std::size_t a = 0; a < 3; ++a) {
          g[a] -= s.field * e.moment * h[a];
        }
        const double field = std::sqrt(product(g, g)), r = field / temperature;
        weight *= std::sinh(r) / r;
        Vector3 mean = g; // of the spin at the end
        for (double& c : mean) {
          c *= -langevin(r) / field;
        }
        here.energy += product(g, mean);
        here.dm += product(applied(at, part(e.matrix, true)), mean);
        here.other += product(applied(at, part(e.matrix, false)), mean);
        here.magnetisation += e.moment * mean[2];
      }
      z += weight;
      sum.energy += weight * here.energy;
      sum.squared += weight * here.energy * here.energy;
      sum.xz += weight * at[0] * at[2];
      sum.dm += weight * here.dm;
      sum.other += weight * here.other;
      sum.anisotropy += weight * here.anisotropy;
      sum.magnetisation += weight * here.magnetisation;
    }
  }
  return {sum.energy / z,        sum.dm / z,      sum.other / z, sum.anisotropy / z,
          sum.magnetisation / z, sum.squared / z, sum.xz / z};
}

std::pair<double, double> biquadratic_dimer(double exchange, double biquadratic, double temperature) {
  constexpr int steps = 4000;
  double z = 0, first = 0, second = 0;
  for (int k = 0; k <= steps; ++k) {
    const double c = -1 + 2.0 * k / steps;
    const double weight = simpson(k, steps) * std::exp(-(exchange * c - biquadratic * c * c) / temperature);
    z += weight;
    first += weight * c;
    second += weight * c * c;
  }
  return {first / z, second / z};
}

RingOfFour ring_of_four(double exchange, double four_spin, double temperature) {
  // With S1.S3 = c, and axes along S1 + S3 = 2 a e, S1 - S3 and across both: E = 2 a J (x2 + x4) + K (x2 x4 - y2 y4 - c z2 z4), so that
  // S4 feels h. S2 is at the height x2 and the angle phi about e.
  constexpr int heights = 80, turns = 48;
  RingOfFour all{0, 0};
  double z = 0;
  for (int i = 0; i <= heights; ++i) {
    const double c = -1 + 2.0 * i / heights, j = exchange * std::sqrt(2 + 2 * c);
    for (int k = 0; k <= heights; ++k) {
      const double x = -1 + 2.0 * k / heights, across = std::sqrt(1 - x * x);
      for (int l = 0; l < turns; ++l) {
        const double phi = 2 * std::numbers::pi * l / turns;
        const Vector3 h{j + four_spin * x, -four_spin * across * std::cos(phi),
                        -four_spin * c * across * std::sin(phi)};
        const double size = std::sqrt(product(h, h)), r = size / temperature;
        const double weight = simpson(i, heights) * simpson(k, heights) * std::exp(-j * x / temperature) *
                              (r == 0 ? 1 : std::sinh(r) / r);
        const double along = size == 0 ? 0 : -langevin(r) * h[0] / size; // <x4>
        z += weight;
        all.exchange += weight * j * (x + along);
        all.four_spin += weight * (-langevin(r) * size - j * along);
      }
    }
  }
  return {all.exchange / z / 4, all.four_spin / z / 4};
}

double tetrahedron(double exchange, double temperature) {
  // Pairs of spins have sums u and v, with densities u/2 and v/2 up to 2; E = J (M^2 - 4) / 2, M^2 = u^2 + v^2 + 2 u v c.
  constexpr int steps = 400;
  const double k = exchange / temperature;
  double z = 0, sum = 0;
  for (int i = 0; i <= steps; ++i) {
    for (int j = 0; j <= steps; ++j) {
      const double u = 2.0 * i / steps, v = 2.0 * j / steps, x = k * u * v;
      const double weight = simpson(i, steps) * simpson(j, steps) * u * v * std::exp(-k * (u * u + v * v - 4) / 2) *
                            (x == 0 ? 1 : std::sinh(x) / x);
      z += weight;
      sum += weight * exchange * ((u * u + v * v - 4) / 2 - u * v * langevin(x));
    }
  }
  return sum / z / 4;
}

namespace {

/// Density of the length r of a sum of n unit vectors, up to a factor.
double density_of_length(int n, double r) {
  double sum = 0, binomial = 1;
  for (int k = 0; n - r - 2 * k >= 0; ++k) {
    sum += (k % 2 == 0 ? 1 : -1) * binomial * std::pow(n - r - 2 * k, n - 2);
    binomial *= static_cast<double>(n - k) / (k + 1);
  }
  return r * sum;
}

} // namespace

TwoGroups two_groups(int n, double exchange, double temperature) {
  const int steps = 100 * n;
  std::vector<double> density;
  for (int i = 0; i <= steps; ++i) {
    density.push_back(simpson(i, steps) * density_of_length(n, static_cast<double>(n) * i / steps));
  }
  const double k = exchange / temperature, most = k * n * n;
  double z = 0, energy = 0, squared = 0;
  for (int i = 0; i <= steps; ++i) {
    for (int j = 0; j <= steps; ++j) {
      const double a = static_cast<double>(n) * i / steps, b = static_cast<double>(n) * j / steps, x = k * a * b;
      const double weight = density[static_cast<std::size_t>(i)] * density[static_cast<std::size_t>(j)] *
                            (x == 0 ? std::exp(-most) : (std::exp(x - most) - std::exp(-x - most)) / (2 * x));
      const double product = -a * b * langevin(x); // A.B, given a and b
      z += weight;
      energy += weight * exchange * product;
      squared += weight * (a * a + b * b - 2 * product);
    }
  }
  return {energy / z / (2 * n), squared / z / (4.0 * n * n)};
}

IsingAverages ising_graph(int sites, const std::vector<std::pair<int, int>>& bonds, double coupling, double temperature,
                          double field) {
  IsingAverages a{};
  double z = 0;
  const double least = std::abs(coupling) * static_cast<double>(bonds.size()) + std::abs(field) * sites;
  for (unsigned state = 0; state < 1U << sites; ++state) {
    int aligned = 0;
    for (const auto& [i, j] : bonds) {
      aligned += ((state >> i ^ state >> j) & 1U) == 0 ? 1 : -1;
    }
    const int m = 2 * std::popcount(state) - sites;
    const double energy = -coupling * aligned - field * m, weight = std::exp(-(energy + least) / temperature),
                 density = static_cast<double>(m) / sites;
    z += weight;
    a.energy += weight * energy / sites;
    a.magnetisation += weight * density;
    a.magnitude += weight * std::abs(density);
    a.squared += weight * density * density;
    a.fourth += weight * density * density * density * density;
  }
  return {a.energy / z,  a.magnetisation / z, a.magnitude / z,
          a.squared / z, a.fourth / z,        (std::log(z) + least / temperature) / sites};
}

OverlapAverages ising_overlaps(int sites, const std::vector<std::pair<int, int>>& bonds, double coupling,
                               double temperature, double field) {
  const auto n = static_cast<std::size_t>(sites);
  std::vector<double> together(n * n); // <s_i s_j>
  double z = 0;
  const double least = std::abs(coupling) * static_cast<double>(bonds.size()) + std::abs(field) * sites;
  for (unsigned state = 0; state < 1U << sites; ++state) {
    double energy = least - field * (2 * std::popcount(state) - sites);
    for (const auto& [i, j] : bonds) {
      energy -= ((state >> i ^ state >> j) & 1U) == 0 ? coupling : -coupling;
    }
    const double weight = std::exp(-energy / temperature);
    z += weight;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        together[i * n + j] += ((state >> i ^ state >> j) & 1U) == 0 ? weight : -weight;
      }
    }
  }
  OverlapAverages a{};
  for (const double c : together) {
    a.squared += c / z * (c / z) / static_cast<double>(n * n);
  }
  for (const auto& [i, j] : bonds) {
    const double c = together[static_cast<std::size_t>(i) * n + static_cast<std::size_t>(j)] / z;
    a.link += c * c / static_cast<double>(bonds.size());
  }
  return a;
}

std::vector<std::pair<int, int>> triangular_bonds(int width, int height) {
  std::vector<std::pair<int, int>> bonds;
  const auto site = [&](int x, int y) { return (y + height) % height * width + (x + width) % width; };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      bonds.emplace_back(site(x, y), site(x + 1, y));
      bonds.emplace_back(site(x, y), site(x, y + 1));
      bonds.emplace_back(site(x, y), site(x + 1, y - 1));
    }
  }
  return bonds;
}

std::vector<std::pair<int, int>> honeycomb_bonds(int width, int height) {
  std::vector<std::pair<int, int>> bonds;
  const auto site = [&](int b, int x, int y) { return 2 * ((y + height) % height * width + (x + width) % width) + b; };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      bonds.emplace_back(site(0, x, y), site(1, x, y));
      bonds.emplace_back(site(0, x, y), site(1, x - 1, y));
      bonds.emplace_back(site(0, x, y), site(1, x, y - 1));
    }
  }
  return bonds;
}

} // namespace neel::validate
