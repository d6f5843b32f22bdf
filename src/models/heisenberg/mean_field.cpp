// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/heisenberg/mean_field.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace neel::models {

Order mean_field_order(const Material& m, std::size_t composition) {
  const std::vector<double>& c = m.fractions[composition];
  double unit = 0;
  for (const auto& row : m.exchange) {
    for (const double j : row) {
      unit = std::max(unit, std::abs(j));
    }
  }
  const auto n = static_cast<Eigen::Index>(c.size());
  Eigen::MatrixXd couplings = Eigen::MatrixXd::Zero(n, n); // symmetric, of the same eigenvalues as c_b J_ab
  double mean = 0;
  for (std::size_t a = 0; a < c.size() && unit > 0; ++a) {
    for (std::size_t b = 0; b < c.size(); ++b) {
      couplings(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b)) =
          std::sqrt(c[a] * c[b]) * (m.exchange[a][b] / unit);
      mean += c[a] * c[b] * (m.exchange[a][b] / unit);
    }
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solved(couplings); // eigenvalues in rising order
  const double least = solved.eigenvalues()[0], most = solved.eigenvalues()[n - 1];
  constexpr double equal = 1e-12;
  const double excess = most + least; // of the staggered order
  Order order{std::abs(excess) > equal ? excess < 0 : mean < 0, 0, {}};
  order.coupling = unit * (order.uniform ? -least : most);
  const Eigen::VectorXd amplitude = solved.eigenvectors().col(order.uniform ? 0 : n - 1);
  order.amplitude.assign(amplitude.begin(), amplitude.end());
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
  double first = 0; // of the ions that order
  for (std::size_t a = 0; a < ions.size(); ++a) {
    if (std::abs(order.amplitude[a]) > negligible) {
      first = first == 0 ? order.amplitude[a] : first;
      std::string& side = order.amplitude[a] * first > 0 ? along : against;
      side += (side.empty() ? "" : ", ") + ions[a];
    }
  }
  return along.empty() || against.empty() ? "" : along + " ions point against " + against + " ions";
}

} // namespace neel::models
