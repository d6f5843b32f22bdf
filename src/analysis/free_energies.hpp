// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Free energies of states that differ in beta, from measurements in all of them: MBAR (Shirts, Chodera, J. Chem.
// Phys. 129, 124105 (2008)), which for energies in cells is the multi-histogram method of Ferrenberg and Swendsen
// (Phys. Rev. Lett. 63, 1195 (1989)).

#include "analysis/measurements.hpp"

namespace neel::analysis {

/// Terms of a sum that are smaller than the largest by exp(-40) are left out.
inline constexpr double negligible_exponent = 40;

/// The share p_k(E) = N_k exp(f_k - beta_k E) / sum_l N_l exp(f_l - beta_l E) of each state in the measurements of
/// energy E, without overflow.
class Shares {
public:
  /// `offset`: f_k + log N_k.
  Shares(std::span<const double> beta, std::span<const double> offset)
      : beta_(beta), offset_(offset), share_(beta.size()) {}

  /// Finds the shares at an energy. Returns the logarithm of the denominator.
  double find(double energy);
  /// Only states [first, last) have shares that count.
  std::size_t first() const { return first_; }
  std::size_t last() const { return last_; }
  double operator[](std::size_t state) const { return share_[state]; }

private:
  std::span<const double> beta_, offset_;
  std::vector<double> share_;
  std::size_t first_ = 0, last_ = 0;
};

/// Each f_k = -log Z_k (energies counted from the cells' origin, f_0 = 0) agrees with its self-consistency equation,
/// sum over measurements of p_k = N_k, to this relative accuracy (or to rounding, where energies exceed 10^6 T).
inline constexpr double free_energy_tolerance = 1e-9;

/// States that share no measurement with those of lower beta keep what the guess says. `start`: a guess of all f_k; empty: from mean
/// energies and fluctuations. Throws CheckError if it does not converge.
std::vector<double> find_free_energies(std::span<const double> beta, const Cells& cells, std::vector<double> start);

} // namespace neel::analysis
