// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/measurements.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neel::analysis {

namespace {

constexpr double cells_per_fluctuation = 128;

/// Fills the sums over states: number, mean energy, variance.
void gather_states(const Measurements& all, std::uint32_t without, Cells& cells) {
  const std::size_t states = all.beta.size();
  cells.state_number.assign(states, 0);
  cells.mean_energy.assign(states, 0);
  cells.variance.assign(states, 0);
  for (std::size_t n = 0; n < all.energy.size(); ++n) {
    if (all.block[n] != without) {
      cells.state_number[all.state[n]] += 1;
      cells.mean_energy[all.state[n]] += all.energy[n] - cells.origin;
    }
  }
  for (std::size_t k = 0; k < states; ++k) {
    cells.mean_energy[k] /= cells.state_number[k];
  }
  for (std::size_t n = 0; n < all.energy.size(); ++n) {
    if (all.block[n] != without) {
      const double deviation = all.energy[n] - cells.origin - cells.mean_energy[all.state[n]];
      cells.variance[all.state[n]] += deviation * deviation;
    }
  }
  for (std::size_t k = 0; k < states; ++k) {
    cells.variance[k] /= cells.state_number[k];
  }
}

/// Measurements by energy; equal ones as they came, so that sums are always made in the same order.
std::vector<std::uint32_t> by_energy(const Measurements& all) {
  std::vector<std::uint32_t> order(all.energy.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return all.energy[a] < all.energy[b]; });
  return order;
}

} // namespace

Partition partition(const Measurements& all) {
  Partition p;
  p.origin = std::accumulate(all.energy.begin(), all.energy.end(), 0.0) / static_cast<double>(all.energy.size());
  p.cell.resize(all.energy.size());
  Cells states;
  states.origin = p.origin;
  gather_states(all, no_block, states);
  const std::vector<std::uint32_t> order = by_energy(all);
  double lowest = 0, width = 0, number = 0; // of the present cell
  for (const std::uint32_t n : order) {
    const double own = std::sqrt(states.variance[all.state[n]]) / cells_per_fluctuation;
    if (p.energy.empty() || (all.energy[n] > lowest && all.energy[n] - lowest > std::min(width, own))) {
      p.energy.push_back(0);
      lowest = all.energy[n];
      width = own;
      number = 0;
    }
    width = std::min(width, own);
    number += 1;
    p.energy.back() += (all.energy[n] - p.origin - p.energy.back()) / number;
    p.cell[n] = static_cast<std::uint32_t>(p.energy.size() - 1);
  }
  return p;
}

Cells gather(const Measurements& all, const Partition& partition, std::uint32_t without) {
  Cells cells;
  cells.origin = partition.origin;
  cells.energy = partition.energy;
  cells.width = all.width;
  cells.number.assign(partition.energy.size(), 0);
  cells.sums.assign(partition.energy.size() * all.width, 0);
  gather_states(all, without, cells);
  for (std::size_t n = 0; n < all.energy.size(); ++n) {
    if (all.block[n] == without) {
      continue;
    }
    cells.number[partition.cell[n]] += 1;
    double* const sums = cells.sums.data() + partition.cell[n] * all.width;
    for (std::size_t m = 0; m < all.width; ++m) {
      sums[m] += all.moments[n * all.width + m];
    }
  }
  return cells;
}

} // namespace neel::analysis
