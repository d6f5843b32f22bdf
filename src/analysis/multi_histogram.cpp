// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/multi_histogram.hpp"

#include <algorithm>
#include <cmath>

namespace neel::analysis {

MultiHistogram::MultiHistogram(const Measurements& all, const Partition& partition, std::uint32_t without,
                               std::vector<double> start)
    : beta_first_(all.beta.front()), cells_(gather(all, partition, without)),
      f_(find_free_energies(all.beta, cells_, std::move(start))) {
  std::vector<double> offset(f_);
  for (std::size_t k = 0; k < f_.size(); ++k) {
    offset[k] += std::log(cells_.state_number[k]);
  }
  Shares shares(all.beta, offset);
  for (const double energy : cells_.energy) {
    log_denominator_.push_back(shares.find(energy));
  }
}

double MultiHistogram::fewest() const {
  return *std::min_element(cells_.state_number.begin(), cells_.state_number.end());
}

Average MultiHistogram::at(double beta) const {
  double highest = -std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < cells_.energy.size(); ++c) {
    if (cells_.number[c] > 0) {
      highest = std::max(highest, -beta * cells_.energy[c] - log_denominator_[c]);
    }
  }
  Average average{std::vector<double>(cells_.width, 0)};
  double sum = 0, squares = 0;
  for (std::size_t c = 0; c < cells_.energy.size(); ++c) {
    const double log_weight = -beta * cells_.energy[c] - log_denominator_[c] - highest;
    if (log_weight < -negligible_exponent || cells_.number[c] == 0) {
      continue;
    }
    const double weight = std::exp(log_weight);
    sum += weight * cells_.number[c];
    squares += weight * weight * cells_.number[c];
    for (std::size_t m = 0; m < cells_.width; ++m) {
      average.moments[m] += weight * cells_.sums[c * cells_.width + m];
    }
  }
  for (double& moment : average.moments) {
    moment /= sum;
  }
  average.log_z = highest + std::log(sum) - (beta - beta_first_) * cells_.origin;
  average.effective = sum * sum / squares;
  return average;
}

} // namespace neel::analysis
