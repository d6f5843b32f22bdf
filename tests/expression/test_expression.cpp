// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Expressions are read, computed and averaged over sites as plain C++ does it.
#include "expression/compile.hpp"
#include "testing/spaces.hpp"

#include <neel/expression/site_averages.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <cmath>
#include <numbers>

using namespace neel;
using Catch::Matchers::ContainsSubstring, Catch::Matchers::WithinRel;
using expression::Names, expression::compile, expression::value_of, formula::parse;

namespace {

const Names names{{{"a", 0}, {"b", 1}}, {{"L", 8.0}}};

double value(const std::string& text, double a = 3, double b = -0.5) {
  return value_of(compile(parse(text), names), std::vector{a, b});
}

} // namespace

TEST_CASE("expressions are computed as they are written", "[expression]") {
  CHECK(value("1 + 2 * 3 - 4 / 8") == 6.5);
  CHECK(value("1 - 2 - 3") == -4);
  CHECK(value("8 / 4 / 2") == 1);
  CHECK(value("2^3^2") == 512);
  CHECK(value("-a^2") == -9);
  CHECK(value("a^-2") == 1.0 / 9);
  CHECK(value("a^0") == 1);
  CHECK(value("2*-a") == -6);
  CHECK(value(" ( a+b )*L ") == 20);
  CHECK(value(".5e1 + 1.e-1 + 2E+0") == 7.1);
  CHECK(value("mod(b, 2)") == 1.5);
  CHECK(value("mod(-7, 3)") == 2);
  CHECK(value("min(a, b) + max(a, b) * abs(b)") == 1);
  CHECK(value("floor(b)") == -1);
  CHECK(value("(a > b) + (a >= 3) + (a < b) + (a <= 3) + (a == 3) + (a != 3)") == 4);
  CHECK_THAT(value("sqrt(a) + exp(b) + log(a)"), WithinRel(std::sqrt(3.0) + std::exp(-0.5) + std::log(3.0), 1e-15));
  CHECK_THAT(value("sin(a) * cos(b)"), WithinRel(std::sin(3.0) * std::cos(-0.5), 1e-14));
  CHECK_THAT(value("a^0.5 + a^b"), WithinRel(2.3094010767585034, 1e-14));
  CHECK_THAT(value("cos(2 * pi * a / L)"), WithinRel(std::cos(2 * std::numbers::pi * 3 / 8), 1e-14));
}

TEST_CASE("what is wrong with an expression is said", "[expression]") {
  const auto says = [](const std::string& text, const std::string& what) {
    INFO(text);
    CHECK_THROWS_WITH(compile(parse(text), names), ContainsSubstring(what));
  };
  says("", "ends too early");
  says("a +", "ends too early");
  says("(a", "ends too early");
  says("a b", "from \"b\" on");
  says("a ** b", "from \"* b\" on");
  says("1..2", "from \".2\" on");
  says("c", "no \"c\"");
  says("sinh(a)", "no function \"sinh\"");
  says("min(a)", "min() has another number");
  says("a; b", "from \"; b\" on");
  says(std::string(200, '('), "too deeply nested");
  says(std::string(2000, '-') + "1", "too deeply nested");
  std::string deep = "a";
  for (int n = 0; n < 20; ++n) {
    deep = "a * (a + " + deep + ")";
  }
  says(deep, "too deeply nested");
}

TEMPLATE_LIST_TEST_CASE("averages over sites are those of a plain loop", "[expression]", testing::Spaces) {
  using Exec = TestType;
  run::UserMoments of;
  of.components = 2;
  of.basis = 3;
  of.size = {5, 4, 7}; // of which the last chunk is not full
  of.vacancies = true;
  Names site{{{"u", 0}, {"v", 1}}, {}};
  using enum run::SiteVariable;
  for (const auto& [name, variable] : {std::pair{"x", x}, {"y", y}, {"z", z}, {"basis", basis}, {"ion", ion}}) {
    site.variables[name] = of.variable(variable);
  }
  of.site_averages = {compile(parse("u^2 - v"), site),
                      compile(parse("cos(2*pi*x/5) * u + y * z^2 * basis + (ion == 2)"), site)};
  const auto sites = static_cast<std::size_t>(of.sites()), cells = static_cast<std::size_t>(of.cells());
  std::vector<double> fields(2 * sites);
  std::vector<std::uint8_t> ions(sites);
  double expected[2] = {}, count = 0;
  for (std::size_t s = 0; s < sites; ++s) {
    ions[s] = static_cast<std::uint8_t>(1 + s % 3);
    const bool vacant = s % 11 == 0;
    const double u = fields[s] = vacant ? 0 : std::sin(static_cast<double>(s));
    const double v = fields[sites + s] = vacant ? 0 : std::cos(static_cast<double>(3 * s));
    const std::size_t cell = s % cells;
    const auto at = [](std::size_t n) { return static_cast<double>(n); };
    if (!vacant) {
      expected[0] += u * u - v;
      expected[1] += std::cos(2 * std::numbers::pi * at(cell % 5) / 5) * u +
                     at(cell / 5 % 4) * at(cell / 20) * at(cell / 20) * at(s / cells + 1) + (ions[s] == 2 ? 1 : 0);
      ++count;
    }
  }
  expression::SiteAverages<Exec> averages(of);
  copy_numbers(Kokkos::View<double*, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
                   averages.fields(), fields.size()),
               host_view(fields));
  const auto there = device_list<Exec>("ions", ions);
  averages.set_ions(there.data());
  const std::vector<double> found = averages.average(Exec());
  REQUIRE(found.size() == 2);
  CHECK_THAT(found[0], WithinRel(expected[0] / count, 1e-13));
  CHECK_THAT(found[1], WithinRel(expected[1] / count, 1e-13));
}
