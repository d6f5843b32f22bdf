// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Constrained Monte Carlo: the direction stays, moves and torques against quadrature that knows no moves.

#include "testing/program_run.hpp"
#include "testing/sigma.hpp"
#include "validate/constrained_exact.hpp"
#include "validate/coverage.hpp"

#include <neel/models/onsite.hpp>
#include <neel/random/philox.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <bit>
#include <cmath>
#include <numbers>

using namespace neel;
using Run = testing::ProgramRun;
using validate::ConstrainedAverages;
using validate::ConstrainedSpins;
using validate::product;
using validate::Vector3;

namespace {

std::string input_of(const std::string& where, const std::string& material, double theta, double phi,
                     const std::string& update, int systems, double t, const std::string& bonds) {
  return "[model]\nname = \"heisenberg\"\n[lattice]\n" + where + "[material]\n" + material +
         "[constraint]\ntheta = " + input::exact(theta) + "\nphi = " + input::exact(phi) +
         "\n[schedule]\nT = " + input::exact(t) +
         "\nthermalize = 0\nsweeps = 10\n[algorithm]\nsystems = " + std::to_string(systems) + "\nupdate = " + update +
         "\n" + bonds;
}

std::string basis(const std::vector<std::string>& ions) {
  std::string all;
  for (std::size_t k = 0; k < ions.size(); ++k) {
    all += (k == 0 ? "{name = \"" : ", {name = \"") + std::string(1, static_cast<char>('A' + k)) +
           "\", position = [0." + std::to_string(k) + ", 0, 0], ion = \"" + ions[k] + "\"}";
  }
  return "size = [1]\ncell = [[10, 0, 0], [0, 10, 0], [0, 0, 10]]\nbasis = [" + all + "]\n";
}
std::string bond(char from, char to, const std::string& coupling) {
  return std::string("[[couplings.bonds]]\nfrom = \"") + from + "\"\nto = \"" + to + "\"\noffset = [0, 0, 0]\n" +
         coupling + "\n";
}

/// Energy, |M| and torque of 256 systems against quadrature, per spin.
void compare(const std::string& text, const ConstrainedAverages& exact, double resolution) {
  constexpr int systems = 256, measurements = 100;
  const Run run(text);
  run.sweep(0, 100);
  const std::vector<std::string> names{"energy", "magnetisation_magnitude", "torque_x", "torque_y", "torque_z"};
  std::vector<std::vector<double>> sums(systems, std::vector<double>(names.size()));
  std::vector<std::size_t> of;
  for (const std::string& name : names) {
    of.push_back(run.moment(name));
  }
  for (std::uint64_t n = 0; n < measurements; ++n) {
    run.sweep(100 + 3 * n, 103 + 3 * n);
    run.simulation->measure();
    run.simulation->collect([&](int system, std::span<const double> raw) {
      for (std::size_t k = 0; k < of.size(); ++k) {
        sums[static_cast<std::size_t>(system)][k] += raw[of[k]] / measurements;
      }
    });
  }
  statistics::Bins bins(names.size(), systems);
  for (const auto& one : sums) {
    bins.add(one);
  }
  const auto spins = static_cast<double>(run.simulation->sites());
  const double values[] = {exact.energy, exact.magnetisation, exact.torque[0], exact.torque[1], exact.torque[2]};
  for (std::size_t k = 0; k < names.size(); ++k) {
    testing::check_sigma(names[k], statistics::jackknife(bins, [&](std::span<const double> x) { return x[k]; }),
                         values[k] / spins, resolution);
  }
}

/// Two spins with E = J S.S' - K z^2 - K' z'^2 + C of the first.
struct Pair {
  double exchange, moment, theta, phi;

