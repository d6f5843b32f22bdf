// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Identities that hold at any temperature and for any disorder, so that the full model can be tested where nothing is
// known exactly.
#include "testing/ensemble.hpp"
#include "testing/sigma.hpp"
#include "testing/spaces.hpp"

#include <catch2/catch_template_test_macros.hpp>

using namespace neel;
using testing::check_sigma;

namespace {

/// Numerator and denominator of the configurational temperature T = <sum |S x h|^2> / <sum [2 S.h_lin + K (6 S_k^2 - 2)]>,
/// with h = -dE/dS and h_lin its part without the anisotropy; and the mean over uniform proposals of exp(-dE/T).
struct Sums {
  double numerator = 0, denominator = 0, boltzmann = 0;
  KOKKOS_FUNCTION Sums& operator+=(const Sums& o) {
    numerator += o.numerator;
    denominator += o.denominator;
    boltzmann += o.boltzmann;
    return *this;
  }
};

template <int Species, class Exec>
struct Identity {
  using Model = models::Heisenberg<Species>;
  models::Contents<Model> contents;
  Model model;
  lattice::Colour colour;
  int system;
  std::uint64_t number;

  KOKKOS_FUNCTION void operator()(int entry, Sums& sums) const {
    const auto here = lattice::locate(contents.geometry, colour, entry, contents.around(colour));
    if (!here.exists) {
      return;
    }
    const models::Conditions at = contents.conditions[0];
    const models::Spin s = here.at.site();
    const models::Spin g = model.linear_field(at, here.at);
    const float k = model.anisotropy(here.at.quenched());
    const float along = models::dot(s, model.anisotropy_axis);
    const models::Spin linear{-g.x, -g.y, -g.z};
    const models::Spin field = models::add_scaled(linear, 2 * k * along, model.anisotropy_axis);
    const models::Spin torque = models::cross(s, field);
    sums.numerator += models::dot(torque, torque);
    sums.denominator += 2 * models::dot(s, linear) + k * (6 * along * along - 2);
    const random::Draw d =
        random::Stream(99, random::Purpose::update, static_cast<std::uint32_t>(system), number)(here.number);
    const float change = models::Uniaxial{model.anisotropy_axis, k}.change(s, models::uniform_on_sphere(d.a, d.b), g);
    sums.boltzmann += math::exp(static_cast<double>(-change * at.inverse_temperature));
  }
};

template <int Species, class Exec>
Sums identity(const testing::Ensemble<Species, Exec>& e, int system, std::uint64_t number) {
  Sums total;
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    Sums sums;
    Kokkos::parallel_reduce(
        "neel::testing::identity", Kokkos::RangePolicy<Exec>(0, static_cast<int>(e.state.geometry.half_volume())),
        Identity<Species, Exec>{e.state.contents().from(system), e.model, c, system, number}, Kokkos::Sum<Sums>(sums));
    total += sums;
  }
  return total;
}

struct Ordered {
  KOKKOS_FUNCTION models::Spin operator()(const models::Place& at) const {
    return {at.colour == lattice::Colour::even ? 1.0F : -1.0F, 0.0F, 0.0F};
  }
};

} // namespace

template <>
struct Kokkos::reduction_identity<Sums> {
  KOKKOS_FUNCTION static Sums sum() { return {}; }
};

TEMPLATE_LIST_TEST_CASE("identities of the full perovskite model", "[heisenberg][statistics]", testing::Spaces) {
  models::Heisenberg<2> strong = testing::perovskite();
  strong.dm = {{0.5F, -0.2F}, 0.4F, nullptr};
  strong.anisotropy = {{0.8F, 0.3F}, nullptr};
  struct Case {
    models::Heisenberg<2> model;
    double temperature, field;
    bool periodic;
  };
  for (const Case& c : {Case{testing::perovskite(), 1.2, 0.002, true}, Case{testing::perovskite(), 0.5, 0.002, false},
                        Case{strong, 0.8, 0.5, true}}) {
    constexpr int systems = 16;
    testing::Ensemble<2, TestType> e({6, 6, 6, c.periodic, c.periodic, c.periodic}, systems, c.model, c.temperature,
                                     c.field);
    e.sweep(1000);
    statistics::Bins bins(3, systems);
    std::vector<Sums> sums(systems);
    for (std::uint64_t m = 0; m < 300; ++m) {
      e.sweep(3);
      for (int s = 0; s < systems; ++s) {
        sums[static_cast<std::size_t>(s)] += identity(e, s, m);
      }
    }
    for (const Sums& s : sums) {
      const double raw[3] = {s.numerator, s.denominator, s.boltzmann / (300 * 216)};
      bins.add(raw);
    }
    const double temperature = 1 / static_cast<double>(static_cast<float>(1 / c.temperature));
    check_sigma("configurational temperature",
                statistics::jackknife(bins, [](std::span<const double> x) { return x[0] / x[1]; }), temperature, 0.005);
    check_sigma("<exp(-dE/T)>", statistics::jackknife(bins, [](std::span<const double> x) { return x[2]; }), 1.0, 0.05);
  }
}

TEMPLATE_LIST_TEST_CASE("full model of the pure ferrite, periodic, L = 16", "[heisenberg][statistics]",
                        testing::Spaces) {
  struct Case {
    double temperature, energy, energy_error, staggered, moment, moment_error;
  };
  for (const Case& c :
       {Case{0.2, -2.804072, .000031, .95099, .01029, .0001}, Case{1.0, -1.85727, .0002, .68972, .00713, .0005}}) {
    testing::Ensemble<1, TestType> e({16, 16, 16, true, true, true}, 8, testing::pure(1.0F, 0.0214F, 0.007F),
                                     c.temperature, 0.002);
    models::fill("ordered", e.exec, e.state.geometry, 8, e.state.sites, Ordered{});
    const auto averages = e.average(300, 100, 5,
                                    {[](const testing::Energies& x) { return x.total() / 4096; },
                                     [](const testing::Energies& x) {
                                       double n2 = 0;
                                       for (int k = 0; k < 3; ++k) {
                                         n2 += (x.spin[0][k] - x.spin[1][k]) * (x.spin[0][k] - x.spin[1][k]);
                                       }
                                       return std::sqrt(n2) / 4096;
                                     },
                                     [](const testing::Energies& x) { return (x.spin[0][2] + x.spin[1][2]) / 4096; }});
    check_sigma("energy per site", averages[0], c.energy, 0.002, c.energy_error);
    check_sigma("staggered magnetisation", averages[1], c.staggered, 0.005, 0.0003);
    check_sigma("weak moment", averages[2], c.moment, 0.001, c.moment_error);
  }
}
