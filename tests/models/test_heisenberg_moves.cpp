// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Heat bath and over-relaxation against exact solutions, each alone or with as little else as makes it ergodic.
#include "testing/ensemble.hpp"
#include "testing/sigma.hpp"
#include "testing/spaces.hpp"

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include <cmath>
#include <numbers>

using namespace neel;
using models::Move;
using models::Spin;
using testing::check_sigma;
using testing::Energies;
using testing::pure;

namespace {

constexpr int systems = 2048;

double langevin(double x) { return 1 / std::tanh(x) - 1 / x; }

/// Over-relaxation needs something beside it; a single heat bath leaves most of the work to it.
const std::vector<std::vector<Move>> sequences{
    {Move::heat_bath},
    {Move::cone, Move::cone, Move::cone},
    {Move::over_relaxation, Move::over_relaxation, Move::metropolis},
    {Move::heat_bath, Move::over_relaxation, Move::over_relaxation, Move::over_relaxation}};

template <class Exec, int Species>
testing::Ensemble<Species, Exec> ensemble_with(const std::vector<Move>& moves, const lattice::Geometry& g, int count,
                                               const models::Heisenberg<Species>& model, double temperature,
                                               double field) {
  testing::Ensemble<Species, Exec> e(g, count, model, temperature, field);
  e.moves = moves;
  return e;
}

} // namespace

// The mean of c = S.h/|h| is L(x), that of c^2 is 1 - 2 L(x) / x; both sides of where the series takes over.
TEST_CASE("a spin drawn in a field has its moments (3 sigma)", "[heisenberg]") {
  const int draws = 1 << 18;
  for (const float x : {0.0F, 0.001F, 0.03F, 0.0313F, 0.5F, 3.0F, 40.0F, 500.0F}) {
    for (const Spin& axis : {Spin{0, 0, 1}, Spin{0, 0, -1}, Spin{1, 0, 0}, Spin{-0.48F, 0.6F, 0.64F}}) {
      const random::Stream stream(static_cast<std::uint64_t>(1000 * x) + 7, random::Purpose::update, 0, 0);
      double sum = 0, squares = 0, fourth = 0, across = 0, length = 0;
      const Spin other{axis.y, axis.z, axis.x}; // not along the axis
      const double overlap = models::dot(axis, other);
      for (int k = 0; k < draws; ++k) {
        const random::Draw d = stream(static_cast<std::uint32_t>(k));
        const Spin s = models::in_field(models::scaled(x, axis), d.a, d.b);
        const double c = models::dot(s, axis);
        sum += c;
        squares += c * c;
        fourth += c * c * c * c;
        across += models::dot(s, other) - overlap * c; // zero by symmetry about the axis
        length = std::max(length, std::abs(double{models::dot(s, s)} - 1));
      }
      const double n = draws, mean = sum / n, square = squares / n;
      const double exact = x > 0 ? (x < 0.01F ? x / 3 : langevin(x)) : 0,
                   exact2 = x > 0.01F ? 1 - 2 * exact / x : 1.0 / 3;
      CAPTURE(x, axis.x, axis.y, axis.z, mean, exact, square, exact2);
      // The least error of the mean that floats can show is a few of their roundings.
      CHECK(std::abs(mean - exact) < 3 * std::sqrt((square - mean * mean) / n) + 1e-6);
      CHECK(std::abs(square - exact2) < 3 * std::sqrt(std::max(0.0, fourth / n - square * square) / n) + 1e-6);
      CHECK(std::abs(across / n) < 3 * std::sqrt((1 - square) / n) + 1e-6);
      CHECK(length < 2e-6);
    }
  }
}

