// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/heisenberg/mean_field.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace neel::models {

namespace {

using Matrix = std::vector<std::vector<double>>;

struct Eigensystem {
  std::vector<double> values;
  Matrix vectors; ///< the columns
};

/// Rotates in the plane of p and q, so that a[p][q] becomes 0.
void rotate(Matrix& a, Matrix& vectors, std::size_t p, std::size_t q) {
  const double ratio = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const double tangent = (ratio < 0 ? -1 : 1) / (std::abs(ratio) + std::hypot(ratio, 1.0));
  const double c = 1 / std::hypot(tangent, 1.0), s = tangent * c;
  const auto turn = [c, s](double& x, double& y) {
    const double before = x;
    x = c * x - s * y;
    y = s * before + c * y;
  };
  for (std::size_t k = 0; k < a.size(); ++k) {
    turn(a[k][p], a[k][q]);
    turn(vectors[k][p], vectors[k][q]);
  }
  for (std::size_t k = 0; k < a.size(); ++k) {
    turn(a[p][k], a[q][k]);
  }
  a[p][q] = a[q][p] = 0; // but for rounding, which could be turned about for ever
}

/// Of a symmetric matrix whose entries are at most 1 in size, by Jacobi's rotations.
Eigensystem diagonalise(Matrix a) {
  constexpr double negligible = 1e-14;
  const std::size_t n = a.size();
  Eigensystem e{std::vector<double>(n), Matrix(n, std::vector<double>(n, 0.0))};
  for (std::size_t k = 0; k < n; ++k) {
    e.vectors[k][k] = 1;
  }
  for (bool turned = true; turned;) {
    turned = false;
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        if (std::abs(a[p][q]) > negligible) {
          rotate(a, e.vectors, p, q);
          turned = true;
        }
      }
    }
  }
  for (std::size_t k = 0; k < n; ++k) {
    e.values[k] = a[k][k];
  }
  return e;
}

} // namespace

Order mean_field_order(const Material& m, std::size_t composition) {
  const std::vector<double>& c = m.fractions[composition];
  double unit = 0;
  for (const auto& row : m.exchange) {
    for (const double j : row) {
      unit = std::max(unit, std::abs(j));
    }
  }
  Matrix couplings(c.size(), std::vector<double>(c.size(), 0.0)); // symmetric, of the same eigenvalues as c_b J_ab
  double mean = 0;
  for (std::size_t a = 0; a < c.size() && unit > 0; ++a) {
    for (std::size_t b = 0; b < c.size(); ++b) {
      couplings[a][b] = std::sqrt(c[a] * c[b]) * (m.exchange[a][b] / unit);
      mean += c[a] * c[b] * (m.exchange[a][b] / unit);
    }
  }
  const Eigensystem e = diagonalise(std::move(couplings));
  const auto [least, most] = std::minmax_element(e.values.begin(), e.values.end());
  constexpr double equal = 1e-12;
  const double excess = *most + *least; // of the staggered order
  Order order{std::abs(excess) > equal ? excess < 0 : mean < 0, 0, {}};
  order.coupling = unit * (order.uniform ? -*least : *most);
  const auto column = static_cast<std::size_t>((order.uniform ? least : most) - e.values.begin());
  for (const std::vector<double>& row : e.vectors) {
    order.amplitude.push_back(row[column]);
  }
  return order;
}

double mean_field_temperature(const Order& order, const input::LatticeInput& lattice) {
  double z = 0;
  for (std::size_t a = 0; a < 3; ++a) {
    const double n = lattice.size[a];
    z += lattice.periodic[a] ? 2 : 2 * (n - 1) / n;
  }
  return z * order.coupling / 3;
}

std::string opposed_ions(const Order& order, const std::vector<std::string>& ions) {
  constexpr double negligible = 1e-6;
  std::string along, against;
  for (std::size_t a = 0; a < ions.size(); ++a) {
    if (std::abs(order.amplitude[a]) > negligible) {
      std::string& side = order.amplitude[a] > 0 ? along : against;
      side += (side.empty() ? "" : ", ") + ions[a];
    }
  }
  return along.empty() || against.empty() ? "" : along + " ions point against " + against + " ions";
}

} // namespace neel::models
