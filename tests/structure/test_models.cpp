// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Structure factors of models: against other measurements of the same configurations, and against theory.

#include "structure/runs.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace neel;
using testing::measured;
using testing::MeasuredRun;

namespace {

/// The sum over the components' squares of a wave vector.
double total(const MeasuredRun& r, std::size_t wave, const std::vector<double>& of) {
  double sum = 0;
  for (std::size_t a = 0; a < r.layout.components(); ++a) {
    sum += of[wave * r.layout.per_wave() + a];
  }
  return sum;
}

/// The number of a displacement from basis site b to c.
std::size_t displaced(const MeasuredRun& r, std::size_t b, std::size_t c, int x, int y, int z) {
  const auto wrap = [&](int at, std::size_t a) {
    return static_cast<std::size_t>((at + r.layout.field.size[a]) % r.layout.field.size[a]);
  };
  const auto n = [&](std::size_t a) { return static_cast<std::size_t>(r.layout.field.size[a]); };
  return (b * r.layout.basis() + c) * r.layout.cells() + wrap(x, 0) + n(0) * (wrap(y, 1) + n(1) * wrap(z, 2));
}

} // namespace

TEST_CASE("structure factors of an antiferromagnet hold its order, its sum rule and its energy", "[structure]") {
  const MeasuredRun r = measured(R"(
model = {name = "heisenberg"}
lattice = {size = [6, 4, 8]}
material = {ions = ["A"], exchange = {A-A = 1.0}}
schedule = {T = 0.4, thermalize = 0, sweeps = 10}
algorithm = {systems = 2})",
                                 50, 40, 1);
  const double n = r.layout.field.sites;
  const std::size_t pi = 3 + 6 * (2 + 4 * 4); // (pi, pi, pi)
  double sum = 0, largest = 0;
  for (std::size_t w = 0; w < r.layout.waves.size(); ++w) {
    sum += total(r, w, r.spectrum.value);
    largest = w == pi ? largest : std::max(largest, total(r, w, r.spectrum.value));
  }
  CHECK(std::abs(sum / n - 1) < 1e-6); // spins are of unit length in single precision
  const double peak = total(r, pi, r.spectrum.value);
  CHECK(std::abs(peak / n - r.moment.at("staggered_squared")) < 1e-6);
  CHECK(peak > 20 * largest);
  CHECK(std::abs(total(r, 0, r.spectrum.value) / n - r.moment.at("magnetisation_squared")) < 1e-6);
  double bonds = 0;
  for (const auto& [x, y, z] : {std::array{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
    bonds += r.spectrum.correlation[displaced(r, 0, 0, x, y, z)];
  }
  CHECK(std::abs(bonds - r.moment.at("energy")) < 1e-5);
  CHECK(std::abs(r.spectrum.correlation[0] - 1) < 1e-6);
}

TEST_CASE("structure factors on a crystal have the energy of its bonds, and at high temperature mean field's form",
          "[structure][statistics]") {
  const double T = 12;
  const MeasuredRun r = measured(R"(
model = {name = "heisenberg"}
lattice = {kind = "honeycomb", size = [6, 5]}
material = {ions = ["A"]}
couplings = {bonds = [{shell = 1, J = 1.0}]}
schedule = {T = 12.0, thermalize = 0, sweeps = 10}
algorithm = {systems = 32})",
                                 5, 400, 1, 2);
  double bonds = 0;
  for (const auto& [x, y] : {std::array{0, 0}, {-1, 0}, {0, -1}}) {
    bonds += r.spectrum.correlation[displaced(r, 0, 1, x, y, 0)];
  }
  // Of the two sites of a cell, the second has its three neighbours in cells (0, 0), (1, 0), (0, 1), or all of these turned.
  double turned = 0;
  for (const auto& [x, y] : {std::array{0, 0}, {1, 0}, {0, 1}}) {
    turned += r.spectrum.correlation[displaced(r, 0, 1, x, y, 0)];
  }
  CHECK(std::min(std::abs(bonds / 2 - r.moment.at("energy")), std::abs(turned / 2 - r.moment.at("energy"))) < 1e-5);
  // S(q) = (1 - Re k) / (1 - |k|^2), k = J/3T sum over the bonds d of a site of exp(-i q.d), up to terms of order (J/T)^3 and
  // some of order (J/T)^2, all below 3 (J/3T)^2 = 0.0023.
  const int sign = std::abs(bonds / 2 - r.moment.at("energy")) < 1e-5 ? 1 : -1;
  const auto& b = r.in.lattice.basis;
  double square = 0, largest = 0;
  std::size_t beyond = 0;
  for (std::size_t w = 0; w < r.layout.waves.size(); ++w) {
    const std::array<int, 3>& q = r.layout.waves[w];
    std::complex<double> k = 0;
    for (const auto& [x, y] : {std::array{0, 0}, {-1, 0}, {0, -1}}) {
      const double turns = static_cast<double>(q[0]) / 6 * (b[1][0] - b[0][0] + sign * x) +
                           static_cast<double>(q[1]) / 5 * (b[1][1] - b[0][1] + sign * y);
      k += std::polar(1 / (3 * T), -2 * M_PI * turns);
    }
    const double expected = (1 - k.real()) / (1 - std::norm(k)), found = total(r, w, r.spectrum.value);
    double error = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      error = std::hypot(error, r.spectrum.error[w * r.layout.per_wave() + a]);
    }
    square += std::pow((found - expected) / error, 2) / static_cast<double>(r.layout.waves.size());
    beyond += std::abs(found - expected) > 5 * error + 0.0023 ? 1 : 0;
    largest = std::max(largest, error);
  }
  INFO("mean square of deviations in errors " << square << ", largest error " << largest);
  CHECK(beyond == 0);
  CHECK(square < 1.9);    // 1.07 of errors from 32 systems; about 30 of these numbers are independent: 1 sigma is 0.25
  CHECK(largest < 0.015); // Re k is up to 0.083
}

TEST_CASE("structure factors of the free field are its propagator at every wave vector", "[structure][statistics]") {
  const MeasuredRun r = measured(R"(
model = {name = "phi4"}
lattice = {size = [8, 6, 4]}
couplings = {mass_squared = 0.8, g = 0.0, inverse_cutoff = 0.0}
field = {components = 2}
schedule = {T = 1.5, thermalize = 0, sweeps = 10}
algorithm = {systems = 32})",
                                 100, 250, 4);
  double square = 0, most = 0, resolution = 0;
  const auto& f = r.layout.field;
  for (std::size_t w = 0; w < r.layout.waves.size(); ++w) {
    double momentum = 0;
    for (std::size_t a = 0; a < 3; ++a) {
      momentum += std::pow(2 * std::sin(M_PI * r.layout.waves[w][a] / f.size[a]), 2);
    }
    const double exact = 1.5 / (momentum + 0.8);
    for (std::size_t a = 0; a < 2; ++a) {
      const double found = r.spectrum.value[w * r.layout.per_wave() + a],
                   error = r.spectrum.error[w * r.layout.per_wave() + a];
      const double pull = (found - exact) / error;
      square += pull * pull / (2 * f.sites);
      most = std::max(most, std::abs(pull));
      resolution = std::max(resolution, error / exact);
    }
  }
  INFO("mean square " << square << ", largest " << most << " sigma, largest relative error " << resolution);
  CHECK(std::abs(square - 1.07) < 0.35); // of errors from 32 systems; about 200 independent numbers: 1 sigma is 0.1
  CHECK(most < 5);
  CHECK(resolution < 0.05);
}
