// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/crystal_order.hpp"

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace neel::models {

namespace {

using crystal::Vector;
using Complex = std::complex<double>;
constexpr double same_value = 1e-9; ///< relative difference of eigenvalues that are taken for one

/// A bond with its couplings averaged over ions, E = S.M S'.
struct Averaged {
  crystal::Pair pair;
  crystal::Matrix matrix;
};

class Spectrum {
public:
  Spectrum(const CrystalInput& in, const std::vector<CrystalBond>& bonds, const std::vector<bool>& carries,
           int components)
      : basis_(in.crystal.cells.basis), components_(components) {
    for (const CrystalBond& bond : bonds) {
      Averaged a{bond.pair, {}};
      const auto& from = in.fractions[static_cast<std::size_t>(bond.pair.from)];
      const auto& to = in.fractions[static_cast<std::size_t>(bond.pair.to)];
      for (std::size_t i = 0; i < from.size(); ++i) {
        for (std::size_t j = 0; j < to.size(); ++j) {
          const double weight = carries[i] && carries[j] ? from[i] * to[j] : 0;
          for (std::size_t a1 = 0; a1 < 3; ++a1) {
            for (std::size_t a2 = 0; a2 < 3; ++a2) {
              a.matrix[a1][a2] += weight * bond.by_ions[i][j].matrix[a1][a2];
            }
          }
        }
      }
      bonds_.push_back(a);
    }
  }

  /// The energy matrix at wave vector q.
  Eigen::MatrixXcd at(const Vector& q) const {
    const Eigen::Index n = Eigen::Index{basis_} * components_;
    Eigen::MatrixXcd m = Eigen::MatrixXcd::Zero(n, n);
    for (const Averaged& b : bonds_) {
      double turns = 0;
      for (std::size_t a = 0; a < 3; ++a) {
        turns += q[a] * b.pair.offset[a];
      }
      const Complex phase = std::polar(1.0, 2 * std::numbers::pi * (turns - std::round(turns)));
      for (int i = 0; i < components_; ++i) {
        for (int j = 0; j < components_; ++j) {
          const double value = b.matrix[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
          const Eigen::Index row = Eigen::Index{b.pair.from} * components_ + i,
                             column = Eigen::Index{b.pair.to} * components_ + j;
          m(row, column) += value * phase;
          m(column, row) += value * std::conj(phase);
        }
      }
    }
    return m;
  }
  double lowest(const Vector& q) const {
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd>(at(q), Eigen::EigenvaluesOnly).eigenvalues()[0];
  }

private:
  int basis_, components_;
  std::vector<Averaged> bonds_;
};

/// Wave vectors that the crystal allows; of large ones, at most about `most` of them, 0 and 1/2 included.
std::vector<double> along(const crystal::Cells& cells, std::size_t axis, int most) {
  const int n = cells.size[axis], step = std::max(1, n / most);
  std::vector<double> all;
  if (n == 1) {
    return {0.0};
  }
  for (int k = 0; k < n; k += step) {
    all.push_back(static_cast<double>(k) / n);
  }
  if (n % 2 == 0 && (n / 2) % step != 0) {
    all.push_back(0.5);
  }
  return all;
}

bool opposite(const Vector& a, const Vector& b) {
  for (std::size_t k = 0; k < 3; ++k) {
    const double sum = a[k] + b[k];
    if (std::abs(sum - std::round(sum)) > 1e-9) {
      return false;
    }
  }
  return true;
}

/// The amplitudes of basis sites in the lowest eigenvectors: of the component where they are largest.
std::vector<Complex> weights(const Eigen::MatrixXcd& matrix, int basis, int components) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> solved(matrix);
  const Eigen::VectorXcd v = solved.eigenvectors().col(0);
  Eigen::Index largest = 0;
  v.cwiseAbs().maxCoeff(&largest);
  const Complex unit = v[largest];
  std::vector<Complex> w;
  for (int b = 0; b < basis; ++b) {
    w.push_back(v[Eigen::Index{b} * components + largest % components] / unit);
  }
  return w;
}

/// The lowest eigenvectors of each of these wave vectors; none if there is but one, or there are very many.
void set_arms(CrystalOrder& order, const Spectrum& exchange, const std::vector<Vector>& waves, int basis) {
  constexpr std::size_t most = 16;
  std::vector<OrderArm> arms;
  std::vector<bool> carries(static_cast<std::size_t>(basis), false);
  for (const Vector& q : waves) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXcd> solved(exchange.at(q));
    const double lowest = solved.eigenvalues()[0];
    for (Eigen::Index k = 0; k < basis && solved.eigenvalues()[k] <= lowest + same_value * std::abs(lowest); ++k) {
      OrderArm arm{q, {}};
      for (std::size_t b = 0; b < carries.size(); ++b) {
        arm.weight.push_back(solved.eigenvectors()(static_cast<Eigen::Index>(b), k));
        carries[b] = carries[b] || std::abs(arm.weight[b]) > 1e-6;
      }
      arms.push_back(arm);
    }
    if (arms.size() > most) {
      return;
    }
  }
  if (arms.size() > 1) {
    order.arms = arms;
    order.arm_sites = static_cast<int>(std::count(carries.begin(), carries.end(), true));
  }
}

std::string fraction(double x) {
  for (int n = 1; n <= 24; ++n) {
    if (const double k = std::round(x * n); std::abs(x * n - k) < 1e-9) {
      return n == 1 ? fmt::format("{:g}", k) : fmt::format("{:g}/{}", k, n);
    }
  }
  return fmt::format("{:.4g}", x);
}

} // namespace

