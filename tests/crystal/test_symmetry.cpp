// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Operations, orbits of bonds, and Moriya's rules (Phys. Rev. 120, 91 (1960)).

#include "crystal/symmetry.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cmath>
#include <stdexcept>

using namespace neel;
using namespace neel::crystal;

namespace {

std::vector<Operation> operations(const std::vector<std::string>& texts) {
  std::vector<Operation> all;
  for (const std::string& t : texts) {
    all.push_back(parse_operation(t).value());
  }
  return all;
}

Crystal made_of(const Matrix& cell, const std::vector<Vector>& positions) {
  Crystal c;
  c.cell = cell;
  c.basis.clear();
  for (const Vector& p : positions) {
    c.basis.push_back({std::string(1, static_cast<char>('A' + c.basis.size())), p});
  }
  c.cells.basis = static_cast<int>(positions.size());
  c.cells.periodic = {true, true, true};
  return c;
}

Symmetry symmetry(const Crystal& c, const std::vector<std::string>& texts) {
  return Symmetry(c, std::vector<int>(c.basis.size(), 0), operations(texts));
}

const Matrix brick{{{1, 0, 0}, {0, 1.2, 0}, {0, 0, 1.5}}};
const Matrix cube{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
const Matrix rhombus{{{1, 0, 0}, {-0.5, std::sqrt(0.75), 0}, {0, 0, 1.6}}};

void check_near(const Matrix& a, const Matrix& b) {
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      CHECK(a[i][j] == Catch::Approx(b[i][j]).margin(1e-12));
    }
  }
}

} // namespace

TEST_CASE("operations are read as tables of space groups have them", "[crystal]") {
  CHECK(operation_text(parse_operation("-x, 1/2+y ,-z+1/2").value()) == "-x,y+1/2,-z+1/2");
  CHECK(operation_text(parse_operation("X-Y,X,Z+0.3333333333").value()) == "x-y,x,z+1/3");
  CHECK(operation_text(parse_operation("y,x,-z-1/4").value()) == "y,x,-z+3/4");
  CHECK(operation_text(parse_operation("x+.1,y,z").value()) == "x+0.1,y,z");
  CHECK(parse_operation("-x+y,-x,z").value()({0.5, 0.25, 1}) == Vector{-0.25, -0.5, 1});
  for (const char* none :
       {"", "x,y", "x,y,z,1", "x,y,y", "a,b,c", "x,y,1/0+z", "x,y,z/2", "x,,z", "x,y,z+", "2x,y,z", "xy,y,z"}) {
    INFO(none);
    CHECK_FALSE(parse_operation(none));
  }
}

TEST_CASE("generators make the whole group, and are found in it", "[crystal]") {
  const std::vector<std::pair<std::size_t, std::vector<std::string>>> groups{
      {12, {"-x+1/2,-y,z+1/2", "z,x,y"}}, // P 2_1 3
      {192, {"x,y+1/2,z+1/2", "x+1/2,y,z+1/2", "-x,-y,-z", "y+3/4,x+1/4,-z+1/2", "z,x,y", "-x+3/4,-y+1/4,z+1/2"}},
      {24, {"x-y,x,z+1/2", "y,x,-z", "-x,-y,-z"}}, // F d -3 m; P 6_3/m m c
      {1, {"x,y,z"}}};
  for (const auto& [order, texts] : groups) {
    const std::vector<Operation> group = generated(operations(texts)), few = generators_of(group);
    CHECK(group.size() == order);
    CHECK(generated(few).size() == order);
    CHECK(few.size() <= 8);
  }
  CHECK(generated(operations({"x+0.0002345678,y,z"})).size() == 1); // less than roundings
  CHECK(generated(operations({"x+0.00123,y,z", "-x,-y,-z", "y,x,z", "x,y+0.00123,z"})).empty());
}

TEST_CASE("operations that the crystal does not have are refused by name", "[crystal]") {
  using Catch::Matchers::ContainsSubstring;
  using Catch::Matchers::MessageMatches;
  const Crystal c = made_of(brick, {{0, 0, 0}, {0.25, 0, 0}});
  CHECK_THROWS_MATCHES(symmetry(c, {"y,x,z"}), std::invalid_argument,
                       MessageMatches(ContainsSubstring("y,x,z does not keep the lengths")));
  CHECK_THROWS_MATCHES(
      symmetry(c, {"-x,-y,-z"}), std::invalid_argument,
      MessageMatches(ContainsSubstring("-x,-y,-z takes site B to (-0.25, 0, 0), where there is none")));
  CHECK_NOTHROW(symmetry(c, {"-x+1/4,y,z"}));
  CHECK_THROWS_AS(symmetry(made_of({{{5.363, 0, 0}, {0, 5.409, 0}, {0, 0, 40}}}, {{0, 0, 0}}), {"y,x,z"}),
                  std::invalid_argument);
  CHECK_THROWS_MATCHES(Symmetry(c, {0, 1}, operations({"-x+1/4,y,z"})), std::invalid_argument,
                       MessageMatches(ContainsSubstring("takes site A to site B, which has other ions")));
}

