// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How a crystal orders in mean field: the wave vector and the sublattices of what orders first, as the temperature falls. Bonds
// have the couplings of the ions on their sites on average, and each basis site has a mean spin of its own (Smart, Effective
// Field Theories of Magnetism, 1966).

#include "models/crystal/bonds_input.hpp"
#include "models/crystal/crystal_input.hpp"

#include <complex>

namespace neel::models {

/// One of several orders that are as good: spins of site b in cell R are weight[b] exp(2 pi i q.R).
struct OrderArm {
  crystal::Vector q{};
  std::vector<std::complex<double>> weight;
};

struct CrystalOrder {
  double temperature = 0;  ///< of the transition, in the run's unit; 0: nothing orders
  crystal::Vector q{};     ///< in units of the reciprocal lattice's vectors
  bool uniform = true;     ///< all sites alike
  bool degenerate = false; ///< other orders are as good
  /// Per basis site: spins of site b in cell R are weight[b] exp(2 pi i q.R), up to a factor. At most 1 in size.
  std::vector<std::complex<double>> weight;
  /// Where there are 2 to 16 as good, opposite wave vectors being one: all of them, orthonormal over a cell.
  std::vector<OrderArm> arms;
  /// Sites of a cell that they have spins on. The squares of the arms' amplitudes, averages over spins, times this add up to 1 in
  /// whatever mixture of them all spins have length 1 (to 1/2 where q turns).
  int arm_sites = 0;
};

/// `components` of a spin: 1, 2 or 3. `carries`: of each ion, that it is a magnet.
CrystalOrder crystal_order(const CrystalInput& in, const std::vector<CrystalBond>& bonds,
                           const std::vector<bool>& carries, int components);

/// "q = (1/2, 1/2, 0), A against B".
std::string describe(const CrystalOrder& order, const crystal::Crystal& c);

} // namespace neel::models
