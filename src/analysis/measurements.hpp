// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Single measurements of states whose weights differ by exp(-beta E) alone, sorted into cells of nearly equal E, whose
// measurements share a weight. Where the temperature T is varied, beta = 1/T and E is the energy of the system. Where a
// parameter x that the energy is linear in is varied at one temperature, beta = x/T and E is the derivative of the
// energy with respect to x; it is called energy here, too.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace neel::analysis {

struct Measurements {
  std::vector<double> beta;         ///< of each state, increasing; may be negative
  std::size_t width = 0;            ///< moments per measurement
  std::vector<std::uint32_t> state; ///< of each measurement; each state has some
  std::vector<std::uint32_t> block; ///< of each measurement, for the jackknife
  std::vector<double> energy;       ///< of the whole system, or its derivative
  std::vector<double> moments;      ///< (measurement, moment)

  void add(std::uint32_t of_state, std::uint32_t in_block, double total_energy, std::span<const double> row) {
    state.push_back(of_state);
    block.push_back(in_block);
    energy.push_back(total_energy);
    moments.insert(moments.end(), row.begin(), row.end());
  }
};

/// Which cell each measurement is in. A cell is at most 1/128 as wide as the thermal fluctuation of the energy in any
/// state that has a measurement in it, so that the weights within it differ by less than the statistics can tell; equal
/// energies are always in one cell, and where energies are few (small discrete systems) nothing is approximated.
struct Partition {
  double origin = 0;               ///< mean energy of all measurements
  std::vector<double> energy;      ///< mean energy of each cell, less the origin; increasing
  std::vector<std::uint32_t> cell; ///< of each measurement
};
Partition partition(const Measurements& all);

inline constexpr std::uint32_t no_block = std::numeric_limits<std::uint32_t>::max();

/// Sums over the measurements of each cell and of each state, one block left out (or none: no_block).
struct Cells {
  double origin = 0;
  std::vector<double> energy; ///< of each cell, less the origin
  std::vector<double> number; ///< of measurements in each cell
  std::size_t width = 0;
  std::vector<double> sums;         ///< (cell, moment)
  std::vector<double> state_number; ///< of measurements in each state
  std::vector<double> mean_energy;  ///< of each state, less the origin
  std::vector<double> variance;     ///< of the energy in each state
};
Cells gather(const Measurements& all, const Partition& partition, std::uint32_t without);

} // namespace neel::analysis