CrystalOrder crystal_order(const CrystalInput& in, const std::vector<CrystalBond>& bonds,
                           const std::vector<bool>& carries, int components) {
  const bool isotropic = std::all_of(bonds.begin(), bonds.end(), [](const CrystalBond& b) {
    return std::all_of(b.by_ions.begin(), b.by_ions.end(), [](const auto& row) {
      return std::all_of(row.begin(), row.end(), [](const PairCoupling& c) { return c.isotropic(); });
    });
  });
  const int used = isotropic ? 1 : components; // then components do not mix
  const Spectrum spectrum(in, bonds, carries, used);
  CrystalOrder order;
  double lowest = spectrum.lowest(order.q);
  const double scale = std::abs(lowest);
  std::vector<Vector> as_good;
  const int size = in.crystal.cells.basis * used,
            most = size <= 8 ? 24 : (size <= 24 ? 12 : 6); // it is to take no time
  for (const double z : along(in.crystal.cells, 2, most)) {
    for (const double y : along(in.crystal.cells, 1, most)) {
      for (const double x : along(in.crystal.cells, 0, most)) {
        const double here = spectrum.lowest({x, y, z});
        if (here < lowest - same_value * std::max(scale, std::abs(lowest))) {
          lowest = here;
          order.q = {x, y, z};
          as_good.clear();
        } else if (here < lowest + same_value * std::abs(lowest)) {
          as_good.push_back({x, y, z});
        }
      }
    }
  }
  const bool orders = lowest < -same_value * scale;
  order.temperature = orders ? -lowest / components : 0;
  std::vector<Vector> waves{order.q}; // without opposite ones
  for (const Vector& q : as_good) {
    if (std::none_of(waves.begin(), waves.end(), [&](const Vector& w) { return q == w || opposite(q, w); })) {
      waves.push_back(q);
    }
  }
  // Which sublattices point where is a matter of the exchange: DM vectors mix components.
  const Spectrum exchange(
      in,
      [&] {
        std::vector<CrystalBond> of_exchange = bonds;
        for (CrystalBond& b : of_exchange) {
          for (auto& row : b.by_ions) {
            for (PairCoupling& c : row) {
              c.matrix = {{{c.exchange(), 0, 0}, {0, c.exchange(), 0}, {0, 0, c.exchange()}}};
            }
          }
        }
        return of_exchange;
      }(),
      carries, 1);
  order.weight = weights(exchange.at(order.q), in.crystal.cells.basis, 1);
  if (orders) {
    set_arms(order, exchange, waves, in.crystal.cells.basis);
  }
  order.degenerate = orders && (waves.size() > 1 || !order.arms.empty());
  order.uniform = opposite(order.q, {0, 0, 0}) && std::all_of(order.weight.begin(), order.weight.end(), [&](Complex w) {
                    return std::abs(w - order.weight.front()) < 1e-6;
                  });
  return order;
}

std::string describe(const CrystalOrder& order, const crystal::Crystal& c) {
  std::string text = fmt::format("q = ({}, {}, {})", fraction(order.q[0]), fraction(order.q[1]), fraction(order.q[2]));
  const bool mixed = order.arms.size() > 1 && order.arms[1].q == order.q; // then any mixture of them is as good
  std::string with, against;
  for (std::size_t b = 0; b < c.basis.size() && !mixed; ++b) {
    if (std::abs(order.weight[b]) > 1e-6) {
      std::string& side = (order.weight[b] / order.weight[0]).real() < 0 ? against : with;
      side += (side.empty() ? "" : ", ") + c.basis[b].name;
    }
  }
  text +=
      against.empty() || with.empty() || std::abs(order.weight[0]) < 1e-6 ? "" : ", " + with + " against " + against;
  return !order.arms.empty() ? text + fmt::format(", one of {} orders that are as good", order.arms.size())
                             : text + (order.degenerate ? ", among very many orders that are as good" : "");
}

} // namespace neel::models
