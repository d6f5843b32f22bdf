// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The Edwards-Anderson model against exact enumeration, series, the Nishimori line and independent Monte Carlo.
#include "testing/glass.hpp"
#include "testing/sigma.hpp"
#include "testing/spaces.hpp"

#include <neel/measure/glass_sums.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <functional>

using namespace neel;
using statistics::Estimate;
using testing::check_sigma;

namespace {

/// Unsatisfied bonds of replica `a`: (system, bit).
template <class Glass>
auto unsatisfied(Glass& glass, int a) {
  const measure::BitSums<decltype(glass.exec)> sums(
      "neel::testing::sums", static_cast<std::size_t>(glass.state.systems), Glass::Model::samples);
  measure::unsatisfied_bonds(glass.exec, glass.state, glass.order, lattice::Colour::even, a, 1, sums);
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums);
}

/// Mean and error of a function of the means of independent rows of raw values.
Estimate average(const std::vector<std::vector<double>>& rows,
                 const std::function<double(std::span<const double>)>& function) {
  statistics::Bins bins(rows.front().size(), static_cast<int>(rows.size()));
  for (const auto& row : rows) {
    bins.add(row);
  }
  return statistics::jackknife(bins, function);
}

/// Energies per site, averaged over the samples of a coded system: these share random numbers, so only the averages of
/// different systems are independent. A row per system.
template <class Glass>
void add_energies(Glass& glass, double weight, std::vector<std::vector<double>>& rows) {
  const double sites = static_cast<double>(glass.state.geometry.sites());
  rows.resize(static_cast<std::size_t>(glass.state.systems), std::vector<double>(1));
  const auto u = unsatisfied(glass, 0);
  for (std::size_t system = 0; system < rows.size(); ++system) {
    double mean = 0;
    for (std::size_t bit = 0; bit < u.extent(1); ++bit) {
      mean += (2.0 * static_cast<double>(u(system, bit)) / sites - 3) / static_cast<double>(u.extent(1));
    }
    rows[system][0] += weight * mean;
  }
}

template <class Exec, class Order = lattice::Standard>
Estimate equilibrium_energy(int l, double temperature, double positive, int systems, int thermalize, int measurements) {
  testing::Glass<1, Order, Exec> glass(testing::cube(l), systems, 1, temperature, positive);
  glass.sweep(thermalize);
  std::vector<std::vector<double>> rows;
  for (int m = 0; m < measurements; ++m) {
    glass.sweep(2);
    add_energies(glass, 1.0 / measurements, rows);
  }
  return average(rows, [](std::span<const double> x) { return x[0]; });
}

/// The same couplings in every sample: bit i of mask d is set where the bond from site i along axis d has J = -1.
template <class Order>
struct OneSample {
  lattice::Geometry g;
  std::uint64_t mask[3];
  KOKKOS_FUNCTION models::Bonds<1> operator()(const models::Place& at) const {
    models::Bonds<1> bonds;
    for (int d = 0; d < lattice::directions; ++d) {
      const lattice::Step step = Order::step(static_cast<lattice::Direction>(d), at.x);
      int from[3] = {at.x, at.y, at.z};
      const int size[3] = {g.lx, g.ly, g.lz};
      from[step.axis] = step.sign > 0 ? from[step.axis] : (from[step.axis] + size[step.axis] - 1) % size[step.axis];
      const std::uint64_t bit = mask[step.axis] >> g.site_number(from[0], from[1], from[2]) & 1U;
      bonds.bond[d] = Word<1>::filled(bit != 0 ? ~0U : 0U);
    }
    return bonds;
  }
};

constexpr std::uint64_t known_sample[3] = {0x407b911dd531b64dULL, 0x68c6a13b93297475ULL, 0x8a01c9e23fde7b2bULL};

} // namespace

