// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Spins whose magnetisation keeps its direction: constrained Monte Carlo.
#include "validate/constrained_exact.hpp"
#include "validate/crystal_inputs.hpp"

namespace neel::validate {

namespace {

std::string constraint_table(const ConstrainedSpins& s) {
  return "[constraint]\ntheta = " + number(s.theta) + "\nphi = " + number(s.phi) + "\n";
}

/// All of a system per spin, and the torque, whose part along M is zero.
std::vector<Expectation> expected_of(const ConstrainedSpins& s, double temperature, int steps, double fine) {
  const ConstrainedAverages e = constrained(s, temperature, steps);
  const auto n = static_cast<double>(s.moments.size());
  const std::string source = "integral over all configurations, turned";
  return {{"energy", e.energy / n, fine, 0, source},
          {"magnetisation_magnitude", e.magnetisation / n, fine, 0, source},
          {"torque_x", e.torque[0] / n, fine, 0, source},
          {"torque_y", e.torque[1] / n, fine, 0, source},
          {"torque_z", e.torque[2] / n, fine, 0, source}};
}

/// E = -J S.S' - K z^2 - K' z'^2 - H (m z + m' z') and a cubic energy of the first, with or without moments that differ.
void add_constrained_pairs(CaseList& list, const CrystalMoves& s) {
  const Length tiny = list.longer({512, 100, 400, 2});
  const double fine = list.resolution(4e-3);
  for (const double moment : {1.0, 0.6}) {
    const auto energy = [&](const std::vector<Vector3>& all) {
      const double x = all[0][0] * all[0][0], y = all[0][1] * all[0][1], z = all[0][2] * all[0][2];
      return -0.6 * product(all[0], all[1]) - 0.9 * z - 0.5 * all[1][2] * all[1][2] + 1.2 * (x * y + y * z + z * x) -
             0.4 * (all[0][2] + moment * all[1][2]);
    };
    const ConstrainedSpins pair{{1, moment}, energy, moment < 1 ? 65.0 : 30.0, moment < 1 ? 20.0 : 0.0};
    list.add(
        {"heisenberg", "two spins, M held at theta = " + number(pair.theta) + ", T = 0.5", s.name,
         input(
             "heisenberg", clusters(1, {"ion = \"Fe\"", "ion = \"Cr\""}),
             "[material]\nions = [\"Fe\", \"Cr\"]\nmoment = {Fe = 1, Cr = " + number(moment) +
                 "}\nanisotropy = {Fe = 0.9, Cr = 0.5}\ncubic = {Fe = 1.2, Cr = 0}\naxes = {anisotropy = [0, 0, 1]}\n",
             bond('A', 'B', "J = -0.6"), "0.5", tiny, s, "field = 0.4\n" + constraint_table(pair)),
         expected_of(pair, 0.5, 400, fine)});
  }
}

/// Three in a row with DM vectors and the axis k; one of them has more moment than the two others.
void add_constrained_row(CaseList& list, const CrystalMoves& s) {
  const Length tiny = list.longer({512, 100, 400, 2});
  const double fine = list.resolution(4e-3), third = 1.0 / 3;
  const Vector3 k{third, 2 * third, 2 * third};
  const ConstrainedSpins row{{2, 0.8, 0.5},
                             [&](const std::vector<Vector3>& all) {
                               double e = 0;
                               for (const auto& [a, b] : {std::pair(0, 1), std::pair(1, 2)}) {
                                 const Vector3 &u = all[static_cast<std::size_t>(a)],
                                               &v = all[static_cast<std::size_t>(b)];
                                 e += -0.5 * product(u, v) + 0.4 * (u[0] * v[1] - u[1] * v[0]);
                               }
                               return e - 0.8 * product(all[1], k) * product(all[1], k);
                             },
                             50,
                             -35};
  list.add({"heisenberg", "three spins in a row, M held at theta = 50, T = 0.6", s.name,
            input("heisenberg", clusters(1, {"ion = \"Fe\"", "ion = \"Cr\"", "ion = \"Mn\""}),
                  "[material]\nions = [\"Fe\", \"Cr\", \"Mn\"]\nmoment = {Fe = 2, Cr = 0.8, Mn = 0.5}\n"
                  "anisotropy = {Fe = 0, Cr = 0.8, Mn = 0}\naxes = {anisotropy = [1, 2, 2]}\n",
                  bond('A', 'B', "J = -0.5\ndm = [0, 0, 0.4]") + bond('B', 'C', "J = -0.5\ndm = [0, 0, 0.4]"), "0.6",
                  tiny, s, constraint_table(row)),
            expected_of(row, 0.6, 20, fine)});
}

} // namespace

void add_constraint(CaseList& list) {
  for (const CrystalMoves& s : {by_metropolis, by_cone}) {
    add_constrained_pairs(list, s);
    add_constrained_row(list, s);
  }
}

} // namespace neel::validate
