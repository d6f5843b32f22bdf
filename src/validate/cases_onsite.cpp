// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Spins on crystals with energies of sixth order by themselves: kernels of their own.
#include "validate/crystal_inputs.hpp"

#include <cmath>

namespace neel::validate {

namespace {

constexpr Matrix3 frame{{{0.6, 0.8, 0}, {-0.8, 0.6, 0}, {0, 0, 1}}},
    tensor{{{0.5, 0.3, -0.2}, {0.3, -0.4, 0.1}, {-0.2, 0.1, 0.2}}};
const char* const stevens = "{B21 = 0.3, B43 = -0.4, B4-4 = 0.2, B60 = 0.03, B65 = 0.35, B6-6 = -0.3}";

/// Along k = (1, 1, 0): K, K4 and K6.
double along_axis(const Vector3& s) {
  const double c = (s[0] + s[1]) * (s[0] + s[1]) / 2;
  return -0.7 * c + 0.6 * c * c - 0.8 * c * c * c;
}
/// C and A, along the axes of the frame.
double of_tensor(const Vector3& s) {
  const double v[3] = {0.6 * s[0] + 0.8 * s[1], -0.8 * s[0] + 0.6 * s[1], s[2]};
  double e = 0.9 * (v[0] * v[0] * v[1] * v[1] + v[1] * v[1] * v[2] * v[2] + v[2] * v[2] * v[0] * v[0]);
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      e += v[a] * tensor[a][b] * v[b];
    }
  }
  return e;
}
/// B, along these axes.
double of_stevens(const Vector3& s) {
  const double x = 0.6 * s[0] + 0.8 * s[1], y = -0.8 * s[0] + 0.6 * s[1], z = s[2], a = x * x, b = y * y, c = z * z;
  return 0.3 * x * z - 0.4 * z * x * (a - 3 * b) + 0.2 * 4 * x * y * (a - b) +
         0.03 * (231 * c * c * c - 315 * c * c + 105 * c - 5) + 0.35 * z * x * (a * a - 10 * a * b + 5 * b * b) -
         0.3 * x * y * (6 * a * a - 20 * a * b + 6 * b * b);
}
double every_term(const Vector3& s) { return along_axis(s) + of_tensor(s) + of_stevens(s); }

std::string framed(const char* ion) { return std::string("ion = \"") + ion + "\", frame = " + text(frame); }
/// Of all ions, or of one.
std::string every_key(const std::string& ion = "") {
  const auto of_ion = [&](const std::string& value) { return ion.empty() ? value : "{" + ion + " = " + value + "}"; };
  const auto of_each = [&](const std::string& value) {
    return ion.empty() ? value : "{" + ion + " = " + value + ", Cr = 0, Mn = 0}";
  };
  return "anisotropy = " + of_each("0.7") + "\nanisotropy_4 = " + of_each("-0.6") +
         "\nanisotropy_6 = " + of_each("0.8") + "\ncubic = " + of_each("0.9") + "\ntensor = " + of_ion(text(tensor)) +
         "\nstevens = " + of_ion(stevens) + "\naxes = {anisotropy = [1, 1, 0]}\n";
}

void add_free(CaseList& list, const CrystalMoves& s) {
  const Length tiny = list.longer({512, 60, 180, 3});
  const double fine = list.resolution(5e-3);
  Case c{"heisenberg",
         "free spins with all energies of single spins in a field, T = 1, 0.4",
         s.name,
         input("heisenberg", clusters(8, {framed("Fe")}), "[material]\nions = [\"Fe\"]\nmoment = 0.6\n" + every_key(),
               "[measure.observables]\nxz = \"mean(Sx * Sz)\"\n" + shell(0), "[1.0, 0.4]", tiny, s, "field = 1.5\n"),
         {}};
  for (std::size_t k = 0; k < 2; ++k) {
    const double t = k == 0 ? 1 : 0.4;
    const StarAverages e = star({0.6, 0, 0, 1.5, {1, 0, 0}, {0, 0, 1}, {}, every_term}, t);
    const std::string source = "T = " + number(t) + ": integral over the sphere";
    c.expectations.push_back({"energy", e.energy, fine, k, source});
    c.expectations.push_back({"energy_anisotropy", e.anisotropy, fine, k, source});
    c.expectations.push_back(
        {"specific_heat", (e.squared - e.energy * e.energy) / (t * t), list.resolution(2e-2), k, source});
    c.expectations.push_back({"magnetisation_z", e.magnetisation, fine, k, source});
    c.expectations.push_back({"xz", e.xz, fine, k, source});
  }
  list.add(c);
}

