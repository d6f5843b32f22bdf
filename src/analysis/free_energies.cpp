// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The self-consistency equations are the stationarity of a convex function of the f_k, so that Newton's method with
// backtracking finds their one solution from anywhere; where its matrix is singular, direct iteration goes on, which never makes
// that function larger. A state that shares no measurement with those before it has its own, whatever its f is: it keeps that.

#include "analysis/free_energies.hpp"

#include "errors/errors.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neel::analysis {

double Shares::find(double energy) {
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < share_.size(); ++k) {
    share_[k] = offset_[k] - beta_[k] * energy;
    highest = std::max(highest, share_[k]);
  }
  for (first_ = 0; share_[first_] < highest - negligible_exponent; ++first_) {
  }
  for (last_ = share_.size(); share_[last_ - 1] < highest - negligible_exponent; --last_) {
  }
  double sum = 0;
  for (std::size_t k = first_; k < last_; ++k) {
    share_[k] = std::exp(share_[k] - highest);
    sum += share_[k];
  }
  for (std::size_t k = first_; k < last_; ++k) {
    share_[k] /= sum;
  }
  return highest + std::log(sum);
}

namespace {

constexpr int newton_steps = 100, halvings = 12;
constexpr double negligible_pivot = 1e-13;  ///< of an element of the diagonal: the matrix is singular but for rounding
constexpr double negligible_overlap = 1e-6; ///< measurements that two states share

/// Steps after which it is given up: minutes, whatever the data are.
int all_steps(std::size_t cells, std::size_t states) {
  constexpr double terms = 1e11, fewest = 1000, most = 100'000;
  return static_cast<int>(std::clamp(terms / static_cast<double>(cells * states), fewest, most));
}

/// How well free energies agree with the measurements.
struct Balance {
  std::vector<double> expected; ///< sum over measurements of p_k, to be N_k
  std::vector<double> overlap;  ///< (state, state): sum over measurements of p_k p_l
  std::vector<bool> apart;      ///< it has its measurements, and shares none with the states before it
  double worst = 0;             ///< largest |expected / N - 1|
  double square = 0;            ///< sum of their squares
};

class Equations {
public:
  Equations(std::span<const double> beta, const Cells& cells) : beta_(beta), cells_(cells) {}

  std::size_t states() const { return beta_.size(); }
  Balance balance(std::span<const double> f) const;
  /// The change of all f by Newton's method, empty if its matrix is singular; those of states apart stay.
  std::vector<double> newton(const Balance& at) const;
  /// The change by direct iteration (a state that shares in no measurement yet comes nearer).
  std::vector<double> direct(const Balance& at) const;
  /// The measurements of neighbours are told apart at an energy between their means, in proportion to their fluctuations.
  std::vector<double> guess() const;

private:
  std::span<const double> beta_;
  const Cells& cells_;
};

Balance Equations::balance(std::span<const double> f) const {
  const std::size_t n = states();
  std::vector<double> offset(n);
  for (std::size_t k = 0; k < n; ++k) {
    offset[k] = f[k] + std::log(cells_.state_number[k]);
  }
  Balance b{std::vector<double>(n, 0), std::vector<double>(n * n, 0), std::vector<bool>(n)};
  Shares share(beta_, offset);
  for (std::size_t c = 0; c < cells_.energy.size(); ++c) {
    if (cells_.number[c] == 0) {
      continue;
    }
    share.find(cells_.energy[c]);
    for (std::size_t k = share.first(); k < share.last(); ++k) {
      const double expected = cells_.number[c] * share[k];
      b.expected[k] += expected;
      for (std::size_t l = share.first(); l <= k; ++l) {
        b.overlap[k * n + l] += expected * share[l];
      }
    }
  }
  std::vector<double> off(n);
  for (std::size_t k = 0; k < n; ++k) {
    constexpr double its_own = 0.01;
    off[k] = std::abs(b.expected[k] / cells_.state_number[k] - 1);
    const auto row = b.overlap.begin() + static_cast<std::ptrdiff_t>(k * n);
    const double shared = std::accumulate(row, row + static_cast<std::ptrdiff_t>(k), 0.0);
    b.apart[k] = k == 0 || (shared < negligible_overlap && off[k] < its_own);
  }
  const bool all_share = std::count(b.apart.begin(), b.apart.end(), true) == 1;
  for (std::size_t k = 0; k < n; ++k) {
    if (all_share || !b.apart[k]) {
      b.worst = std::max(b.worst, off[k]);
      b.square += off[k] * off[k];
    }
  }
  return b;
}

std::vector<double> Equations::newton(const Balance& at) const {
  std::vector<std::size_t> free;
  for (std::size_t k = 0; k < states(); ++k) {
    if (!at.apart[k]) {
      free.push_back(k);
    }
  }
  const auto n = static_cast<Eigen::Index>(free.size());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n); // symmetric and positive; its lower triangle
  Eigen::VectorXd missing(n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const std::size_t row = free[static_cast<std::size_t>(k)];
    missing[k] = cells_.state_number[row] - at.expected[row];
    for (Eigen::Index l = 0; l <= k; ++l) {
      matrix(k, l) = (k == l ? at.expected[row] : 0.0) - at.overlap[row * states() + free[static_cast<std::size_t>(l)]];
    }
  }
  const Eigen::LDLT<Eigen::MatrixXd> factors(matrix);
  const Eigen::VectorXd diagonal = factors.transpositionsP() * matrix.diagonal();
  if (!(factors.vectorD().array() > negligible_pivot * diagonal.array()).all()) {
    return {};
  }
  const Eigen::VectorXd change = factors.solve(missing);
  std::vector<double> all(states(), 0);
  for (std::size_t k = 0; k < free.size(); ++k) {
    all[free[k]] = change[static_cast<Eigen::Index>(k)];
  }
  return all;
}

