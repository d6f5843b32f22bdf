// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Averages at any beta from measurements at some (single and multiple histogram reweighting, MBAR).

#include "analysis/free_energies.hpp"

namespace neel::analysis {

struct Average {
  std::vector<double> moments;
  double log_z = 0;     ///< log Z(beta) / Z(beta of the first state)
  double effective = 0; ///< effective number of measurements, (sum w)^2 / sum w^2 (Kish)
};

class MultiHistogram {
public:
  /// One block may be left out (or none: no_block). `start`: a guess of the free energies.
  MultiHistogram(const Measurements& all, const Partition& partition, std::uint32_t without = no_block,
                 std::vector<double> start = {});

  /// <A> = sum w A / sum w over all measurements, w = exp(-beta E) / sum_k N_k exp(f_k - beta_k E).
  Average at(double beta) const;
  /// -log Z of each state, with energies counted from the origin of the cells; 0 for the first.
  const std::vector<double>& free_energies() const { return f_; }
  /// Measurements in the state that has the fewest.
  double fewest() const;

private:
  double beta_first_;
  Cells cells_;
  std::vector<double> f_;
  std::vector<double> log_denominator_; ///< of each cell
};

} // namespace neel::analysis
