// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What is known exactly of spins on small crystals. Written from the formulas of the energy alone; no code is shared with the
// kernels.

#include "validate/exact.hpp"

#include <array>
#include <functional>
#include <utility>
#include <vector>

namespace neel::validate {

using Vector3 = std::array<double, 3>;
using Matrix3 = std::array<Vector3, 3>;

inline double product(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
/// Simpson's rule, its point k of `steps`.
inline double simpson(int k, int steps) { return k == 0 || k == steps ? 1 : (k % 2 == 1 ? 4 : 2); }

/// A Heisenberg spin S with others around it that are bound to it alone:
/// E = sum_j S.M_j S_j - K (S.k)^2 + C (x^2 y^2 + y^2 z^2 + z^2 x^2) + V(S) - H (m S + sum_j m_j S_j).h.
struct Star {
  struct End {
    Matrix3 matrix;
    double moment;
  };
  double moment = 1, anisotropy = 0, cubic = 0, field = 0;
  Vector3 anisotropy_axis{1, 0, 0}, field_axis{0, 0, 1};
  std::vector<End> ends;
  std::function<double(const Vector3&)> own{}; ///< V, if any
};

/// Sums over the star: energies, those of the antisymmetric and of the traceless symmetric part of the matrices and of K, C and V
/// by themselves; the magnetisation along z; without ends, the squared energy. Of the middle, x z.
struct StarAverages {
  double energy = 0, dm = 0, other = 0, anisotropy = 0, magnetisation = 0, squared = 0, xz = 0;
};
/// Each end sees a field, so that integrals over one sphere are left.
StarAverages star(const Star& star, double temperature);

/// <S.S'> and <(S.S')^2> of two spins, E = J S.S' - B (S.S')^2.
std::pair<double, double> biquadratic_dimer(double exchange, double biquadratic, double temperature);

/// Energy per spin of four Heisenberg spins, each bound to the three others.
double tetrahedron(double exchange, double temperature);

/// Four Heisenberg spins on a ring, E = J sum S_i.S_i+1 + K [(S1.S2)(S3.S4) + (S1.S4)(S2.S3) - (S1.S3)(S2.S4)]: both parts, per spin.
struct RingOfFour {
  double exchange, four_spin;
};
RingOfFour ring_of_four(double exchange, double four_spin, double temperature);

/// Two groups of n Heisenberg spins, each spin bound to all of the other group and to none of its own: E = J A.B, A and B their
/// sums. Energy per spin, and (A - B)^2 / (2 n)^2. The length of a sum of n unit vectors has a density that is known (Lord
/// Rayleigh, Phil. Mag. 37, 321 (1919)).
struct TwoGroups {
  double energy, staggered_squared;
};
TwoGroups two_groups(int n, double exchange, double temperature);

/// Averages per site of Ising spins on any graph of 20 sites at most, by going through all states.
IsingAverages ising_graph(int sites, const std::vector<std::pair<int, int>>& bonds, double coupling, double temperature,
                          double field);

/// Of two independent configurations of such spins: the mean of the squared overlap, 1/N^2 sum_ij <s_i s_j>^2, and of the link
/// overlap, the mean over bonds of the same.
struct OverlapAverages {
  double squared, link;
};
OverlapAverages ising_overlaps(int sites, const std::vector<std::pair<int, int>>& bonds, double coupling,
                               double temperature, double field);

/// Bonds of periodic crystals with one site and two sites in a cell.
std::vector<std::pair<int, int>> triangular_bonds(int width, int height);
std::vector<std::pair<int, int>> honeycomb_bonds(int width, int height);

} // namespace neel::validate