std::vector<double> Equations::direct(const Balance& at) const {
  std::vector<double> change(states());
  for (std::size_t k = 0; k < states(); ++k) {
    change[k] = -std::log(std::max(at.expected[k] / cells_.state_number[k], std::exp(-negligible_exponent)));
  }
  for (std::size_t k = states(); k-- > 0;) {
    change[k] -= change[0];
  }
  return change;
}

std::vector<double> Equations::guess() const {
  std::vector<double> f(states(), 0);
  for (std::size_t k = 1; k < states(); ++k) {
    const double here = std::sqrt(cells_.variance[k]), before = std::sqrt(cells_.variance[k - 1]);
    const double part = here + before > 0 ? here / (here + before) : 0.5;
    const double between = cells_.mean_energy[k] + part * (cells_.mean_energy[k - 1] - cells_.mean_energy[k]);
    f[k] = f[k - 1] + (beta_[k] - beta_[k - 1]) * between;
  }
  return f;
}

std::vector<double> moved(std::span<const double> f, std::span<const double> change, double part) {
  std::vector<double> all(f.size());
  for (std::size_t k = 0; k < f.size(); ++k) {
    all[k] = f[k] + part * change[k];
  }
  return all;
}

/// Takes as much of Newton's step as makes the balance better; false if none does.
bool newton_step(const Equations& equations, std::vector<double>& f, Balance& at) {
  const std::vector<double> change = equations.newton(at);
  double part = 1;
  for (int k = 0; !change.empty() && k < halvings; ++k, part /= 2) {
    std::vector<double> tried = moved(f, change, part);
    Balance there = equations.balance(tried);
    if (there.square < at.square) {
      f = std::move(tried);
      at = std::move(there);
      return true;
    }
  }
  return false;
}

/// Free energies carry rounding errors of their own size.
double tolerance(std::span<const double> f) {
  double largest = 0;
  for (const double value : f) {
    largest = std::max(largest, std::abs(value));
  }
  return free_energy_tolerance + 8 * std::numeric_limits<double>::epsilon() * largest;
}

} // namespace

std::vector<double> find_free_energies(std::span<const double> beta, const Cells& cells, std::vector<double> start) {
  const Equations equations(beta, cells);
  std::vector<double> f = start.empty() ? equations.guess() : std::move(start);
  Balance at = equations.balance(f);
  const int most_steps = all_steps(cells.energy.size(), beta.size());
  for (int step = 0; at.worst > tolerance(f); ++step) {
    if (step == most_steps) {
      throw CheckError("the free energies of the " + std::to_string(beta.size()) +
                       " states do not converge; neighbouring states must have measurements in common");
    }
    if (step >= newton_steps || !newton_step(equations, f, at)) {
      f = moved(f, equations.direct(at), 1);
      at = equations.balance(f);
    }
  }
  return f;
}

} // namespace neel::analysis