  static constexpr double temperature = 0.5;
  ConstrainedSpins spins() const {
    return {{1, moment},
            [j = exchange](const std::vector<Vector3>& all) {
              const Vector3 &s = all[0], &t = all[1];
              const double x = s[0] * s[0], y = s[1] * s[1], z = s[2] * s[2];
              return j * product(s, t) - 0.9 * z - 0.5 * t[2] * t[2] + 0.7 * (x * y + y * z + z * x);
            },
            theta,
            phi};
  }
  std::string input(const std::string& update) const {
    return input_of(basis({"Fe", "Cr"}),
                    "ions = [\"Fe\", \"Cr\"]\nmoment = {Fe = 1, Cr = " + input::exact(moment) +
                        "}\nanisotropy = {Fe = 0.9, Cr = 0.5}\ncubic = {Fe = 0.7, Cr = 0}\naxes = {anisotropy = [0, 0, "
                        "1]}\n",
                    theta, phi, update, 256, temperature, bond('A', 'B', "J = " + input::exact(exchange)));
  }
};

/// Three in a row, with DM vectors and an axis of the middle one.
ConstrainedSpins row(double theta, double phi) {
  return {{2, 0.8, 0.5},
          [](const std::vector<Vector3>& all) {
            double e = 0;
            for (std::size_t a = 0; a < 2; ++a) {
              const Vector3 &u = all[a], &v = all[a + 1];
              e += -0.5 * product(u, v) + 0.4 * (u[0] * v[1] - u[1] * v[0]);
            }
            const double along = (all[1][0] + 2 * all[1][1] + 2 * all[1][2]) / 3;
            return e - 0.8 * along * along;
          },
          theta,
          phi};
}

const std::string alloy = "cell = [[1, 0, 0], [0.2, 1.3, 0], [0, 0.1, 1.7]]\nsize = [5, 3, 2]\n"
                          "basis = [{name = \"A\", position = [0, 0, 0], ions = {Fe = 0.6, Cr = 0.4}}, "
                          "{name = \"B\", position = [0.4, 0.5, 0.3], ions = {Fe = 0.5, Vac = 0.5}}]\n",
                  ions = "ions = [\"Fe\", \"Cr\", \"Vac\"]\nmoment = {Fe = 1, Cr = 0.6, Vac = 0}\n"
                         "anisotropy = {Fe = 0.3, Cr = 0, Vac = 0}\n";

Run run_of_alloy() {
  return Run(input_of(alloy, ions, 50, 100, "[\"metropolis\", \"cone:2\"]", 3, 0.8, bond('A', 'B', "J = -0.5")));
}

/// The part of M across n, of a system of the alloy.
double across(const Run& run, int system) {
  const run::Configuration c = run.simulation->configuration(system);
  const double moments[] = {0, 1, 0.6}, degree = std::numbers::pi / 180; // by label
  const Vector3 n{std::sin(50 * degree) * std::cos(100 * degree), std::sin(50 * degree) * std::sin(100 * degree),
                  std::cos(50 * degree)};
  Vector3 m{};
  for (std::size_t site = 0; site < c.labels.size(); ++site) {
    for (std::size_t k = 0; k < 3 && c.labels[site] <= 2; ++k) {
      m[k] += moments[c.labels[site]] * c.values[3 * site + k];
    }
  }
  const double along = product(m, n);
  CHECK(along > 0);
  Vector3 rest = m;
  for (std::size_t k = 0; k < 3; ++k) {
    rest[k] -= along * n[k];
  }
  return std::sqrt(product(rest, rest));
}

} // namespace

TEST_CASE("derivatives of energies of sixth order", "[constraint]") {
  for (std::uint32_t draw = 0; draw < 20; ++draw) {
    const random::Stream stream(5, random::Purpose::start, draw, 0);
    models::SixthOrder::Coefficients c{};
    for (std::uint32_t k = 0; k < c.size(); ++k) {
      c[k] = random::uniform_symmetric(stream(k).a);
    }
    const auto v = std::bit_cast<models::SixthOrder>(c);
    const models::Spin s = models::uniform_on_sphere(stream(100).a, stream(100).b);
    const auto energy = [&](int axis, double by) { // off the sphere, too
      double e = 0;
      for (std::size_t k = 0; k < c.size(); ++k) {
        const auto& p = models::SixthOrder::powers[k];
        e += double{c[k]} * std::pow(s.x + (axis == 0 ? by : 0), p.x) * std::pow(s.y + (axis == 1 ? by : 0), p.y) *
             std::pow(s.z + (axis == 2 ? by : 0), p.z);
      }
      return e;
    };
    const models::DoubleVector slope = v.gradient(models::exact(s));
    const double found[] = {slope.x, slope.y, slope.z};
    for (int axis = 0; axis < 3; ++axis) {
      constexpr double h = 1e-4;
      CHECK(found[axis] == Catch::Approx((energy(axis, h) - energy(axis, -h)) / (2 * h)).margin(1e-6));
    }
  }
}

TEST_CASE("the torque is minus the derivative of the free energy", "[constraint]") {
  constexpr double degree = std::numbers::pi / 180, step = 0.02;
  const auto check = [&](const auto& of, double temperature, int steps) {
    const auto log_z = [&](double by_theta, double by_phi) {
      return validate::constrained(of(40 + by_theta, 25 + by_phi), temperature, steps).log_z;
    };
    const Vector3 torque = validate::constrained(of(40, 25), temperature, steps).torque;
    const double of_theta = -std::sin(25 * degree) * torque[0] + std::cos(25 * degree) * torque[1],
                 width = 2 * step * degree;
    CHECK(of_theta == Catch::Approx(temperature * (log_z(step, 0) - log_z(-step, 0)) / width).epsilon(1e-4));
    CHECK(torque[2] == Catch::Approx(temperature * (log_z(0, step) - log_z(0, -step)) / width).epsilon(1e-4));
  };
  check([](double theta, double phi) { return Pair{-0.6, 0.6, theta, phi}.spins(); }, 0.5, 200);
  check(row, 0.6, 16);
}

