// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Spins on crystals: the kernels of networks.
#include "models/crystal/ewald.hpp"
#include "validate/case_list.hpp"
#include "validate/crystal_exact.hpp"
#include "validate/crystal_inputs.hpp"

namespace neel::validate {

namespace {

/// A ring of n sites of a cell.
std::string ring(int n, double exchange) {
  std::string all;
  for (int k = 0; k < n; ++k) {
    all += bond(static_cast<char>('A' + k), static_cast<char>('A' + (k + 1) % n), "J = " + number(exchange));
  }
  return all;
}

const char* const stiffness = "[measure]\nstiffness = true\n";

void add_exchange(CaseList& list) {
  const Length tiny = list.longer({256, 60, 180, 3}), cube = list.longer({256, 100, 400, 4});
  const double fine = list.resolution(4e-3);
  const std::string pure = "[material]\nions = [\"Fe\"]\n";
  const TwoGroups bcc = two_groups(8, 1, 2.0);
  for (const CrystalMoves& s : of_heisenberg) {
    list.add(
        {"heisenberg",
         "bcc torus of 2 x 2 x 2 cells, T = 2",
         s.name,
         input("heisenberg", named("bcc", "[2, 2, 2]"), pure, shell(1), "2.0", cube, s),
         {{"energy", bcc.energy, list.resolution(1e-2), 0, "each spin sees all eight others: integral over |A|, |B|"},
          {"order_squared", bcc.staggered_squared, list.resolution(6e-3), 0, "the same"}}});
    list.add({"heisenberg",
              "free spins with K = 0.7 and C = 0.9 in a field, T = 0.5",
              s.name,
              input("heisenberg", named("triangular", "[3, 5]"),
                    pure + "moment = 0.6\nanisotropy = 0.7\ncubic = 0.9\naxes = {anisotropy = [1, 1, 0]}\n", shell(0),
                    "0.5", tiny, s, "field = 1.5\n"),
              {{"energy", star({0.6, 0.7, 0.9, 1.5, {1, 1, 0}, {0, 0, 1}, {}}, 0.5).energy, fine, 0,
                "integral over the sphere"}}});
  }
  list.add({"heisenberg",
            "tetrahedra, T = 0.5",
            by_heat_bath.name,
            input("heisenberg", clusters(4, {"", "", "", ""}), pure,
                  ring(4, 1) + bond('A', 'C', "J = 1.0") + bond('B', 'D', "J = 1.0"), "0.5", tiny, by_heat_bath),
            {{"energy", tetrahedron(1, 0.5), fine, 0, "integral over sums of two spins"}}});
  list.add({"heisenberg",
            "rings of 4, given bond by bond, T = 1",
            by_cone.name,
            input("heisenberg", clusters(4, {"", "", "", ""}), pure, ring(4, 1), "1.0", tiny, by_cone),
            {{"energy", heisenberg_ring(4, 1, 1), fine, 0, "Joyce 1967"}}});
  for (const double exchange : {1.0, -1.0}) {
    list.add({"heisenberg",
              "crystal: ring of 6 along x, J = " + number(exchange) + ", T = 0.3",
              by_heat_bath.name,
              input("heisenberg", named("cubic", "[6]") + stiffness, pure, shell(exchange), "0.3", tiny, by_heat_bath),
              {{"energy", heisenberg_ring(6, exchange, 0.3), fine, 0, "Joyce 1967"},
               {"stiffness_x", heisenberg_ring_stiffness(6, exchange, 0.3), list.resolution(2e-2), 0,
                "characters of rotations"}}});
  }
}

/// K counts by itself, since turning all three together changes no bond; the fourth spin alone feels the field.
void add_biquadratic(CaseList& list) {
  const Length tiny = list.longer({512, 60, 180, 3});
  const auto [first, second] = biquadratic_dimer(0.6, 0.8, 0.5);
  const double k = 0.7 * easy_axis(0.7 / 0.5), fine = list.resolution(5e-3);
  const StarAverages alone = star({1, 0, 0.9, 1.2, {1, 0, 0}, {0, 0, 1}, {}}, 0.5);
  for (const CrystalMoves& s : of_heisenberg) {
    list.add({"heisenberg",
              "three in a row with J, biquadratic B and K, and one with C in a field, T = 0.5",
              s.name,
              input("heisenberg", clusters(3, {"ion = \"Fe\"", "ion = \"Cr\"", "ion = \"Cr\"", "ion = \"Mn\""}),
                    "[material]\nions = [\"Fe\", \"Cr\", \"Mn\"]\nmoment = {Fe = 1e-9, Cr = 1e-9, Mn = 1}\n"
                    "anisotropy = {Fe = 0.7, Cr = 0, Mn = 0}\ncubic = {Fe = 0, Cr = 0, Mn = 0.9}\n",
                    bond('A', 'B', "J = 0.6\nbiquadratic = 0.8") + bond('C', 'A', "J = 0.6\nbiquadratic = 0.8"), "0.5",
                    tiny, s, "field = 1.2\n"),
              {{"energy", (2 * (0.6 * first - 0.8 * second) - k + alone.energy) / 4, fine, 0,
                "integrals over an angle, and over a sphere"},
               {"energy_other_bonds", -1.6 * second / 4, fine, 0, "integral over an angle"},
               {"energy_anisotropy", (alone.anisotropy - k) / 4, fine, 0, "the same"},
               {"magnetisation_Mn_z", alone.magnetisation / 4, fine, 0, "integral over the sphere"}}});
  }
}

/// Matrices of the bonds from the middle to three ends, for each of two ions on them.
constexpr Matrix3 matrices[3][2] = {
    {{{{1.0, 0.4, -0.3}, {-0.2, 0.7, 0.5}, {0.6, -0.1, -0.9}}},
     {{{0.3, -0.8, 0.1}, {0.5, 0.2, 0.9}, {-0.4, 0.6, 0.7}}}},
    {{{{-0.5, 0.2, 0.0}, {0.3, 0.8, -0.4}, {0.1, 0.6, 0.2}}}, {{{0.9, 0.0, 0.7}, {-0.6, -0.3, 0.2}, {0.4, 0.5, 0.1}}}},
    {{{{0.2, -0.7, 0.4}, {0.6, 0.1, -0.5}, {0.3, 0.9, 0.8}}},
     {{{-0.2, 0.3, 0.5}, {0.8, 0.6, -0.1}, {0.0, -0.9, 0.4}}}}};
constexpr double end_moment[2] = {0.6, 1.4};

Star star_of(const std::array<int, 3>& ions) {
  Star s{1.0, 0.8, 0.5, 0.7, {1, 2, 0}, {0, 0, 1}, {}};
  for (std::size_t j = 0; j < 3; ++j) {
    const auto ion = static_cast<std::size_t>(ions[j]);
    s.ends.push_back({matrices[j][ion], end_moment[ion]});
  }
  return s;
}

void add_star(CaseList& list, const CrystalMoves& s, bool alloy) {
  const double t = 0.9;
  StarAverages e;
  for (int ions = 0; ions < (alloy ? 8 : 1); ++ions) { // half of the ends have the other ion
    const StarAverages one = star(star_of({ions & 1, ions >> 1 & 1, ions >> 2}), t);
    const double weight = alloy ? 0.125 : 1;
    e.energy += weight * one.energy / 4;
    e.dm += weight * one.dm / 4;
    e.other += weight * one.other / 4;
    e.anisotropy += weight * one.anisotropy / 4;
    e.magnetisation += weight * one.magnetisation / 4;
  }
  std::string bonds;
  for (std::size_t j = 0; j < 3; ++j) {
    for (std::size_t ion = 0; ion < (alloy ? 2U : 1U); ++ion) {
      bonds += bond('A', static_cast<char>('B' + j),
                    "matrix = " + text(matrices[j][ion]) + "\nions = [\"Fe\", \"" + (ion == 0 ? "Cr" : "Mn") + "\"]");
    }
  }
  const std::string end = alloy ? "ions = {Cr = 0.5, Mn = 0.5}" : "ion = \"Cr\"";
  const Length l = alloy ? list.wider({256, 40, 120, 3}) : list.longer({256, 60, 180, 3});
  const double fine = list.resolution(6e-3);
  const std::string source = "integral over the sphere of the middle";
  list.add({"heisenberg",
            std::string("stars of 4, full matrices, K, C, H, ") + (alloy ? "alloy" : "no alloy") + ", T = 0.9",
            s.name,
            input("heisenberg", clusters(4, {"ion = \"Fe\"", end, end, end}),
                  "[material]\nions = [\"Fe\", \"Cr\", \"Mn\"]\nmoment = {Fe = 1, Cr = 0.6, Mn = 1.4}\n"
                  "anisotropy = {Fe = 0.8, Cr = 0, Mn = 0}\ncubic = {Fe = 0.5, Cr = 0, Mn = 0}\n"
                  "axes = {anisotropy = [1, 2, 0], field = [0, 0, 1]}\n",
                  bonds, number(t), l, s, "field = 0.7\n"),
            {{"energy", e.energy, list.resolution(1.2e-2), 0, source},
             {"energy_dm", e.dm, fine, 0, source},
             {"energy_other_bonds", e.other, fine, 0, source},
             {"energy_anisotropy", e.anisotropy, fine, 0, source},
             {"magnetisation_z", e.magnetisation, fine, 0, source}}});
}

/// Rings and free spins of two components.
void add_xy_crystals(CaseList& list) {
  const Length tiny = list.longer({512, 60, 240, 3});
  const double fine = list.resolution(4e-3);
  for (const CrystalMoves& s : {by_metropolis, by_reflection}) {
    list.add({"xy",
              "crystal: ring of 6 along x, T = 0.5",
              s.name,
              input("xy", named("square", "[6]") + stiffness, "", shell(1), "0.5", tiny, s),
              {{"energy", planar_ring(6, 0.5), fine, 0, "Z = sum over n of I_n(J/T)^N"},
               {"stiffness_x", planar_ring_stiffness(6, 0.5), list.resolution(2e-2), 0, "N T <n^2>"}}});
    list.add({"xy",
              "rings of 3, given bond by bond, T = 0.8",
              s.name,
              input("xy", clusters(4, {"", "", ""}), "", ring(3, 1), "0.8", tiny, s),
              {{"energy", planar_ring(3, 0.8), fine, 0, "Z = sum over n of I_n(J/T)^N"}}});
    list.add({"xy",
              "free spins on a kagome lattice, H = 1.5, T = 0.8",
              s.name,
              input("xy", named("kagome", "[2, 3]"), "", shell(0), "0.8", tiny, s, "field = 1.5\n"),
              {{"magnetisation_x", planar_langevin(1.5 / 0.8), fine, 0, "I1(H/T) / I0(H/T)"}}});
  }
}

void add_ising_crystals(CaseList& list) {
  const Length small = list.longer({512, 100, 300, 3});
  const auto add = [&](const std::string& name, const std::string& where, int sites,
                       const std::vector<std::pair<int, int>>& bonds, double coupling, double t, double h,
                       const CrystalMoves& s) {
    const IsingAverages a = ising_graph(sites, bonds, coupling, t, h);
    const std::string source = "sum over all states";
    list.add({"ising",
              name + ", J = " + number(coupling) + ", H = " + number(h) + ", T = " + number(t),
              s.name,
              input("ising", where, "", shell(coupling), number(t), small, s, "field = " + number(h) + "\n"),
              {{"energy", a.energy, list.resolution(8e-3), 0, source},
               {"magnetisation", a.magnetisation, list.resolution(8e-3), 0, source},
               {"magnetisation_squared", a.squared, list.resolution(5e-3), 0, source}}});
  };
  for (const CrystalMoves& s : {by_metropolis, by_heat_bath}) {
    add("triangular torus of 4 x 4", named("triangular", "[4, 4]"), 16, triangular_bonds(4, 4), 1, 4.5, 0.4, s);
    add("triangular torus of 4 x 4", named("triangular", "[4, 4]"), 16, triangular_bonds(4, 4), -1, 1.5, 0.8, s);
    add("honeycomb torus of 3 x 3 cells", named("honeycomb", "[3, 3]"), 18, honeycomb_bonds(3, 3), 1, 2.0, 0.2, s);
  }
  list.add({"ising",
            "crystal: ring of 16, T = 1.2",
            by_heat_bath.name,
            input("ising", named("square", "[16]") + "[measure]\ncorrelation_length = true\n", "", shell(1), "1.2",
                  small, by_heat_bath),
            {{"correlation_length", ising_ring_length(16, 1.2), list.resolution(5e-2), 0,
              "<s_0 s_r> = (t^r + t^(N-r)) / (1 + t^N)"}}});
}

/// In a sphere of cubic boxes a dipole's own images have no energy, and tensors no trace.
void add_dipoles(CaseList& list) {
  const double j = 0.4, strength = 1.5, third = 1.0 / 3, side = 2;
  const models::EwaldSum ewald({{{side, 0, 0}, {0, side, 0}, {0, 0, side}}}, {third, third, third});
  Matrix3 between = ewald({0.5 * side, 0.2 * side, 0.3 * side});
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      between[a][b] = strength * between[a][b] + (a == b ? j : 0);
    }
  }
  const StarAverages e = star({1, 0, 0, 0, {1, 0, 0}, {0, 0, 1}, {{between, 1}}, {}}, 0.7);
  const Length tiny = list.longer({512, 60, 180, 3});
  const double fine = list.resolution(5e-3);
  const std::string source = "integral over the sphere, Ewald sum";
  for (const CrystalMoves& s : of_heisenberg) {
    list.add({"heisenberg",
              "two dipoles in a cubic box, T = 0.7",
              s.name,
              input("heisenberg",
                    "[lattice]\nsize = [1, 1, 1]\ncell = [[2, 0, 0], [0, 2, 0], [0, 0, 2]]\nbasis = [{name = \"A\", "
                    "position = [0, 0, 0]}, {name = \"B\", position = [0.5, 0.2, 0.3]}]\n",
                    "",
                    "[dipoles]\nstrength = " + number(strength) + "\ndemagnetisation = " +
                        input::exact(std::vector<double>(3, third)) + "\n" + bond('A', 'B', "J = " + number(j)),
                    "0.7", tiny, s),
              {{"energy", e.energy / 2, fine, 0, source}, {"energy_dipole", e.other / 2, fine, 0, source}}});
  }
}

