// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Monte Carlo against exact solutions, in every execution space. Many small systems run side by side.
#include "testing/ensemble.hpp"
#include "testing/sigma.hpp"
#include "testing/spaces.hpp"

#include <catch2/catch_template_test_macros.hpp>

using namespace neel;
using testing::check_sigma;
using testing::Energies;
using testing::pure;

namespace {

double langevin(double x) { return 1 / std::tanh(x) - 1 / x; }

double total(const Energies& e) { return e.total(); }

constexpr int systems = 2048;

} // namespace

// Z = int_0^1 du sinh(g)/g, g = sqrt(J'^2 (1-u^2) + J^2 u^2) / T, J'^2 = J^2 + D^2.
TEMPLATE_LIST_TEST_CASE("dimer with DM interaction", "[heisenberg][statistics]", testing::Spaces) {
  const lattice::Geometry g{2, 1, 1};
  struct Case {
    float d;
    double temperature, energy, chirality;
  };
  for (const Case& c : {Case{0.5F, 1.0, -.36181021, -.10365973}, Case{0.0214F, 0.5, -.53744986, -.00766545}}) {
    testing::Ensemble<1, TestType> ensemble(g, systems, pure(1.0F, c.d), c.temperature, 0.0);
    const auto e =
        ensemble.average(50, 200, 2, {total, [&](const Energies& x) { return x.dm / static_cast<double>(c.d); }});
    check_sigma("energy", e[0], c.energy, 0.002);
    check_sigma("(S_e x S_o)_y", e[1], c.chirality, 0.002);
  }
}

TEMPLATE_LIST_TEST_CASE("free spin in a field, and with an easy axis", "[heisenberg][statistics]", testing::Spaces) {
  for (const auto& [moment, field, temperature] : {std::array{1.0, 1.0, 1.0}, std::array{0.6, 2.0, 0.4}}) {
    testing::Ensemble<1, TestType> ensemble({1, 1, 1}, systems, pure(1.0F, 0.0F, 0.0F, static_cast<float>(moment)),
                                            temperature, field);
    const auto e = ensemble.average(50, 200, 2, {[](const Energies& x) { return x.spin[0][2]; }});
    check_sigma("<S_z>", e[0], langevin(moment * field / temperature), 0.002);
  }
  for (const auto& [ratio, exact] :
       {std::array{0.1, .34230572}, std::array{1.0, .42923071}, std::array{5.0, .76426622}}) {
    testing::Ensemble<1, TestType> ensemble({1, 1, 1}, systems, pure(1.0F, 0.0F, static_cast<float>(ratio)), 1.0, 0.0);
    const auto e = ensemble.average(50, 200, 2, {[&](const Energies& x) { return -x.anisotropy / ratio; }});
    check_sigma("<S_x^2>", e[0], exact, 0.002);
  }
}

TEMPLATE_LIST_TEST_CASE("open chain of five spins", "[heisenberg][statistics]", testing::Spaces) {
  for (const double temperature : {0.5, 1.0, 3.0}) {
    testing::Ensemble<1, TestType> ensemble({5, 1, 1}, systems, pure(1.0F), temperature, 0.0);
    const auto e = ensemble.average(100, 200, 2, {total});
    check_sigma("energy", e[0], -4 * langevin(1 / temperature), 0.01);
  }
}

// Z = sum_l (2l+1) i_l(1/T)^4.
TEMPLATE_LIST_TEST_CASE("ring of four spins, along each axis", "[heisenberg][statistics][nightly]", testing::Spaces) {
  const lattice::Geometry rings[] = {
      {4, 1, 1, true, false, false}, {1, 4, 1, false, true, false}, {1, 1, 4, false, false, true}};
  for (const lattice::Geometry& g : rings) {
    for (const auto& [temperature, exact] :
         {std::array{0.5, -.60589157}, std::array{1.0, -.33783780}, std::array{2.0, -.16814098}}) {
      testing::Ensemble<1, TestType> ensemble(g, systems, pure(1.0F), temperature, 0.0);
      const auto e = ensemble.average(100, 200, 2, {[](const Energies& x) { return x.total() / 4; }});
      check_sigma("energy per spin", e[0], exact, 0.002);
    }
  }
}

// Independent Monte Carlo values of the simple cubic lattice.
TEMPLATE_LIST_TEST_CASE("simple cubic lattice, periodic, L = 8", "[heisenberg][statistics]", testing::Spaces) {
  const lattice::Geometry g{8, 8, 8, true, true, true};
  for (const auto& [temperature, value, error] :
       {std::array{2.0, -.56365, .00017}, std::array{1.0, -1.85433, .00019}}) {
    testing::Ensemble<1, TestType> ensemble(g, 64, pure(1.0F), temperature, 0.0);
    const auto e = ensemble.average(500, 400, 5, {[](const Energies& x) { return x.total() / 512; }});
    check_sigma("energy per site", e[0], value, 0.001, error);
  }
}

namespace {

/// The bulk ground state of a pure compound, canted by t from the easy axis towards the field.
struct Canted {
  float cos, sin;
  KOKKOS_FUNCTION models::Spin operator()(const models::Place& at) const {
    return {at.colour == lattice::Colour::even ? cos : -cos, 0.0F, sin};
  }
};

double canted_energy(double j, double d, double k, double hm, double t) {
  return -3 * (j * std::cos(2 * t) + d * std::sin(2 * t)) - k * std::cos(t) * std::cos(t) - hm * std::sin(t);
}

} // namespace

// Spins are floats: their rounding moves the energy by up to 3 x 2^-23 = 3.6e-7 a site.
// E(t) = -3 [J cos 2t + D sin 2t] - K cos^2 t - H m sin t; its minimum is known to eight digits.
TEMPLATE_LIST_TEST_CASE("canting at zero temperature", "[heisenberg][statistics]", testing::Spaces) {
  struct Case {
    double j, d, m, moment, energy;
  };
  for (const Case& c :
       {Case{1, 0.0214, 1, .0108521, -3.00770760}, Case{115.0 / 628, 0.0074, 0.6, .0123643, -.55683300}}) {
    const double t = std::asin(c.moment / c.m);
    testing::Ensemble<1, TestType> ensemble(
        {4, 4, 4, true, true, true}, 1,
        pure(static_cast<float>(c.j), static_cast<float>(c.d), 0.007F, static_cast<float>(c.m)), 1.0, 0.002);
    const auto energy_at = [&](double angle) {
      models::fill("canted", ensemble.exec, ensemble.state.geometry, 1, ensemble.state.sites,
                   Canted{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))});
      return ensemble.measure().front().total() / 64;
    };
    CHECK(std::abs(energy_at(t) - c.energy) < 3.6e-7);
    CHECK(std::abs(energy_at(t) - canted_energy(c.j, c.d, 0.007, 0.002 * c.m, t)) < 3.6e-7);
    CHECK(energy_at(t + 0.01) > energy_at(t)); // canting by -t would not be a minimum: the sign of D matters
    CHECK(energy_at(t - 0.01) > energy_at(t));
  }
}
