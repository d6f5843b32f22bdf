// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The Ising model against exact solutions and enumeration, in every execution space, by every move.
#include "testing/ensemble.hpp"
#include "testing/sigma.hpp"
#include "testing/spaces.hpp"

#include <neel/models/ising.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>

extern template class neel::simulation::HalfLattices<neel::models::Ising,
                                                     Kokkos::DefaultExecutionSpace>; // the program's

using namespace neel;
using models::Ising;
using models::Move;
using testing::check_sigma;

namespace {

struct RandomUpDown {
  KOKKOS_FUNCTION models::UpDown operator()(const models::Place& at) const {
    const random::Draw d =
        random::Stream(11, random::Purpose::start, static_cast<std::uint32_t>(at.system), 0)(at.number);
    return models::UpDown::of(d.a >> 31 != 0 ? 1 : -1);
  }
};

/// Energy and magnetisation per site.
struct Values {
  double energy, m;
};

template <class Exec>
class IsingEnsemble : public testing::Sites<Ising, Exec> {
public:
  IsingEnsemble(const lattice::Geometry& g, int systems, Ising m, double temperature, double h)
      : testing::Sites<Ising, Exec>(g, systems, m, {}, {static_cast<float>(1 / temperature), static_cast<float>(h)}, 3),
        field(h) {
    this->lattice.place("start", RandomUpDown());
  }

  void sweep(int count, Move move) {
    this->moves = {move};
    testing::Sites<Ising, Exec>::sweep(count);
  }

  std::vector<Values> measure() const {
    using lattice::Colour;
    const auto n = static_cast<double>(this->state.geometry.sites());
    std::vector<Values> all;
    this->measure_each([&](const auto& sums) {
      const double m = (sums(0, Colour::even, Ising::spin) + sums(0, Colour::odd, Ising::spin)) / n;
      all.push_back({-this->model.coupling * sums(0, Colour::even, Ising::bonds) / n - field * m, m});
    });
    return all;
  }

  /// The mean over time and systems, with its error from the spread of systems.
  std::vector<statistics::Estimate> average(Move move, int thermalize, int measurements, int every,
                                            const std::vector<std::function<double(const Values&)>>& quantities) {
    sweep(thermalize, move);
    const auto next = [&] {
      sweep(every, move);
      return measure();
    };
    return neel::testing::average<Values>(measurements, next, quantities);
  }

  double field;
};

/// Canonical averages of energy, its square, |m|, m^2, m^4 and m per site, by going through all states of a small lattice.
std::vector<double> enumerate(const lattice::Geometry& g, double coupling, double temperature, double field) {
  const int sizes[] = {g.lx, g.ly, g.lz};
  const bool periodic[] = {g.periodic_x, g.periodic_y, g.periodic_z};
  const int n = g.lx * g.ly * g.lz;
  std::vector<std::pair<int, int>> bonds;
  for (int site = 0; site < n; ++site) {
    const int at[] = {site % g.lx, site / g.lx % g.ly, site / (g.lx * g.ly)};
    for (int axis = 0; axis < 3; ++axis) {
      int to[] = {at[0], at[1], at[2]};
      if (++to[axis] == sizes[axis]) {
        to[axis] = 0;
        if (!periodic[axis]) {
          continue;
        }
      }
      bonds.emplace_back(site, (to[2] * g.ly + to[1]) * g.lx + to[0]);
    }
  }
  std::vector<double> sums(7);
  for (std::uint32_t state = 0; state < 1U << n; ++state) {
    const auto spin = [&](int k) { return (state >> k & 1U) != 0 ? 1 : -1; };
    int bond_sum = 0, total = 0;
    for (const auto& [a, b] : bonds) {
      bond_sum += spin(a) * spin(b);
    }
    for (int k = 0; k < n; ++k) {
      total += spin(k);
    }
    const double energy = -coupling * bond_sum - field * total, weight = std::exp(-energy / temperature);
    const double e = energy / n, m = static_cast<double>(total) / n;
    const double values[] = {1, e, e * e, std::abs(m), m * m, m * m * m * m, m};
    for (std::size_t k = 0; k < sums.size(); ++k) {
      sums[k] += weight * values[k];
    }
  }
  for (std::size_t k = 1; k < sums.size(); ++k) {
    sums[k] /= sums[0];
  }
  return {sums.begin() + 1, sums.end()};
}

double energy(const Values& v) { return v.energy; }
double energy2(const Values& v) { return v.energy * v.energy; }
double magnitude(const Values& v) { return std::abs(v.m); }
double square(const Values& v) { return v.m * v.m; }
double fourth(const Values& v) { return v.m * v.m * v.m * v.m; }
double plain(const Values& v) { return v.m; }

constexpr double critical = 2.269185314213;

} // namespace

