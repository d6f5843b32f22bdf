// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// How materials order: eigenvalues of small matrices, worked out by hand.
#include "models/heisenberg/mean_field.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cmath>

using namespace neel;

namespace {

/// Ions A, B, ... of equal moments.
models::Material material(const std::vector<std::vector<double>>& exchange, const std::vector<double>& fractions) {
  models::Material m;
  m.ions = std::vector<std::string>{"A", "B", "C"};
  m.ions.resize(fractions.size());
  m.exchange = exchange;
  m.fractions = {fractions};
  return m;
}

models::Material negative(models::Material m) {
  for (auto& row : m.exchange) {
    for (double& j : row) {
      j = -j;
    }
  }
  return m;
}

/// `opposed`: of A and B, ions that point against each other.
void check_order(const models::Material& m, bool uniform, double coupling, bool opposed = false) {
  const models::Order order = models::mean_field_order(m, 0);
  CAPTURE(order.coupling, coupling, order.amplitude);
  CHECK(order.uniform == uniform);
  CHECK(std::abs(order.coupling - coupling) <= 1e-12 * (1 + std::abs(coupling)));
  CHECK(models::opposed_ions(order, m.ions) == (opposed ? "A ions point against B ions" : ""));
}

} // namespace

TEST_CASE("one ion orders by the sign of its coupling, at z |J| / 3", "[heisenberg]") {
  check_order(material({{1.5}}, {1}), false, 1.5);
  check_order(material({{-1.5}}, {1}), true, 1.5);
  check_order(material({{0}}, {1}), false, 0);
  const models::Order order = models::mean_field_order(material({{-1.5}}, {1}), 0);
  CHECK(models::mean_field_temperature(order, {{8, 8, 8}, {true, true, true}}) == 3.0);
  CHECK(models::mean_field_temperature(order, {{8, 8, 1}, {true, false, false}}) == (2 + 1.75) / 3 * 1.5);
}

TEST_CASE("two ions of couplings of one sign order along each other", "[heisenberg]") {
  // Coupled to the other kind alone: c_A c_B has the eigenvalue sqrt(c_A c_B) of both signs, and the sign of J decides.
  const models::Material chain = material({{0, 1}, {1, 0}}, {0.8, 0.2});
  check_order(chain, false, 0.4);
  check_order(negative(chain), true, 0.4);
  // x^2 - (c_A J_AA + c_B J_BB) x + c_A c_B (J_AA J_BB - J_AB^2) = 0
  const models::Material alloy = material({{1, 0.25}, {0.25, 0.18}}, {0.65, 0.35});
  const double middle = (0.65 + 0.35 * 0.18) / 2;
  const double exact = middle + std::sqrt(middle * middle - 0.65 * 0.35 * (0.18 - 0.0625));
  check_order(alloy, false, exact);
  check_order(negative(alloy), true, exact);
  check_order(material({{1, 0.25}, {0.25, 0.18}}, {1, 0}), false, 1); // the other ion is not there
  check_order(material({{1, 5}, {5, -3}}, {1, 0}), false, 1);
}

TEST_CASE("couplings of both signs: the larger eigenvalue orders, and ions can point against each other",
          "[heisenberg]") {
  // A ferrimagnet: each kind is ferromagnetic, both are coupled antiferromagnetically.
  const models::Material ferrimagnet = material({{-1, 0.5}, {0.5, -1}}, {0.5, 0.5});
  check_order(ferrimagnet, true, 0.75, true);
  check_order(negative(ferrimagnet), false, 0.75, true);
  // -J_AA = 1, -J_BB = -0.8 in the formula above; J has the eigenvalues root - middle and -(middle + root).
  const double middle = (0.7 * 1 - 0.3 * 0.8) / 2, root = std::sqrt(middle * middle + 0.7 * 0.3 * (0.8 + 0.36));
  check_order(material({{-1, 0.6}, {0.6, 0.8}}, {0.7, 0.3}), true, middle + root, true);
  check_order(material({{-1, -0.6}, {-0.6, 0.8}}, {0.7, 0.3}), true, middle + root);
  // With most ions of the other kind, the antiferromagnetic one wins.
  const double other = (0.7 * 0.8 - 0.3 * 1) / 2, other_root = std::sqrt(other * other + 0.7 * 0.3 * (0.8 + 0.36));
  check_order(material({{-1, -0.6}, {-0.6, 0.8}}, {0.3, 0.7}), false, other + other_root, true);
  // |J| has the eigenvalue 1.1, J and -J the same smaller one; the mean coupling decides.
  check_order(material({{-1, 1.2}, {1.2, 1}}, {0.5, 0.5}), false, std::sqrt(0.25 + 0.36));
}

TEST_CASE("three ions, one of which couples to nothing", "[heisenberg]") {
  const models::Material m = material({{-2, 1, 0}, {1, -2, 0}, {0, 0, 0}}, {0.25, 0.25, 0.5});
  check_order(m, true, 0.75, true);
  check_order(negative(m), false, 0.75, true);
}

TEST_CASE("as many ions as are allowed have an order", "[heisenberg]") {
  constexpr std::size_t n = 255;
  models::Material m;
  m.ions.resize(n, "A");
  m.fractions = {std::vector<double>(n, 1.0 / n)};
  m.exchange.assign(n, std::vector<double>(n, 0.0));
  double squares = 0;
  for (std::size_t a = 0; a < n; ++a) {
    squares += static_cast<double>((a + 1) * (a + 1));
    for (std::size_t b = 0; b < n; ++b) {
      m.exchange[a][b] = -static_cast<double>((a + 1) * (b + 1)); // of rank one
    }
  }
  const models::Order order = models::mean_field_order(m, 0);
  CHECK(order.uniform);
  CHECK(std::abs(order.coupling * n / squares - 1) < 1e-11);
}