/// Stars whose middle has all terms, and whose ends are one ion or drawn from two.
void add_stars(CaseList& list, const CrystalMoves& s, bool alloy) {
  const Matrix3 to_ends[2] = {{{{1.0, 0.4, -0.3}, {-0.2, 0.7, 0.5}, {0.6, -0.1, -0.9}}},
                              {{{0.3, -0.8, 0.1}, {0.5, 0.2, 0.9}, {-0.4, 0.6, 0.7}}}};
  const double t = 0.6, moments[2] = {0.6, 1.4};
  StarAverages e;
  for (std::size_t one = 0; one < (alloy ? 2U : 1U); ++one) {
    for (std::size_t two = 0; two < (alloy ? 2U : 1U); ++two) {
      const StarAverages here = star({1,
                                      0,
                                      0,
                                      0.7,
                                      {1, 0, 0},
                                      {0, 0, 1},
                                      {{to_ends[one], moments[one]}, {to_ends[two], moments[two]}},
                                      every_term},
                                     t);
      const double weight = (alloy ? 0.25 : 1) / 3;
      e.energy += weight * here.energy;
      e.dm += weight * here.dm;
      e.anisotropy += weight * here.anisotropy;
      e.magnetisation += weight * here.magnetisation;
    }
  }
  std::string bonds;
  for (const char end : {'B', 'C'}) {
    for (std::size_t ion = 0; ion < (alloy ? 2U : 1U); ++ion) {
      bonds +=
          bond('A', end, "matrix = " + text(to_ends[ion]) + "\nions = [\"Fe\", \"" + (ion == 0 ? "Cr" : "Mn") + "\"]");
    }
  }
  const std::string end = alloy ? "ions = {Cr = 0.5, Mn = 0.5}" : "ion = \"Cr\"";
  const Length l = alloy ? list.wider({512, 40, 120, 3}) : list.longer({512, 60, 180, 3});
  const double fine = list.resolution(6e-3);
  const std::string source = "integral over the sphere of the middle";
  list.add(
      {"heisenberg",
       std::string("stars of 3 with all energies of single spins, ") + (alloy ? "alloy" : "no alloy") + ", T = 0.6",
       s.name,
       input("heisenberg", clusters(4, {framed("Fe"), end, end}),
             "[material]\nions = [\"Fe\", \"Cr\", \"Mn\"]\nmoment = {Fe = 1, Cr = 0.6, Mn = 1.4}\n" + every_key("Fe"),
             bonds, number(t), l, s, "field = 0.7\n"),
       {{"energy", e.energy, list.resolution(1.2e-2), 0, source},
        {"energy_dm", e.dm, fine, 0, source},
        {"energy_anisotropy", e.anisotropy, fine, 0, source},
        {"magnetisation_z", e.magnetisation, fine, 0, source}}});
}

/// The middle's terms count by themselves, since turning all three together changes no bond; the fourth spin alone feels the
/// field.
void add_row(CaseList& list, const CrystalMoves& s) {
  const Length tiny = list.longer({512, 60, 180, 3});
  const auto [first, second] = biquadratic_dimer(0.6, 0.8, 0.5);
  const StarAverages middle = star({0, 0, 0, 0, {1, 0, 0}, {0, 0, 1}, {}, of_stevens}, 0.5),
                     alone = star({1, 0, 0, 1.2, {1, 0, 0}, {0, 0, 1}, {}, of_tensor}, 0.5);
  const double fine = list.resolution(5e-3);
  const std::string source = "integrals over an angle, and over spheres";
  list.add({"heisenberg",
            "three in a row with J, biquadratic B and Stevens functions, and one with a tensor in a field, T = 0.5",
            s.name,
            input("heisenberg", clusters(3, {framed("Fe"), "ion = \"Cr\"", "ion = \"Cr\"", framed("Mn")}),
                  "[material]\nions = [\"Fe\", \"Cr\", \"Mn\"]\nmoment = {Fe = 1e-9, Cr = 1e-9, Mn = 1}\n"
                  "cubic = {Fe = 0, Cr = 0, Mn = 0.9}\ntensor = {Mn = " +
                      text(tensor) + "}\nstevens = {Fe = " + stevens + "}\n",
                  bond('A', 'B', "J = 0.6\nbiquadratic = 0.8") + bond('C', 'A', "J = 0.6\nbiquadratic = 0.8"), "0.5",
                  tiny, s, "field = 1.2\n"),
            {{"energy", (2 * (0.6 * first - 0.8 * second) + middle.energy + alone.energy) / 4, fine, 0, source},
             {"energy_other_bonds", -1.6 * second / 4, fine, 0, "integral over an angle"},
             {"energy_anisotropy", (alone.anisotropy + middle.anisotropy) / 4, fine, 0, source},
             {"magnetisation_Mn_z", alone.magnetisation / 4, fine, 0, source}}});
}

} // namespace

void add_onsite(CaseList& list) {
  for (const CrystalMoves& s : of_heisenberg) {
    add_free(list, s);
    add_stars(list, s, false);
    add_stars(list, s, true);
    add_row(list, s);
  }
}

} // namespace neel::validate