TEST_CASE("the highest word by which a spin turns up is known beforehand", "[ising]") {
  std::vector<std::uint32_t> words{0, 1, 2, 3, 0xFFFFFFFFU, 0xFFFFFF7FU};
  for (int bit = 2; bit < 32; ++bit) {
    for (std::uint32_t off = 0; off < 5; ++off) {
      words.push_back((1U << bit) + off - 2);
    }
    words.push_back(0x9E3779B9U >> bit);
  }
  for (const std::uint32_t w : words) {
    const auto odds_of = [](double word) { return static_cast<float>(0x1p32 / (word + 0.5) - 1); };
    for (const float at : {odds_of(w), std::nextafter(odds_of(w), 0.0F), std::nextafter(odds_of(w), 1e38F),
                           odds_of(w + 0.5), 1e-38F, 0x1p-24F, 0x1p32F, 0x1p33F, 1e38F}) {
      const float odds = std::max(at, 1e-38F), highest = random::highest_against(odds);
      for (const std::uint32_t other : words) {
        if ((static_cast<float>(other) <= highest) != random::happens_against(other, odds)) {
          FAIL(other << " with odds of " << odds);
        }
      }
    }
  }
}

// Energies of Kaufman's solution, and their variances from its specific heat.
TEMPLATE_LIST_TEST_CASE("Ising: the square lattice, exactly solved", "[ising][statistics][nightly]", testing::Spaces) {
  struct Case {
    int length;
    double temperature, energy, specific_heat;
  };
  for (const Case& c : {Case{4, critical, -1.5656237876, .783267}, Case{8, critical, -1.4915891074, 1.145559},
                        Case{8, 2.0, -1.7456831703, 0}, Case{32, critical, -1.4336584661, 0}}) {
    for (const Move move : {Move::metropolis, Move::heat_bath}) {
      const int n = c.length * c.length;
      IsingEnsemble<TestType> e({c.length, c.length, 1, true, true, false}, c.length > 16 ? 256 : 2048, Ising(),
                                c.temperature, 0);
      const auto mean = e.average(move, 40 * n / 4, 100, c.length, {energy, energy2});
      CAPTURE(c.length, c.temperature, static_cast<int>(move));
      check_sigma("energy", mean[0], c.energy, 0.002);
      if (c.specific_heat > 0) {
        check_sigma("squared energy", mean[1],
                    c.energy * c.energy + c.specific_heat * c.temperature * c.temperature / n, 0.006);
      }
    }
  }
}

TEMPLATE_LIST_TEST_CASE("Ising: 4 x 4 at T = 2, and 4 x 4 x 4 at T = 4", "[ising][statistics][nightly]",
                        testing::Spaces) {
  for (const Move move : {Move::metropolis, Move::heat_bath}) {
    IsingEnsemble<TestType> plane({4, 4, 1, true, true, false}, 2048, Ising(), 2.0, 0);
    const auto p = plane.average(move, 300, 200, 4, {magnitude, square, fourth});
    check_sigma("|m|", p[0], .91894327, 0.002);
    check_sigma("m^2", p[1], .86892168, 0.002);
    check_sigma("m^4", p[2], .80453008, 0.003);
    IsingEnsemble<TestType> cube({4, 4, 4, true, true, true}, 2048, Ising(), 4.0, 0);
    const auto c = cube.average(move, 300, 200, 4, {energy, energy2});
    check_sigma("energy", c[0], -1.883343499, 0.002);
    check_sigma("squared energy", c[1], 1.883343499 * 1.883343499 + 1.200374 * 16 / 64, 0.006);
  }
}

// Odd lengths, open and mixed boundaries, antiferromagnets, fields: all states of up to 18 spins.
TEMPLATE_LIST_TEST_CASE("Ising: small lattices by enumeration", "[ising][statistics][long]", testing::Spaces) {
  struct Case {
    lattice::Geometry g;
    float coupling;
    double temperature, field;
  };
  for (const Case& c : {Case{{3, 3, 2}, 1.0F, 1.7, 0.3}, Case{{5, 3, 1}, -1.0F, 1.2, 0.8},
                        Case{{4, 3, 1, true, false, false}, 0.5F, 0.9, -0.2}, Case{{1, 7, 2}, -0.7F, 2.0, 0.0}}) {
    const std::vector<double> exact = enumerate(c.g, c.coupling, c.temperature, c.field);
    for (const Move move : {Move::metropolis, Move::heat_bath}) {
      IsingEnsemble<TestType> e(c.g, 2048, Ising{c.coupling}, c.temperature, c.field);
      const auto mean = e.average(move, 200, 200, 3, {energy, energy2, magnitude, square, fourth, plain});
      for (std::size_t k = 0; k < exact.size(); ++k) {
        CAPTURE(c.g.lx, c.g.ly, c.g.lz, static_cast<int>(move), k);
        check_sigma("average", mean[k], exact[k], 0.005);
      }
    }
  }
}

TEMPLATE_LIST_TEST_CASE("Ising: the same bits everywhere", "[ising][determinism]", testing::Spaces) {
  const lattice::Geometry g{10, 6, 5, true, true, false};
  IsingEnsemble<TestType> e(g, 3, Ising{0.8F}, 2.3, 0.1);
  e.sweep(20, Move::metropolis);
  const std::uint64_t first = e.hash();
  e.sweep(20, Move::heat_bath);
  const std::uint64_t second = e.hash();
  CHECK(first == 0xf8ad8d3bfcdadb9bULL);
  CHECK(second == 0xca2b98f585c16a4aULL);
}