TEST_CASE("two spins whose magnetisation keeps its direction", "[constraint][statistics]") {
  // Of moments that differ, the order of mean field has a magnetisation whatever the sign of J.
  const std::pair<const char*, Pair> runs[] = {{"\"metropolis\"", {-0.6, 1, 0, 0}},
                                               {"\"cone\"", {-0.6, 0.6, 35, 20}},
                                               {"\"metropolis\"", {0.4, 0.6, 90, -70}},
                                               {"[\"cone\", \"metropolis\"]", {0.4, 1.3, 160, 10}}};
  for (const auto& [update, pair] : runs) {
    INFO(update << ", J = " << pair.exchange << ", moment " << pair.moment << ", theta = " << pair.theta);
    compare(pair.input(update), validate::constrained(pair.spins(), Pair::temperature, 400), 6e-3);
  }
}

TEST_CASE("three spins whose magnetisation keeps its direction", "[constraint][statistics]") {
  for (const double theta : {20.0, 75.0}) {
    const char* const update = theta < 30 ? "\"metropolis\"" : "\"cone\"";
    INFO(update << ", theta = " << theta);
    compare(input_of(basis({"Fe", "Cr", "Mn"}),
                     "ions = [\"Fe\", \"Cr\", \"Mn\"]\nmoment = {Fe = 2, Cr = 0.8, Mn = 0.5}\n"
                     "anisotropy = {Fe = 0, Cr = 0.8, Mn = 0}\naxes = {anisotropy = [1, 2, 2]}\n",
                     theta, -35, update, 256, 0.6,
                     bond('A', 'B', "J = -0.5\ndm = [0, 0, 0.4]") + bond('B', 'C', "J = -0.5\ndm = [0, 0, 0.4]")),
            validate::constrained(row(theta, -35), 0.6, 24), 6e-3);
  }
}

TEST_CASE("the direction stays to the rounding of one spin", "[constraint]") {
  const Run run = run_of_alloy();
  std::uint64_t done = 0;
  for (const std::uint64_t sweeps : {0, 1, 100, 20000}) {
    run.sweep(done, sweeps);
    done = sweeps;
    for (int system = 0; system < 3; ++system) {
      CHECK(across(run, system) < 6e-8 + 45 * 6e-8); // a spin's rounding, and that of n times the largest M
    }
    CHECK(run.simulation->check().empty());
  }
}

TEST_CASE("error bars of torques are the scatter of runs", "[constraint][statistics]") {
  constexpr int runs = 40;
  const validate::CoverageCase c{"heisenberg",
                                 "cubic",
                                 "[model]\nname = \"heisenberg\"\n[lattice]\nkind = \"cubic\"\nsize = [4, 4, 4]\n"
                                 "[material]\nanisotropy = 0.2\naxes = {anisotropy = [0, 0, 1]}\n[constraint]\ntheta "
                                 "= 45\n[schedule]\nT = 0.8\nthermalize = 200\nsweeps = 4000\nmeasure_every = 4\n"
                                 "[algorithm]\nsystems = 40\nupdate = \"metropolis\"\n[[couplings.bonds]]\nshell = "
                                 "1\nJ = -1.0\n",
                                 runs,
                                 {}};
  int checked = 0;
  for (const validate::Claim& claim : validate::calibrate(c)) {
    for (const char* name : {"energy", "magnetisation_magnitude", "torque_theta"}) {
      if (claim.quantity == name) {
        INFO(name << ": scatter over claimed error " << claim.ratio());
        CHECK(std::abs(claim.ratio() - 1) < 4 / std::sqrt(2.0 * (runs - 1)));
        ++checked;
      }
    }
  }
  CHECK(checked == 3);
}

TEST_CASE("constrained runs go on where they stopped", "[constraint][determinism]") {
  const Run whole = run_of_alloy(), first = run_of_alloy(), second = run_of_alloy();
  whole.sweep(0, 60);
  first.sweep(0, 25);
  std::vector<run::Array> saved = first.simulation->save();
  second.simulation->load(saved);
  second.sweep(25, 60);
  CHECK(whole.simulation->hash() == second.simulation->hash());
  INFO("0x" << std::hex << whole.simulation->hash());
  CHECK(whole.simulation->hash() == 0xA0424AB64EF3D54AULL);
}
