// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Spins with any matrices against their formula, against quadrature, and by the identity <exp(-dE/T)> = 1.

#include "testing/averages.hpp"
#include "testing/plain_graph.hpp"
#include "testing/sigma.hpp"
#include "testing/spaces.hpp"
#include "testing/sphere.hpp"

#include <catch2/catch_template_test_macros.hpp>

using namespace neel;
using models::BondTerms;
using models::Move;
using testing::Matrix;
using testing::Vector;

namespace {

const std::vector<std::vector<Move>> each_move{
    {Move::metropolis}, {Move::cone}, {Move::heat_bath}, {Move::metropolis, Move::over_relaxation}};

/// The mean energy of a few spins: all but the last by quadrature, the last, which feels a field, in closed form.
double exact_energy(const testing::PlainGraph& n, double temperature) {
  const auto points = testing::sphere(12);
  double z = 0, e = 0;
  std::vector<Vector> s(static_cast<std::size_t>(n.sites));
  const auto last = static_cast<std::size_t>(n.sites) - 1;
  const auto sum = [&](auto&& self, std::size_t i, double weight) -> void {
    if (i < last) {
      for (const auto& [point, w] : points) {
        s[i] = point;
        self(self, i + 1, weight * w);
      }
      return;
    }
    Vector h{};
    s[last] = {0, 0, 0};
    const double others = n.energy(s);
    for (std::size_t k = 0; k < 3; ++k) {
      s[last] = {0, 0, 0};
      s[last][k] = 1;
      h[k] = n.energy(s) - others;
    }
    const double x = std::sqrt(testing::product(h, h)) / temperature;
    const double boltzmann = weight * std::exp(-others / temperature) * std::sinh(x) / x;
    z += boltzmann;
    e += boltzmann * (others - temperature * (x / std::tanh(x) - 1));
  };
  sum(sum, 0, 1);
  return e / z;
}

} // namespace

TEMPLATE_LIST_TEST_CASE("energies of a network are those of its formula", "[network]", testing::Spaces) {
  const testing::PlainGraph n = testing::random_network(50, 150, 1.0, 0.7, 3);
  testing::NetworkEnsemble<BondTerms::biquadratic, TestType> all(
      n, 3, 0.5, {Move::metropolis, Move::heat_bath, Move::over_relaxation, Move::cone});
  testing::check_energies(all, n, 3);
}

TEMPLATE_LIST_TEST_CASE("dimer and trimer with full matrices", "[network][statistics]", testing::Spaces) {
  const Matrix one{{{1.0, 0.4, -0.3}, {-0.2, 0.7, 0.5}, {0.6, -0.1, -0.9}}},
      two{{{-0.5, 0.2, 0.0}, {0.3, 0.8, -0.4}, {0.1, 0.6, 0.2}}};
  testing::PlainGraph dimer{2, {{0, 1, one}}, {{1, 0, 0}, 0, 0, 1}, 0.4};
  testing::PlainGraph trimer{3, {{0, 1, one}, {1, 2, two}, {2, 0, two}}, {{1, 0, 0}, 0, 0, 1}, 0.4};
  for (const auto& n : {dimer, trimer}) {
    const double exact = exact_energy(n, 0.6);
    for (const auto& moves : each_move) {
      INFO(n.sites << " sites, first move " << static_cast<int>(moves.front()));
      testing::NetworkEnsemble<BondTerms::matrix, TestType> all(n, 1024, 0.6, moves);
      all.sweep(60);
      const auto e = testing::average<double>(100,
                                              [&] {
                                                all.sweep(2);
                                                return all.energies();
                                              },
                                              {[](const double& x) { return x; }});
      testing::check_sigma("energy", e[0], exact, 0.005);
    }
  }
}

// For proposals S' drawn uniformly, at any temperature and with any couplings.
TEMPLATE_LIST_TEST_CASE("<exp(-dE/T)> = 1 on a random network", "[network][statistics]", testing::Spaces) {
  constexpr int systems = 256;
  const double temperature = 1.5;
  const testing::PlainGraph n = testing::random_network(12, 24, 0.8, 0.5, 11);
  for (const auto& moves : each_move) {
    INFO("first move " << static_cast<int>(moves.front()));
    testing::NetworkEnsemble<BondTerms::biquadratic, TestType> all(n, systems, temperature, moves);
    all.sweep(100);
    std::uint64_t draws = 0;
    const auto e = testing::average<double>(40,
                                            [&] {
                                              all.sweep(3);
                                              ++draws;
                                              std::vector<double> means;
                                              for (int system = 0; system < systems; ++system) {
                                                std::vector<Vector> s = all.spins(system);
                                                double sum = 0;
                                                for (int i = 0; i < n.sites; ++i) {
                                                  const auto at = static_cast<std::size_t>(i);
                                                  const Vector before = s[at];
                                                  const double energy = n.energy_at(s, i);
                                                  const models::Spin to = testing::random_spin(
                                                      1000 + draws, system, static_cast<std::uint32_t>(i));
                                                  s[at] = {to.x, to.y, to.z};
                                                  sum += std::exp((energy - n.energy_at(s, i)) / temperature) / n.sites;
                                                  s[at] = before;
                                                }
                                                means.push_back(sum);
                                              }
                                              return means;
                                            },
                                            {[](const double& x) { return x; }});
    testing::check_sigma("<exp(-dE/T)>", e[0], 1, 0.02);
  }
}

TEMPLATE_LIST_TEST_CASE("known final configuration of a random network", "[network][determinism]", testing::Spaces) {
  const testing::PlainGraph n = testing::random_network(60, 200, 1.0, 0.5, 7);
  testing::NetworkEnsemble<BondTerms::biquadratic, TestType> all(
      n, 2, 0.8, {Move::metropolis, Move::heat_bath, Move::over_relaxation, Move::cone});
  all.sweep(50);
  INFO("0x" << std::hex << all.lattice.hash());
  CHECK(all.lattice.hash() == 0xBCF38944AB5E7751ULL);
}
