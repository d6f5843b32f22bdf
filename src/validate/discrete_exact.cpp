// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "validate/discrete_exact.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace neel::validate {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// Bonds from the scalar product of spins.
DiscreteModel of_spins(std::vector<std::vector<double>> spin) {
  DiscreteModel m;
  m.spin = std::move(spin);
  m.own.assign(m.spin.size(), 0);
  m.along.assign(m.spin.size(), 0);
  return m;
}
double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    sum += a[k] * b[k];
  }
  return sum;
}
void set_bonds(DiscreteModel& m, double j) {
  for (const auto& a : m.spin) {
    for (const auto& b : m.spin) {
      m.bond.push_back(-j * product(a, b));
    }
  }
}

} // namespace

DiscreteModel clock_model(int q, double j, double field) {
  std::vector<std::vector<double>> spin;
  for (int k = 0; k < q; ++k) {
    const double angle = 2 * std::numbers::pi * k / q;
    spin.push_back({std::cos(angle), std::sin(angle)});
  }
  DiscreteModel m = of_spins(spin);
  set_bonds(m, j);
  for (std::size_t k = 0; k < m.spin.size(); ++k) {
    m.along[k] = m.spin[k][0];
    m.own[k] = -field * m.along[k];
  }
  return m;
}

DiscreteModel potts_model(int q, double j, double field) {
  std::vector<std::vector<double>> spin(index(q), std::vector<double>(index(q)));
  const double length = std::sqrt(q / (q - 1.0));
  for (int k = 0; k < q; ++k) {
    for (int i = 0; i < q; ++i) {
      spin[index(k)][index(i)] = length * ((i == k ? 1 : 0) - 1.0 / q);
    }
  }
  DiscreteModel m = of_spins(spin);
  for (int k = 0; k < q * q; ++k) {
    m.bond.push_back(k / q == k % q ? -j : 0);
  }
  m.along[0] = 1;
  m.own[0] = -field;
  return m;
}

DiscreteModel blume_capel_model(double j, double d, double field) {
  DiscreteModel m = of_spins({{-1}, {0}, {1}});
  set_bonds(m, j);
  for (std::size_t k = 0; k < 3; ++k) {
    m.along[k] = m.spin[k][0];
    m.own[k] = d * m.along[k] * m.along[k] - field * m.along[k];
  }
  return m;
}

DiscreteAverages discrete_torus(const DiscreteModel& m, int width, int height, double temperature) {
  const int n = width * height;
  const std::size_t components = m.spin[0].size();
  std::vector<int> state(index(n), 0);
  DiscreteAverages a{};
  double z = 0, energy_squared = 0, shift = 0;
  for (const double e : m.own) {
    shift = std::min(shift, e * n);
  }
  shift += 2 * n * *std::min_element(m.bond.begin(), m.bond.end());
  for (bool more = true; more;) {
    double energy = 0, along = 0, squares = 0;
    std::vector<double> even(components), odd(components);
    for (int s = 0; s < n; ++s) {
      const int x = s % width, y = s / width, own = state[index(s)];
      energy += m.own[index(own)];
      energy += width > 1 ? m.of_bond(own, state[index(y * width + (x + 1) % width)]) : 0;
      energy += height > 1 ? m.of_bond(own, state[index((y + 1) % height * width + x)]) : 0;
      along += m.along[index(own)] / n;
      squares += product(m.spin[index(own)], m.spin[index(own)]) / n;
      for (std::size_t k = 0; k < components; ++k) {
        ((x + y) % 2 == 0 ? even : odd)[k] += m.spin[index(own)][k] / n;
      }
    }
    const double weight = std::exp(-(energy - shift) / temperature);
    const double parallel = product(even, even) + product(odd, odd), cross = 2 * product(even, odd);
    z += weight;
    a.energy += weight * energy / n;
    energy_squared += weight * energy * energy;
    a.along += weight * along;
    a.squared += weight * (parallel + cross);
    a.fourth += weight * (parallel + cross) * (parallel + cross);
    a.staggered_squared += weight * (parallel - cross);
    a.spin_squared += weight * squares;
    more = false;
    for (int& s : state) { // the next one
      s = (s + 1) % m.states();
      if (s != 0) {
        more = true;
        break;
      }
    }
  }
  for (double* const average : {&a.energy, &a.along, &a.squared, &a.fourth, &a.staggered_squared, &a.spin_squared}) {
    *average /= z;
  }
  a.specific_heat = (energy_squared / z - n * a.energy * n * a.energy) / (n * temperature * temperature);
  a.log_partition = (std::log(z) - shift / temperature) / n;
  return a;
}

double discrete_strip_energy(const DiscreteModel& m, int width, int length, double temperature) {
  const int q = m.states();
  const int rows = static_cast<int>(std::lround(std::pow(q, width)));
  const auto state = [&](int row, int x) {
    for (int k = 0; k < x % width; ++k) {
      row /= q;
    }
    return row % q;
  };
  std::vector<double> energy; // (row, next row)
  for (int a = 0; a < rows; ++a) {
    for (int b = 0; b < rows; ++b) {
      double e = 0;
      for (int x = 0; x < width; ++x) {
        e += m.own[index(state(a, x))] + m.of_bond(state(a, x), state(a, x + 1)) + m.of_bond(state(a, x), state(b, x));
      }
      energy.push_back(e);
    }
  }
  const double least = *std::min_element(energy.begin(), energy.end());
  const auto log_z = [&](double beta) {
    std::vector<double> power(energy.size(), 0);
    for (int a = 0; a < rows; ++a) {
      power[index(a * rows + a)] = 1;
    }
    for (int n = 0; n < length; ++n) {
      std::vector<double> next(energy.size(), 0);
      for (int b = 0; b < rows; ++b) {
        for (int c = 0; c < rows; ++c) {
          const double t = std::exp(-beta * (energy[index(b * rows + c)] - least));
          for (int a = 0; a < rows; ++a) {
            next[index(c * rows + a)] += power[index(b * rows + a)] * t; // transposed
          }
        }
      }
      power = next;
    }
    double trace = 0;
    for (int a = 0; a < rows; ++a) {
      trace += power[index(a * rows + a)];
    }
    return std::log(trace) - beta * least * length;
  };
  constexpr double h = 1e-4;
  return -(log_z(1 / temperature + h) - log_z(1 / temperature - h)) / (2 * h * width * length);
}

} // namespace neel::validate