// Where 1 - cos of the angle is uniform up to `cone`, its mean and mean square are cone / 2 and cone^2 / 3.
TEST_CASE("proposals of a cone are uniform in it (3 sigma)", "[heisenberg]") {
  const int draws = 1 << 18;
  for (const float cone : {2.0F, 0.7F, 0.01F, 1e-6F}) {
    for (const Spin& axis : {Spin{0, 0, 1}, Spin{0, 0, -1}, Spin{-0.48F, 0.6F, 0.64F}}) {
      const random::Stream stream(static_cast<std::uint64_t>(1e6F * cone) + 7, random::Purpose::update, 0, 0);
      const Spin other{axis.y, axis.z, axis.x};
      double sum = 0, squares = 0, across = 0, across2 = 0, length = 0;
      for (int k = 0; k < draws; ++k) {
        const random::Draw d = stream(static_cast<std::uint32_t>(k));
        const Spin s = models::in_cap(axis, cone, d.a, d.b), step = models::add_scaled(s, -1.0F, axis);
        const double below = models::dot(step, step) / 2; // 1 - cos
        const double sideways = models::dot(step, other) + models::dot(axis, other) * below;
        sum += below / cone;
        squares += below * below / (double{cone} * cone);
        across += sideways;
        across2 += sideways * sideways;
        length = std::max(length, std::abs(double{models::dot(s, s)} - 1));
        REQUIRE(below < 1.001 * cone + 1e-9);
      }
      const double n = draws;
      CAPTURE(cone, axis.x, axis.z, sum / n, squares / n);
      const double rounding = cone < 1e-5F ? 2e-2 : 1e-5; // of spins whose components have 24 bits
      CHECK(std::abs(sum / n - 0.5) < 3 * std::sqrt(1.0 / 12 / n) + rounding);
      CHECK(std::abs(squares / n - 1.0 / 3) < 3 * std::sqrt((0.2 - 1.0 / 9) / n) + rounding);
      CHECK(std::abs(across / n) < 3 * std::sqrt(across2) / n + 1e-7);
      CHECK(length < 1e-6);
    }
  }
}

TEST_CASE("a spin drawn in a field changes smoothly where the series takes over", "[heisenberg]") {
  for (std::uint32_t u = 0; u < 1000; ++u) {
    const Spin below = models::in_field({0, 0, 0.031249F}, u * 4294967U, 5),
               above = models::in_field({0, 0, 0.03125F}, u * 4294967U, 5);
    CHECK_THAT(below.z, Catch::Matchers::WithinAbs(above.z, 2e-5));
  }
}

TEMPLATE_LIST_TEST_CASE("cone, heat bath, over-relaxation: dimer with DM interaction", "[heisenberg][statistics]",
                        testing::Spaces) {
  for (const auto& moves : sequences) {
    auto ensemble = ensemble_with<TestType>(moves, lattice::Geometry{2, 1, 1}, systems, pure(1.0F, 0.5F), 1.0, 0.0);
    const auto e = ensemble.average(
        50, 200, 2, {[](const Energies& x) { return x.total(); }, [](const Energies& x) { return x.dm / 0.5; }});
    check_sigma("energy", e[0], -.36181021, 0.002);
    check_sigma("(S_e x S_o)_y", e[1], -.10365973, 0.002);
  }
}

TEMPLATE_LIST_TEST_CASE("cone, heat bath, over-relaxation: a free spin in a field, and with an easy axis",
                        "[heisenberg][statistics][nightly]", testing::Spaces) {
  for (const auto& moves : sequences) {
    auto in_field =
        ensemble_with<TestType>(moves, lattice::Geometry{1, 1, 1}, systems, pure(1.0F, 0, 0, 0.6F), 0.4, 2.0);
    const auto z = in_field.average(50, 200, 2, {[](const Energies& x) { return x.spin[0][2]; }});
    check_sigma("<S_z>", z[0], langevin(3.0), 0.002);
    for (const auto& [ratio, exact] :
         {std::array{0.1, .34230572}, std::array{1.0, .42923071}, std::array{5.0, .76426622}}) {
      auto axis = ensemble_with<TestType>(moves, lattice::Geometry{1, 1, 1}, systems,
                                          pure(1.0F, 0.0F, static_cast<float>(ratio)), 1.0, 0.0);
      const auto x2 = axis.average(50, 200, 2, {[&](const Energies& x) { return -x.anisotropy / ratio; }});
      check_sigma("<S_x^2>", x2[0], exact, 0.002);
    }
  }
}

// Field along z and easy axis x at once, so that half turns about the field change the anisotropy energy.
TEMPLATE_LIST_TEST_CASE("cone, heat bath, over-relaxation: a free spin in a field across its easy axis",
                        "[heisenberg][statistics]", testing::Spaces) {
  const double k = 1.5, h = 1.2; // over T = 1; the field turned by 30 degrees towards x
  const double hx = 0.5 * h, hz = std::sqrt(0.75) * h;
  double weight = 0, along = 0, squared = 0;
  constexpr int steps = 1000;
  for (int i = 0; i < steps; ++i) {
    for (int j = 0; j < steps; ++j) {
      const double z = (2 * i + 1.0) / steps - 1, phi = 2 * std::numbers::pi * j / steps;
      const double x = std::sqrt(1 - z * z) * std::cos(phi), w = std::exp(k * x * x + hx * x + hz * z);
      weight += w;
      along += w * (0.5 * x + std::sqrt(0.75) * z);
      squared += w * x * x;
    }
  }
  auto model = pure(1.0F, 0, static_cast<float>(k));
  model.field_axis = {0.5F, 0, std::sqrt(0.75F)};
  for (const auto& moves : sequences) {
    auto e = ensemble_with<TestType>(moves, lattice::Geometry{1, 1, 1}, systems, model, 1.0, h);
    const auto mean = e.average(
        50, 200, 2,
        {[&](const Energies& x) { return -x.zeeman / h; }, [&](const Energies& x) { return -x.anisotropy / k; }});
    check_sigma("<S.h>", mean[0], along / weight, 0.002);
    check_sigma("<S_x^2>", mean[1], squared / weight, 0.002);
  }
}