// Enumeration of the density of states of one 4 x 4 x 4 sample. Samples of a word have the same couplings and random
// numbers here, so they soon are one; systems and replicas are independent.
TEMPLATE_LIST_TEST_CASE("energy and specific heat of one sample are exact", "[edwards-anderson][statistics]",
                        testing::Spaces) {
  struct Case {
    double temperature, energy, specific_heat;
  };
  const lattice::Geometry g = testing::cube(4);
  constexpr int systems = 64, R = 4, measurements = 600;
  for (const Case& c : {Case{1.1, -1.621577676, .270843}, Case{2.0, -1.296370487, .400023}}) {
    testing::Glass<1, lattice::Standard, TestType> glass(g, systems, R, c.temperature);
    models::fill("bonds", glass.exec, g, systems, glass.state.quenched,
                 OneSample<lattice::Standard>{g, {known_sample[0], known_sample[1], known_sample[2]}}, glass.order);
    glass.sweep(3000);
    std::vector<std::vector<double>> rows(systems * R, std::vector<double>(2));
    double lowest = 0;
    for (int m = 0; m < measurements; ++m) {
      glass.sweep(10);
      for (int a = 0; a < R; ++a) {
        const auto u = unsatisfied(glass, a);
        for (std::size_t s = 0; s < systems; ++s) {
          const double e = 2.0 * static_cast<double>(u(s, 0)) / 64 - 3;
          rows[s * R + static_cast<std::size_t>(a)][0] += e / measurements;
          rows[s * R + static_cast<std::size_t>(a)][1] += e * e / measurements;
          lowest = std::min(lowest, 64 * e);
        }
      }
    }
    const double t2 = c.temperature * c.temperature;
    check_sigma("energy", average(rows, [](const auto& x) { return x[0]; }), c.energy, 1.5e-3, 0, 3);
    check_sigma("specific heat", average(rows, [&](const auto& x) { return 64 * (x[1] - x[0] * x[0]) / t2; }),
                c.specific_heat, 6e-3, 0, 3);
    CHECK(lowest >= -112); // the ground state
    CHECK((c.temperature > 1.5 || lowest == -112));
  }
}

// E = -3 t + 12 t^7 (1 - t^2) + 132 t^11 (1 - t^2) + ..., t = tanh(1/T): at T = 4 the next terms are below 1e-6.
TEMPLATE_LIST_TEST_CASE("high-temperature series", "[edwards-anderson][statistics]", testing::Spaces) {
  for (const double temperature : {4.0, 6.0}) {
    const double t = std::tanh(1 / temperature);
    const double series = -3 * t + 12 * std::pow(t, 7) * (1 - t * t) + 132 * std::pow(t, 11) * (1 - t * t);
    check_sigma("energy at T = " + std::to_string(temperature),
                equilibrium_energy<TestType>(8, temperature, 0.5, 160, 50, 200), series, 3e-4, 0, 3);
  }
}

// On the line exp(2/T) = p / (1 - p) the energy is -3 (2p - 1) exactly, for any size (Nishimori 1981).
TEMPLATE_LIST_TEST_CASE("energy on the Nishimori line", "[edwards-anderson][statistics]", testing::Spaces) {
  for (const double positive : {0.65, 0.75, 0.85}) {
    const double temperature = 2 / std::log(positive / (1 - positive));
    check_sigma("energy at p = " + std::to_string(positive),
                equilibrium_energy<TestType, lattice::Sliced>(8, temperature, positive, 64, 400, 200),
                -3 * (2 * positive - 1), 2e-3, 0, 3);
  }
}

// Disorder averages from independent Monte Carlo.
TEMPLATE_LIST_TEST_CASE("disorder average, L = 8", "[edwards-anderson][statistics]", testing::Spaces) {
  check_sigma("T = 2", equilibrium_energy<TestType>(8, 2.0, 0.5, 64, 400, 100), -1.3410, 2e-3, .0022, 3);
  check_sigma("T = 3", equilibrium_energy<TestType>(8, 3.0, 0.5, 64, 100, 100), -.96135, 2e-3, .00097, 3);
}
