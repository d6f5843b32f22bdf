// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The formulas that validation compares with, against values worked out elsewhere. That rows pass is what neel validate
// tests; that they fail where they must, tests/mutation.
#include "validate/crystal_exact.hpp"
#include "validate/exact.hpp"
#include "validate/kernels.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

using namespace neel::validate;
using Catch::Matchers::WithinAbs;

TEST_CASE("exact values are those known", "[validate]") {
  const double tc = 2.269185314213;
  CHECK_THAT(ising_torus_energy(4, tc), WithinAbs(-1.5656237876, 2e-10));
  CHECK_THAT(ising_torus_energy(8, tc), WithinAbs(-1.4915891074, 2e-10));
  CHECK_THAT(ising_torus_energy(32, tc), WithinAbs(-1.4336584661, 2e-10));
  CHECK_THAT(ising_torus_energy(8, 2.0), WithinAbs(-1.7456831703, 2e-10));
  const IsingAverages a = ising_torus(4, 4, 2.0, 0);
  CHECK_THAT(a.energy, WithinAbs(ising_torus_energy(4, 2.0), 1e-9));
  CHECK_THAT(a.magnitude, WithinAbs(0.91894327, 1e-8));
  CHECK_THAT(a.squared, WithinAbs(0.86892168, 1e-8));
  CHECK_THAT(a.fourth, WithinAbs(0.80453008, 1e-8));
  CHECK_THAT(a.magnetisation, WithinAbs(0, 1e-12));
  const double t = std::tanh(1 / 1.5); // a ring, each of whose spins is its own neighbour along y
  CHECK_THAT(ising_torus(4, 1, 1.5, 0).energy, WithinAbs(-1 - (t + t * t * t) / (1 + t * t * t * t), 1e-12));
  CHECK_THAT(dimer(1, 0.5, 1), WithinAbs(-0.36181021, 1e-8));
  CHECK_THAT(dimer(1, 0.0214, 0.5), WithinAbs(-0.53744986, 1e-8));
  CHECK_THAT(heisenberg_ring(4, 1, 0.5), WithinAbs(-0.60589157, 1e-8));
  CHECK_THAT(heisenberg_ring(4, 1, 1), WithinAbs(-0.33783780, 1e-8));
  CHECK_THAT(heisenberg_ring(4, 1, 2), WithinAbs(-0.16814098, 1e-8));
  CHECK_THAT(easy_axis(0.1), WithinAbs(0.34230572, 1e-8));
  CHECK_THAT(easy_axis(5), WithinAbs(0.76426622, 1e-8));
  CHECK_THAT(langevin(3), WithinAbs(1 / std::tanh(3.0) - 1.0 / 3, 1e-15));
  CHECK_THAT(free_field({16, 16}, 0.25, 2, 1), WithinAbs(0.1373368579, 1e-10));
  CHECK_THAT(free_field({32, 32, 32}, 0.25, 2, 1), WithinAbs(0.0384112340, 1e-10));
  CHECK_THAT(free_field({8, 8, 8}, 1, 0.5, 2), WithinAbs(2 * 0.0681663963, 1e-9));
  CHECK_THAT(glass_series(4), WithinAbs(-0.734136, 1e-6));
  CHECK_THAT(nishimori_energy(1.3), WithinAbs(-3 * (2 * nishimori_probability(1.3) - 1), 1e-12));
}

