// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What is known exactly of small or solvable systems. Energies in units of the coupling, k_B = 1.

#include <vector>

namespace neel::validate {

/// Averages per site of the Ising model on a width x height torus (16 sites at most) in a field, J = 1, by going through all states.
struct IsingAverages {
  double energy, magnetisation, magnitude, squared, fourth;
  double log_partition; ///< ln Z per site
};
IsingAverages ising_torus(int width, int height, double temperature, double field);

/// ln Z(T)/Z(1/T = 0) from energies: minus the integral of E over 1/T.
double log_partition(double (*energy)(double temperature), double temperature);

/// Energy per site of the Ising model on an L x L torus, L even (B. Kaufman, Phys. Rev. 76, 1232 (1949)).
double ising_torus_energy(int length, double temperature);

/// The same on L x 2 x 2 sites, periodic, so that bonds along the short axes are double: by transfer matrices.
double ising_tube_energy(int length, double temperature);

/// L(x) = coth x - 1/x: the mean of S.h for a free unit vector with weight exp(x S.h).
double langevin(double x);
/// The mean of (S.k)^2 for a unit vector with weight exp(x (S.k)^2).
double easy_axis(double x);
/// Energy of two unit vectors, E = J S.S' + D (S x S').d: given the component u of one along d, the other sees a field
/// sqrt(J^2 + D^2 (1 - u^2)).
double dimer(double exchange, double dm, double temperature);
/// Energy per spin of a ring of N classical Heisenberg spins (G. S. Joyce, Phys. Rev. 155, 478 (1967)): with K = J/T and the
/// modified spherical Bessel functions i_l, Z = sum (2l + 1) i_l(K)^N.
double heisenberg_ring(int spins, double exchange, double temperature);
/// The spin stiffness of that ring, N times the second derivative of its free energy by a twist of the ends: with an angle phi
/// between them, the 2l + 1 of the sum becomes the character sum over m from -l to l of cos(m phi).
double heisenberg_ring_stiffness(int spins, double exchange, double temperature);

/// I1(x) / I0(x): the mean of s.h for a free unit vector in the plane with weight exp(x s.h).
double planar_langevin(double x);
/// Energy per spin of a ring of N planar spins, J = 1: Z = sum over n of I_n(1/T)^N.
double planar_ring(int spins, double temperature);
/// Its helicity modulus, N T <n^2>.
double planar_ring_stiffness(int spins, double temperature);

/// Second-moment correlation length of a ring of Ising spins, J = 1: <s_0 s_r> = (t^r + t^(N - r)) / (1 + t^N), t = tanh(1/T).
double ising_ring_length(int spins, double temperature);

/// <phi^2> per site of the free field: the mean of 1 / (mu^2 + p^2 + p^4/Lambda), p^2 = sum (2 - 2 cos p), times T.
double free_field(const std::vector<int>& lengths, double mass_squared, double inverse_cutoff, double temperature);

/// High-temperature series of the energy per site of the three-dimensional +-J glass, t = tanh(1/T).
double glass_series(double temperature);
/// The same of N [<q^2>], w = t^2: 1 + 6 w + 30 w^2 + 150 w^3. Of the pairs of sites that are one, two and three steps apart, 6, 6 and
/// 6 have one shortest path, 12 and 24 have two and three, 8 have six; neighbours have four paths of three steps more.
double glass_susceptibility_series(double temperature);
/// The probability of J = +1 for which T lies on the Nishimori line, and the energy per site there in so many dimensions (H. Nishimori,
/// Prog. Theor. Phys. 66, 1169 (1981)).
double nishimori_probability(double temperature);
double nishimori_energy(double temperature, int dimensions = 3);

} // namespace neel::validate