TEMPLATE_LIST_TEST_CASE("cone, heat bath, over-relaxation: ring of four spins, simple cubic lattice",
                        "[heisenberg][statistics][nightly]", testing::Spaces) {
  for (const auto& moves : sequences) {
    for (const auto& [temperature, exact] :
         {std::array{0.5, -.60589157}, std::array{1.0, -.33783780}, std::array{2.0, -.16814098}}) {
      auto ring = ensemble_with<TestType>(moves, lattice::Geometry{4, 1, 1, true, false, false}, systems, pure(1.0F),
                                          temperature, 0.0);
      const auto e = ring.average(100, 200, 2, {[](const Energies& x) { return x.total() / 4; }});
      check_sigma("ring, energy per spin", e[0], exact, 0.002);
    }
    for (const auto& [temperature, value, error] :
         {std::array{2.0, -.56365, .00017}, std::array{1.0, -1.85433, .00019}}) {
      auto cubic = ensemble_with<TestType>(moves, lattice::Geometry{8, 8, 8, true, true, true}, 64, pure(1.0F),
                                           temperature, 0.0);
      const auto e = cubic.average(200, 300, 3, {[](const Energies& x) { return x.total() / 512; }});
      check_sigma("cubic, energy per site", e[0], value, 0.001, error);
    }
  }
}

// All terms of the energy at once, with an anisotropy so large that it counts.
TEMPLATE_LIST_TEST_CASE("cone, heat bath, over-relaxation: a canted magnet as Metropolis has it",
                        "[heisenberg][statistics][long]", testing::Spaces) {
  const lattice::Geometry g{6, 6, 6, true, true, true};
  const std::vector<std::function<double(const Energies&)>> quantities{
      [](const Energies& x) { return x.exchange / 216; }, [](const Energies& x) { return x.dm / 216; },
      [](const Energies& x) { return x.anisotropy / 216; }, [](const Energies& x) { return x.zeeman / 216; }};
  const auto model = pure(1.0F, 0.2F, 0.5F, 0.8F);
  auto reference = ensemble_with<TestType>({Move::metropolis}, g, 256, model, 1.3, 0.2);
  const auto expected = reference.average(400, 400, 4, quantities);
  for (const auto& moves : sequences) {
    auto ensemble = ensemble_with<TestType>(moves, g, 256, model, 1.3, 0.2);
    const auto e = ensemble.average(200, 200, 3, quantities);
    for (std::size_t k = 0; k < quantities.size(); ++k) {
      check_sigma("part of the energy", e[k], expected[k].value, 0.002, expected[k].error);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("over-relaxation keeps the energy, and spins of unit length", "[heisenberg]", testing::Spaces) {
  auto e = ensemble_with<TestType>({Move::metropolis}, lattice::Geometry{8, 8, 8, true, true, false}, 2,
                                   pure(1.0F, 0.3F), 0.7, 0.4);
  e.sweep(50);
  const auto before = e.measure();
  const std::uint64_t hash = e.hash();
  e.moves = {Move::over_relaxation};
  e.sweep(1);
  CHECK(e.hash() != hash);
  e.sweep(2000);
  const auto after = e.measure();
  for (std::size_t s = 0; s < before.size(); ++s) {
    CHECK_THAT(after[s].total(), Catch::Matchers::WithinAbs(before[s].total(), 2e-3 * 512)); // rounding walks at random
    CHECK(std::abs(after[s].exchange - before[s].exchange) > 1e-4);                          // but its parts change
  }
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), e.state.sites.half(lattice::Colour::even));
  double worst = 0;
  for (std::size_t i = 0; i < 8 * 8 * 4; ++i) {
    const float* const x = host.data() + i;
    const std::size_t stride = host.stride(0);
    const double length = double{x[0]} * x[0] + double{x[stride]} * x[stride] + double{x[2 * stride]} * x[2 * stride];
    worst = std::max(worst, std::abs(length - 1));
  }
  CHECK(worst < 1e-6);
}
