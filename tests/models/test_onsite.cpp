// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Energies of single spins: polynomials against formulas, averages against quadrature over spheres.

#include "models/models.hpp"
#include "testing/averages.hpp"
#include "testing/plain_graph.hpp"
#include "testing/sigma.hpp"
#include "testing/spaces.hpp"
#include "testing/sphere.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_template_test_macros.hpp>

#include <bit>

using namespace neel;
using models::BondTerms;
using models::Move;
using models::OnsiteTerms;
using models::SixthOrder;
using testing::Matrix;
using testing::PlainSite;
using testing::Vector;

namespace {

const std::vector<std::vector<Move>> each_move{
    {Move::metropolis}, {Move::cone}, {Move::heat_bath}, {Move::metropolis, Move::over_relaxation}};

constexpr Matrix crystal_axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
/// A rotation: about (1, 2, 2) by an angle of cosine 0.6.
constexpr double third = 1.0 / 3;
constexpr Matrix rotation() {
  const Vector n{third, 2 * third, 2 * third};
  const Matrix cross{{{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}}};
  Matrix r{};
  for (std::size_t a = 0; a < 3; ++a) {
    for (std::size_t b = 0; b < 3; ++b) {
      r[a][b] = 0.6 * (a == b ? 1 : 0) + 0.4 * n[a] * n[b] + 0.8 * cross[a][b];
    }
  }
  return r;
}

Vector applied(const Matrix& m, const Vector& v) {
  return {testing::product(m[0], v), testing::product(m[1], v), testing::product(m[2], v)};
}
/// The rows of `frame`, turned.
Matrix turned(const Matrix& frame) {
  return {applied(rotation(), frame[0]), applied(rotation(), frame[1]), applied(rotation(), frame[2])};
}

double value(const SixthOrder& v, const Vector& s) {
  double sum = 0;
  const auto c = std::bit_cast<SixthOrder::Coefficients>(v);
  for (std::size_t k = 0; k < SixthOrder::terms; ++k) {
    const SixthOrder::Powers& p = SixthOrder::powers[k];
    sum += double{c[k]} * std::pow(s[0], p.x) * std::pow(s[1], p.y) * std::pow(s[2], p.z);
  }
  return sum;
}

models::Spin spin(const Vector& s) {
  return {static_cast<float>(s[0]), static_cast<float>(s[1]), static_cast<float>(s[2])};
}

OnsiteTerms one_stevens(std::pair<int, int> numbers, double b = 1) { return {0, 0, 0, 0, {}, {{numbers, b}}}; }

constexpr Matrix some_tensor{{{0.5, 0.3, -0.2}, {0.3, -0.4, 0.15}, {-0.2, 0.15, 0.2}}};
/// All terms at once.
PlainSite all_terms() {
  PlainSite site{{0.6, 0, 0.8}, 0, 0, 0.9};
  site.more = {0.4, -0.5, 0.7, 0.6, some_tensor, {}};
  double b = 0.2;
  for (const auto& [numbers, function] : testing::stevens_functions()) {
    site.more.stevens[numbers] = (numbers.second % 2 == 0 ? b : -b) / (numbers.second == 0 ? 20 : 1);
    b = b > 0.5 ? 0.1 : b + 0.07;
  }
  site.frame = turned(crystal_axes);
  return site;
}

/// Each term by itself, with a name.
std::vector<std::pair<std::string, OnsiteTerms>> each_term() {
  std::vector<std::pair<std::string, OnsiteTerms>> all{{"K4", {0, 0.8, 0, 0, {}, {}}},
                                                       {"-K4", {0, -0.8, 0, 0, {}, {}}},
                                                       {"K6", {0, 0, 0.8, 0, {}, {}}},
                                                       {"K, C", {0.7, 0, 0, 0.9, {}, {}}},
                                                       {"A", {0, 0, 0, 0, some_tensor, {}}}};
  for (const auto& [numbers, function] : testing::stevens_functions()) {
    all.emplace_back(models::stevens_name(numbers), one_stevens(numbers, numbers.second == 0 ? -0.05 : 0.6));
  }
  return all;
}

} // namespace