/// On the plaquette of 2 x 2 sites.
void add_four_spin(CaseList& list) {
  const double j = 0.6, k = -0.9;
  const RingOfFour e = ring_of_four(j, k, 0.4);
  const Length tiny = list.longer({512, 60, 180, 3});
  const double fine = list.resolution(4e-3);
  const std::string source = "integral over three spins of a ring of four";
  for (const CrystalMoves& s : of_heisenberg) {
    list.add({"heisenberg",
              "ring of four with K = -0.9, T = 0.4",
              s.name,
              input("heisenberg", named("square", "[2, 2]", true), "",
                    shell(j) +
                        "[[couplings.four_spin]]\nsites = [\"A\", \"A\", \"A\", \"A\"]\n"
                        "offsets = [[0, 0], [1, 0], [1, 1], [0, 1]]\nring = " +
                        number(k) + "\n",
                    "0.4", tiny, s),
              {{"energy_exchange", e.exchange, fine, 0, source}, {"energy_four_spin", e.four_spin, fine, 0, source}}});
  }
}

} // namespace

void add_crystals(CaseList& list) {
  add_exchange(list);
  add_biquadratic(list);
  for (const CrystalMoves& s : of_heisenberg) {
    add_star(list, s, false);
    add_star(list, s, true);
  }
  add_dipoles(list);
  add_four_spin(list);
  add_xy_crystals(list);
  add_ising_crystals(list);
}

} // namespace neel::validate