TEST_CASE("exact values of small crystals agree with one another", "[validate]") {
  CHECK_THAT(two_groups(2, 1, 0.5).energy, WithinAbs(heisenberg_ring(4, 1, 0.5), 1e-6)); // two and two: a ring
  CHECK_THAT(two_groups(8, 1, 1e4).staggered_squared, WithinAbs(1.0 / 16, 1e-4));
  CHECK_THAT(tetrahedron(1, 1e3), WithinAbs(-0.5e-3, 1e-6)); // -z J^2 / (6 T), z = 3
  CHECK_THAT(biquadratic_dimer(1, 0, 0.7).first, WithinAbs(-langevin(1 / 0.7), 1e-10));
  const Matrix3 with_dm{{{1, 0, 0.5}, {0, 1, 0}, {-0.5, 0, 1}}}; // J S.S' + D (S x S').y, D = -0.5
  const StarAverages one = star({1, 0, 0, 0, {1, 0, 0}, {0, 0, 1}, {{with_dm, 1}}}, 1);
  CHECK_THAT(one.energy, WithinAbs(dimer(1, 0.5, 1), 1e-8));
  CHECK_THAT(star({1, 1, 0, 0, {1, 2, 3}, {0, 0, 1}, {}}, 0.4).anisotropy, WithinAbs(-easy_axis(2.5), 1e-8));
  std::vector<std::pair<int, int>> square;
  for (int n = 0; n < 16; ++n) {
    square.emplace_back(n, n / 4 * 4 + (n + 1) % 4);
    square.emplace_back(n, (n + 4) % 16);
  }
  CHECK_THAT(ising_graph(16, square, 1, 2.5, 0.2).energy, WithinAbs(ising_torus(4, 4, 2.5, 0.2).energy, 1e-12));
  CHECK_THAT(ising_graph(16, triangular_bonds(4, 4), 1, 0.1, 0).energy, WithinAbs(-3, 1e-12));
  CHECK_THAT(ising_graph(18, honeycomb_bonds(3, 3), 1, 0.1, 0).energy, WithinAbs(-1.5, 1e-12));
  CHECK_THAT(planar_ring_stiffness(6, 0.02), WithinAbs(1, 0.02)); // J at T = 0
  CHECK_THAT(ising_ring_length(64, 1.0),
             WithinAbs(std::sqrt(1 / (std::pow(2 * std::sinh(-0.5 * std::log(std::tanh(1.0))), 2))),
                       1e-6)); // S(k) a Lorentzian in 2 sin(k/2)
}

TEST_CASE("the threshold leaves one chance in a thousand to all rows together", "[validate]") {
  CHECK_THAT(threshold(1), WithinAbs(3.2905, 1e-4));
  CHECK_THAT(threshold(50), WithinAbs(4.2649, 1e-4));
}

TEST_CASE("every kernel is in a row, of the short validation too", "[validate]") {
  const std::vector<Case> all = cases(true), usual = cases(false);
  CHECK(usual.size() < all.size());
  for (const Case& c : all) {
    INFO(c.input);
    neel::input::Reader in = neel::input::Reader::from_text(c.input, c.name);
    neel::input::RunInput run;
    CHECK_NOTHROW(neel::models::read_input(in, run));
  }
  std::vector<std::string> in_rows;
  for (const Case& c : usual) {
    for (const std::string& kernel : kernels_of(c)) {
      in_rows.push_back(kernel);
    }
  }
  const std::vector<std::string> known = kernels();
  for (const std::string& kernel : known) {
    INFO(kernel);
    CHECK(std::find(in_rows.begin(), in_rows.end(), kernel) != in_rows.end());
  }
  for (const std::string& kernel : in_rows) {
    INFO(kernel);
    CHECK(std::find(known.begin(), known.end(), kernel) != known.end());
  }
}

TEST_CASE("no two cases have the same random numbers", "[validate]") {
  std::set<std::string> seeds;
  const std::vector<Case> all = cases(true);
  for (const Case& c : all) {
    const std::size_t at = c.input.find("seed = ", c.input.find("[algorithm]"));
    seeds.insert(c.model + c.input.substr(at, c.input.find('\n', at) - at));
  }
  CHECK(seeds.size() == all.size());
}

TEST_CASE("a row fails that is off, or says nothing", "[validate]") {
  const Expectation expected{"energy", -1.0, 0.01, 0, ""};
  CHECK(Row{expected, -1.02, 0.005}.passed(4.3));
  CHECK_FALSE(Row{expected, -1.022, 0.005}.passed(4.3));
  CHECK_FALSE(Row{expected, -0.978, 0.005}.passed(4.3));
  CHECK_FALSE(Row{expected, -1.0, 0.011}.passed(4.3));
  CHECK_FALSE(Row{expected, std::nan(""), 0.005}.passed(4.3));
  CHECK_FALSE(Row{expected, -1.0, std::nan("")}.passed(4.3));
  Expectation measured_elsewhere = expected;
  measured_elsewhere.exact_error = 0.005;
  CHECK(Row{measured_elsewhere, -1.022, 0.005}.passed(4.3));
}
