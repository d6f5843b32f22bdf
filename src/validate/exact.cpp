// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "validate/exact.hpp"

#include <neel/core/math.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace neel::validate {

namespace {

/// The integral of f from a to b (Simpson's rule; f is smooth).
template <class F>
double integral(double a, double b, const F& f) {
  constexpr int steps = 4000;
  const double h = (b - a) / steps;
  double sum = f(a) + f(b);
  for (int k = 1; k < steps; ++k) {
    sum += (k % 2 == 1 ? 4 : 2) * f(a + k * h);
  }
  return sum * h / 3;
}

/// The logarithm of Kaufman's partition function, without the constant, at K = 1/T.
long double log_kaufman(int n, long double k) {
  const auto gamma = [&](int r) -> long double {
    if (r == 0) {
      return 2 * k + std::log(std::tanh(k));
    }
    const long double c = std::cosh(2 * k) / std::tanh(2 * k) -
                          std::cos(std::numbers::pi_v<long double> * static_cast<long double>(r) / n);
    return std::log(c + std::sqrt(c * c - 1)); // arcosh
  };
  // Products of 2 cosh and 2 sinh of n gamma / 2 for odd and even r, as logarithm and sign; the largest factored out.
  long double total = 0, largest = 0, products[4] = {};
  int sign[4] = {1, 1, 1, 1};
  for (int r = 0; r < n; ++r) {
    for (const std::size_t parity : {std::size_t{0}, std::size_t{1}}) {
      const long double x = n * gamma(2 * r + 1 - static_cast<int>(parity)) / 2;
      products[2 * parity] += std::log(2 * std::cosh(x));
      products[2 * parity + 1] += std::log(std::abs(2 * std::sinh(x)));
      sign[2 * parity + 1] *= x < 0 ? -1 : 1;
    }
  }
  for (const long double p : products) {
    largest = std::max(largest, p);
  }
  for (int t = 0; t < 4; ++t) {
    total += sign[t] * std::exp(products[t] - largest);
  }
  return std::log(total) + largest + static_cast<long double>(n) * n / 2 * std::log(2 * std::sinh(2 * k));
}

} // namespace

IsingAverages ising_torus(int width, int height, double temperature, double field) {
  const int n = width * height;
  IsingAverages a{};
  double z = 0;
  for (unsigned state = 0; state < 1U << n; ++state) {
    const auto spin = [&](int x, int y) { return (state >> (y % height * width + x % width) & 1U) != 0 ? 1 : -1; };
    int bonds = 0, m = 0;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        bonds += spin(x, y) * (spin(x + 1, y) + spin(x, y + 1));
        m += spin(x, y);
      }
    }
    const double energy = -bonds - field * m, weight = std::exp(-(energy + 2 * n) / temperature),
                 density = static_cast<double>(m) / n;
    z += weight;
    a.energy += weight * energy / n;
    a.magnetisation += weight * density;
    a.magnitude += weight * std::abs(density);
    a.squared += weight * density * density;
    a.fourth += weight * density * density * density * density;
  }
  return {a.energy / z,  a.magnetisation / z, a.magnitude / z,
          a.squared / z, a.fourth / z,        (std::log(z) + 2 * n / temperature) / n};
}

double log_partition(double (*energy)(double temperature), double temperature) {
  constexpr int steps = 64; // Simpson's rule; energies are smooth in 1/T, and take long
  double sum = energy(std::numeric_limits<double>::infinity()) + energy(temperature);
  for (int k = 1; k < steps; ++k) {
    sum += (k % 2 == 1 ? 4 : 2) * energy(temperature * steps / k);
  }
  return -sum / (3 * steps * temperature);
}

double ising_torus_energy(int length, double temperature) {
  const long double k = 1 / static_cast<long double>(temperature), h = 1e-4L;
  const auto f = [&](int step) { return log_kaufman(length, k + static_cast<long double>(step) * h); };
  // E = -d log Z / dK, by the central difference of sixth order.
  const long double slope = (45 * (f(1) - f(-1)) - 9 * (f(2) - f(-2)) + (f(3) - f(-3))) / (60 * h);
  return static_cast<double>(-slope / (static_cast<long double>(length) * length));
}

double ising_tube_energy(int length, double temperature) {
  constexpr std::size_t states = 16;
  constexpr int most_bonds = 12; // of a cross-section, with those to the next
  using Matrix = std::array<std::array<double, states>, states>;
  const auto log_z = [&](double k) {
    Matrix t{}, power{};
    for (std::size_t a = 0; a < states; ++a) {
      power[a][a] = 1;
      for (std::size_t b = 0; b < states; ++b) {
        const auto spin = [](std::size_t state, unsigned site) { return (state >> site & 1) != 0 ? 1 : -1; };
        int bonds = 0;
        for (unsigned s = 0; s < 4; ++s) {
          bonds += spin(a, s) * (spin(b, s) + spin(a, s ^ 1U) + spin(a, s ^ 2U));
        }
        t[a][b] = std::exp(k * (bonds - most_bonds));
      }
    }
    for (int n = 0; n < length; ++n) {
      Matrix next{};
      for (std::size_t a = 0; a < states; ++a) {
        for (std::size_t b = 0; b < states; ++b) {
          for (std::size_t c = 0; c < states; ++c) {
            next[a][c] += power[a][b] * t[b][c];
          }
        }
      }
      power = next;
    }
    double trace = 0;
    for (std::size_t a = 0; a < states; ++a) {
      trace += power[a][a];
    }
    return std::log(trace) + most_bonds * k * length;
  };
  constexpr double h = 1e-4;
  return -(log_z(1 / temperature + h) - log_z(1 / temperature - h)) / (2 * h) / (4 * length);
}