TEST_CASE("D of a bond follows Moriya's rules", "[crystal]") {
  const Crystal c = made_of(brick, {{0.3, 0.5, 0.5}, {0.7, 0.5, 0.5}});
  const Pair bond{0, 1, {0, 0, 0}, 0.4}, back{1, 0, {0, 0, 0}, 0.4};
  const std::vector<std::tuple<std::string, int, std::string>> rules{
      {"x,y,z", 3, "any"},
      {"-x,-y,-z", 0, "none"},            // a centre of inversion between the two
      {"-x,y,z", 2, "across [1, 0, 0]"},  // a mirror across the bond
      {"x,-y,z", 1, "along [0, 1, 0]"},   // a mirror that holds the bond
      {"-x,-y,z", 2, "across [0, 0, 1]"}, // a twofold axis across the bond
      {"x,-y,-z", 1, "along [1, 0, 0]"}}; // an axis along the bond
  for (const auto& [operation, components, form] : rules) {
    INFO(operation);
    const Symmetry s = symmetry(c, {operation});
    CHECK(s.allowed_dm(bond) == std::pair(components, form));
    CHECK(s.allowed_dm(back) == std::pair(components, form));
  }
}

TEST_CASE("allowed matrices have the forms of point groups", "[crystal]") {
  const Crystal c = made_of(brick, {{0.3, 0.5, 0.5}, {0.7, 0.5, 0.5}});
  const Pair bond{0, 1, {0, 0, 0}, 0.4};
  CHECK(symmetry(c, {"x,y,z"}).allowed_matrix(bond) == "[[a, b, c], [d, e, f], [g, h, i]]");
  CHECK(symmetry(c, {"-x,-y,-z"}).allowed_matrix(bond) == "[[a, b, c], [b, d, e], [c, e, f]]");
  CHECK(symmetry(c, {"x,-y,z"}).allowed_matrix(bond) == "[[a, 0, b], [0, c, 0], [d, 0, e]]");
  const Crystal chain = made_of(rhombus, {{0, 0, 0}, {0, 0, 0.5}}); // along a threefold axis
  CHECK(symmetry(chain, {"-y,x-y,z"}).allowed_matrix({0, 1, {0, 0, 0}, 0.8}) == "[[a, b, 0], [-b, a, 0], [0, 0, c]]");
  CHECK(symmetry(chain, {"-y,x-y,z"}).allowed_dm({0, 1, {0, 0, 0}, 0.8}) ==
        std::pair(1, std::string("along [0, 0, 1]")));
}

TEST_CASE("nearest neighbours of a pyrochlore have four exchange constants, and one D", "[crystal]") {
  // Curnoe, Phys. Rev. B 78, 094418 (2008); Elhajal et al., Phys. Rev. B 71, 094420 (2005).
  const Crystal c = named_lattice("pyrochlore", 1); // sites at 16c of F d -3 m, second origin: A is (0, 0, 0)
  const Symmetry s =
      symmetry(c, {"x,y+1/2,z+1/2", "x+1/2,y,z+1/2", "-x,-y,-z", "y+3/4,x+1/4,-z+1/2", "z,x,y", "-x+3/4,-y+1/4,z+1/2"});
  REQUIRE(s.operations().size() == 192);
  const std::vector<Orbit> orbits = orbits_within(c, s, 0.71);
  std::vector<std::size_t> bonds;
  for (const Orbit& o : orbits) {
    bonds.push_back(o.bonds.size());
  }
  CHECK(bonds == std::vector<std::size_t>{48, 96, 48, 48}); // third neighbours are of two kinds
  CHECK(s.allowed_dm(orbits[0].first).first == 1);
  const std::string form = s.allowed_matrix(orbits[0].first);
  CHECK(form.find('d') != std::string::npos);
  CHECK(form.find('e') == std::string::npos);
}

TEST_CASE("a coupling that is allowed does not depend on which operation carries it", "[crystal]") {
  const Crystal c =
      made_of(cube, {{0.138, 0.138, 0.138}, {0.362, 0.862, 0.638}, {0.862, 0.638, 0.362}, {0.638, 0.362, 0.862}});
  const Symmetry chiral = symmetry(c, {"-x+1/2,-y,z+1/2", "z,x,y"});
  const Crystal hexagonal = made_of(rhombus, {{0, 0, 0}, {0, 0, 0.5}});
  const Symmetry stacked = symmetry(hexagonal, {"x-y,x,z+1/2", "y,x,-z", "-x,-y,-z"});
  const Matrix any{{{0.3, -1.2, 0.7}, {0.9, 0.1, -0.4}, {-0.6, 0.8, 1.7}}};
  for (const auto& [lattice, s] : {std::pair(&c, &chiral), std::pair(&hexagonal, &stacked)}) {
    for (const Orbit& o : orbits_within(*lattice, *s, 1.7)) {
      const Matrix m = s->allowed(o.first, any);
      check_near(s->allowed(o.first, m), m);
      for (const OrbitBond& bond : s->orbit(o.first)) {
        const Matrix there = s->carried(bond.operation, m);
        const Pair& p = bond.pair;
        const Pair directed =
            bond.turned ? Pair{p.to, p.from, {-p.offset[0], -p.offset[1], -p.offset[2]}, p.distance} : p;
        check_near(s->allowed(directed, there), there);
      }
      CHECK(s->orbit(o.bonds.back()).size() == o.bonds.size());
    }
  }
}