TEST_CASE("polynomials of single spins are the formulas of their terms", "[onsite]") {
  PlainSite site{{0.6, 0, 0.8}, 0, 0, 1};
  for (const Matrix& frame : {crystal_axes, turned(crystal_axes)}) {
    site.frame = frame;
    for (const auto& [name, terms] : each_term()) {
      INFO(name);
      site.more = terms;
      const SixthOrder v = models::sixth_order(terms, site.axis, frame);
      const double bound = models::largest(terms);
      double most = 0;
      for (const auto& [s, weight] : testing::sphere(8)) {
        const double exact = site.energy_of_more(s);
        most = std::max(most, std::abs(exact));
        CHECK(std::abs(value(v, s) - exact) < 4e-6 * bound);
        CHECK(std::abs(static_cast<double>(v.energy(spin(s))) - exact) < 4e-6 * bound);
        CHECK(std::abs(v.exact_energy(spin(s)) - exact) < 4e-6 * bound);
      }
      CHECK(most < bound);
      CHECK(most > bound / 20); // or fixed-point sums would lose more than four bits
    }
  }
}

TEST_CASE("cubic terms are sums of Stevens functions", "[onsite]") {
  for (const auto& [s, weight] : testing::sphere(6)) {
    const auto b = [&](int l, int m) { return value(models::sixth_order(one_stevens({l, m}), {}, crystal_axes), s); };
    const double x = s[0] * s[0], y = s[1] * s[1], z = s[2] * s[2];
    CHECK(std::abs(b(4, 0) + 5 * b(4, 4) - (20 * (x * x + y * y + z * z) - 12)) < 1e-12);
    CHECK(std::abs(-(b(4, 0) + 5 * b(4, 4)) / 440 + (b(6, 0) - 21 * b(6, 4)) / 1848 - (x * y * z - 1.0 / 105)) < 1e-12);
  }
}

TEST_CASE("energies of single spins turn with axis and frame", "[onsite]") {
  const PlainSite site = all_terms();
  const SixthOrder v = models::sixth_order(site.more, site.axis, site.frame),
                   w = models::sixth_order(site.more, applied(rotation(), site.axis), turned(site.frame));
  for (const auto& [s, weight] : testing::sphere(6)) {
    CHECK(std::abs(value(v, s) - value(w, applied(rotation(), s))) < 3e-6 * models::largest(site.more));
  }
}

TEST_CASE("K and C alone are what kernels without other terms have", "[onsite]") {
  const models::AxisAndCubic plain{{{0.6F, 0, 0.8F}, 0.7F}, 0.9F};
  const SixthOrder v = models::sixth_order({0.7, 0, 0, 0.9, {}, {}}, {0.6, 0, 0.8}, crystal_axes);
  const models::Spin from{0.48F, 0.6F, 0.64F}, g{0.3F, -0.2F, 0.9F};
  for (const auto& [s, weight] : testing::sphere(6)) {
    const models::Spin to = spin(s);
    CHECK(v.energy(to) == Catch::Approx(plain.energy(to)).margin(1e-6));
    CHECK(v.change(from, to) == Catch::Approx(plain.change(from, to)).margin(1e-6));
    CHECK(v.change(from, to, g) == Catch::Approx(plain.change(from, to, g)).margin(1e-6));
  }
}

TEST_CASE("names of Stevens functions", "[onsite]") {
  for (const auto& [numbers, function] : testing::stevens_functions()) {
    CHECK(models::stevens_numbers(models::stevens_name(numbers)) == numbers);
  }
  for (const char* none : {"", "B", "B2", "B23", "B30", "B2-0", "B2-3", "B200", "b20", "B80", "B4-", "B4-33", "C20"}) {
    INFO(none);
    CHECK(models::stevens_numbers(none).first == 0);
  }
}

TEMPLATE_LIST_TEST_CASE("energies of a network with all terms are those of its formula", "[network][onsite]",
                        testing::Spaces) {
  testing::PlainGraph n = testing::random_network(50, 150, 1.0, 0.7, 3);
  n.site = all_terms();
  testing::NetworkEnsemble<BondTerms::biquadratic, TestType, true> all(
      n, 3, 0.5, {Move::metropolis, Move::heat_bath, Move::over_relaxation, Move::cone});
  testing::check_energies(all, n, 3);
}

