// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Small clusters with everything that a model has, averaged over all disorder: numerical integrals over the directions of the
// spins, and sums over all states. Written from the formulas of the energy alone; no code is shared with the kernels.

#include <array>
#include <string>
#include <vector>

namespace neel::validate {

/// Heisenberg spins of random ions, E = sum_bonds [ J S_e.S_o + D (S_e x S_o).d ] - sum_i K (S_i.k)^2 - H sum_i m S_i.h (e: the
/// even site of a bond). One number for each ion, or each pair of ions; axes of any length.
struct Alloy {
  std::vector<std::string> ions;
  std::vector<double> fraction, moment, anisotropy;
  std::vector<std::vector<double>> exchange, dm;
  std::array<double, 3> dm_axis, anisotropy_axis, field_axis;
  double field = 0;
};

/// Per site: parts of the energy, the staggered magnetisation along y, and the magnetisation of the last ion along z.
struct AlloyAverages {
  double energy, dm, anisotropy, zeeman, staggered, last_ion;
};
/// Four spins in a ring, and the eight corners of a cube; averages over all ways to place the ions. The spheres are integrated
/// by a rule that is exact up to degree 11 (V. I. Lebedev, USSR Comput. Math. Math. Phys. 15, 44 (1975)): for alloy(1) at
/// T = 1 its energies differ by 8e-7 (ring) and 3e-6 (cube) from those of rules of degree 27 and 13.
AlloyAverages alloy_ring(const Alloy& alloy, double temperature);
AlloyAverages alloy_cube(const Alloy& alloy, double temperature);

/// Energy per site and squared overlap of two replicas of the +-J glass on the 2 x 2 x 2 torus, J = +1 with probability 1/2: each
/// of its twelve pairs of neighbours has two bonds.
struct GlassAverages {
  double energy, overlap_squared;
};
GlassAverages glass_cube(double temperature);

/// Averages over all boards of a torus (20 cells at most) after so many steps of the majority automaton: fraction of pairs of
/// neighbours that differ, squared magnetisation, fraction of cells that the last step changed, and the period (1 or 2, or 0 if the
/// board has not come back yet).
struct BoardAverages {
  double walls, magnetisation_squared, blinking, period;
};
BoardAverages majority_boards(int width, int height, int steps);
/// Fraction of pairs of neighbours that differ on an infinite board, two steps after it was random: it depends on 18 cells.
double majority_walls_after_two();

/// The alloys of the cases: of one ion, of two, of three.
Alloy alloy(std::size_t ions);

/// What takes too long to work out each time; tests/validate/test_clusters.cpp does it again.
/// alloy_cube() of the first two, T = 1.
inline constexpr AlloyAverages cube_of_one{-1.15355709, -0.11805970, -0.35874928, -0.10741958, -0.05054868, 0.09663780};
inline constexpr AlloyAverages cube_of_two{-0.61828935, -0.04752049, -0.24385308, -0.09487085, -0.02524098, 0.02272425};
/// glass_cube(), T = 2.
inline constexpr GlassAverages glass_cube_at_two{-1.1137943046, 0.3148780161};
/// Fraction of pairs of neighbours that differ ten steps after a board was random, from 100 boards of 2000 x 2000 cells.
struct Simulated {
  double value, error;
};
inline constexpr Simulated majority_walls_after_ten{0.178464, 1.8e-5};

} // namespace neel::validate