double langevin(double x) { return std::abs(x) < 1e-4 ? x / 3 : 1 / std::tanh(x) - 1 / x; }

double easy_axis(double x) {
  const auto weight = [x](double u) { return std::exp(x * (u * u - 1)); };
  return integral(0, 1, [&](double u) { return u * u * weight(u); }) / integral(0, 1, weight);
}

double dimer(double exchange, double dm, double temperature) {
  const auto field = [&](double u) { return std::sqrt(exchange * exchange + dm * dm * (1 - u * u)); };
  const auto weight = [&](double u) { return std::sinh(field(u) / temperature) / field(u); };
  const auto energy = [&](double u) { return -field(u) * langevin(field(u) / temperature) * weight(u); };
  return integral(0, 1, energy) / integral(0, 1, weight);
}

namespace {

/// i_l(k) exp(-k) with k = -J/T, and its derivative by k with that factor.
std::pair<double, double> ring_wave(unsigned l, double k) {
  const auto wave = [&](double x) { return std::exp(k * (x - 1)) * std::legendre(l, x) / 2; };
  return {integral(-1, 1, wave), integral(-1, 1, [&](double x) { return x * wave(x); })};
}
constexpr unsigned ring_waves = 24;

} // namespace

double heisenberg_ring(int spins, double exchange, double temperature) {
  const double k = exchange / temperature;
  double z = 0, sum = 0;
  for (unsigned l = 0; l < ring_waves; ++l) {
    const auto [i, slope] = ring_wave(l, k);
    z += (2 * l + 1) * std::pow(i, spins);
    sum += (2 * l + 1) * std::pow(i, spins - 1) * slope;
  }
  return -exchange * sum / z;
}

double heisenberg_ring_stiffness(int spins, double exchange, double temperature) {
  double z = 0, sum = 0;
  for (unsigned l = 0; l < ring_waves; ++l) {
    const double weight = (2 * l + 1) * std::pow(ring_wave(l, exchange / temperature).first, spins);
    z += weight;
    sum += weight * l * (l + 1) / 3; // sum of m^2 over 2l + 1
  }
  return spins * temperature * sum / z;
}

namespace {

/// exp(-x) I_n(x), the mean over an angle of exp(x (cos a - 1)) cos(n a): the trapezoidal rule on a circle is as good as exact.
double scaled_bessel(int n, double x) {
  constexpr int points = 256;
  double sum = 0;
  for (int k = 0; k < points; ++k) {
    const math::SinCos<double> at = math::sincos2pi(static_cast<double>(k) / points);
    const math::SinCos<double> multiple = math::sincos2pi(static_cast<double>(n * k % points) / points);
    sum += math::exp(x * (at.cos - 1)) * multiple.cos;
  }
  return sum / points;
}

} // namespace

double planar_langevin(double x) { return scaled_bessel(1, x) / scaled_bessel(0, x); }

double planar_ring(int spins, double temperature) {
  constexpr int most = 60;
  const double x = 1 / temperature;
  double z = 0, slope = 0; // dI_n/dx = (I_(n-1) + I_(n+1)) / 2
  for (int n = -most; n <= most; ++n) {
    double power = 1;
    for (int k = 1; k < spins; ++k) {
      power *= scaled_bessel(std::abs(n), x);
    }
    z += power * scaled_bessel(std::abs(n), x);
    slope += power * (scaled_bessel(std::abs(n - 1), x) + scaled_bessel(std::abs(n + 1), x)) / 2;
  }
  return -slope / z;
}

double planar_ring_stiffness(int spins, double temperature) {
  constexpr int most = 60;
  double z = 0, squares = 0;
  for (int n = -most; n <= most; ++n) {
    const double weight = std::pow(scaled_bessel(std::abs(n), 1 / temperature), spins);
    z += weight;
    squares += weight * n * n;
  }
  return spins * temperature * squares / z;
}

double ising_ring_length(int spins, double temperature) {
  const double t = std::tanh(1 / temperature), step = 2 * std::numbers::pi / spins;
  double zero = 0, one = 0;
  for (int r = 0; r < spins; ++r) {
    const double g = std::pow(t, r) + std::pow(t, spins - r);
    zero += g;
    one += g * std::cos(step * r);
  }
  return std::sqrt(zero / one - 1) / (2 * std::sin(step / 2));
}

double free_field(const std::vector<int>& lengths, double mass_squared, double inverse_cutoff, double temperature) {
  int modes = 1;
  for (const int l : lengths) {
    modes *= l;
  }
  double sum = 0;
  for (int mode = 0; mode < modes; ++mode) {
    double p2 = 0;
    for (int rest = mode; const int l : lengths) {
      p2 += 2 - 2 * std::cos(2 * std::numbers::pi * (rest % l) / l);
      rest /= l;
    }
    sum += 1 / (mass_squared + p2 + p2 * p2 * inverse_cutoff);
  }
  return temperature * sum / modes;
}

double glass_series(double temperature) {
  const double t = std::tanh(1 / temperature), rest = 1 - t * t;
  return -3 * t + 12 * std::pow(t, 7) * rest + 132 * std::pow(t, 11) * rest;
}

double glass_susceptibility_series(double temperature) {
  const double t = std::tanh(1 / temperature), w = t * t;
  return 1 + w * (6 + w * (30 + w * 150));
}

double nishimori_probability(double temperature) { return 1 / (1 + math::exp(-2 / temperature)); }
double nishimori_energy(double temperature, int dimensions) { return -dimensions * std::tanh(1 / temperature); }

} // namespace neel::validate