// Each within 4.5 sigma: of some 2000 numbers, one in 80 seeds would fail a right program.
TEMPLATE_LIST_TEST_CASE("free spins with each term have the averages of quadrature", "[network][onsite][statistics]",
                        testing::Spaces) {
  constexpr int systems = 32, sites = 128;
  constexpr std::pair<int, int> products[] = {{0, 0}, {1, 1}, {0, 1}, {0, 2}, {1, 2}};
  testing::PlainGraph n{sites, {}, {{0.6, 0, 0.8}, 0, 0, 1}, 0.3};
  for (const auto& [name, terms] : each_term()) {
    n.site.more = terms;
    for (const double t : {0.25, 0.8}) {
      double z = 0;
      std::vector<double> exact(2 + std::size(products)); // E, E^2, S_a S_b
      const auto add = [&](std::vector<double>& to, const Vector& s, double weight) {
        const double e = n.site.energy(s, n.field);
        to[0] += weight * e;
        to[1] += weight * e * e;
        for (std::size_t k = 0; k < std::size(products); ++k) {
          to[2 + k] +=
              weight * s[static_cast<std::size_t>(products[k].first)] * s[static_cast<std::size_t>(products[k].second)];
        }
      };
      for (const auto& [s, weight] : testing::sphere(32)) {
        const double boltzmann = weight * std::exp(-n.site.energy(s, n.field) / t);
        z += boltzmann;
        add(exact, s, boltzmann);
      }
      for (const auto& moves : each_move) {
        testing::NetworkEnsemble<BondTerms::matrix, TestType, true> all(n, systems, t, moves);
        all.sweep(60);
        std::vector<std::function<double(const std::vector<double>&)>> parts;
        for (std::size_t k = 0; k < exact.size(); ++k) {
          parts.emplace_back([k](const std::vector<double>& x) { return x[k]; });
        }
        const auto found = testing::average<std::vector<double>>(
            12,
            [&] {
              all.sweep(4);
              std::vector<std::vector<double>> sums;
              for (int system = 0; system < systems; ++system) {
                sums.emplace_back(exact.size());
                for (const Vector& s : all.spins(system)) {
                  add(sums.back(), s, 1.0 / sites);
                }
              }
              return sums;
            },
            parts);
        for (std::size_t k = 0; k < exact.size(); ++k) {
          testing::check_sigma(name + ", T = " + std::to_string(t) + ", first move " +
                                   std::to_string(static_cast<int>(moves.front())) + ", quantity " + std::to_string(k),
                               found[k], exact[k] / z, 0.02, 0, 4.5);
        }
      }
    }
  }
}

TEMPLATE_LIST_TEST_CASE("dimers with all terms and exchange", "[network][onsite][statistics]", testing::Spaces) {
  const Matrix m{{{1.0, 0.4, -0.3}, {-0.2, 0.7, 0.5}, {0.6, -0.1, -0.9}}};
  const auto exact = [](const testing::PlainGraph& n, int points, double t) {
    double z = 0, e = 0;
    const auto sphere = testing::sphere(points);
    for (const auto& [s, u] : sphere) {
      for (const auto& [r, v] : sphere) {
        const double energy = n.energy({s, r}), boltzmann = u * v * std::exp(-energy / t);
        z += boltzmann;
        e += boltzmann * energy;
      }
    }
    return e / z;
  };
  const auto check = [&]<BondTerms B>(std::integral_constant<BondTerms, B> /*bonds*/, const testing::PlainGraph& n) {
    const double t = 0.7, energy = exact(n, 22, t);
    CHECK(std::abs(energy - exact(n, 18, t)) < 5e-4); // far below the errors
    for (const auto& moves : each_move) {
      INFO("bonds " << static_cast<int>(B) << ", first move " << static_cast<int>(moves.front()));
      testing::NetworkEnsemble<B, TestType, true> all(n, 1024, t, moves);
      all.sweep(60);
      const auto e = testing::average<double>(100,
                                              [&] {
                                                all.sweep(2);
                                                return all.energies();
                                              },
                                              {[](const double& x) { return x; }});
      testing::check_sigma("energy", e[0], energy, 0.02);
    }
  };
  testing::PlainGraph n{2, {{0, 1, m}}, all_terms(), 0.4};
  check(std::integral_constant<BondTerms, BondTerms::matrix>{}, n);
  n.bonds[0].biquadratic = 0.8;
  check(std::integral_constant<BondTerms, BondTerms::biquadratic>{}, n);
}
