// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "input/units.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <stdexcept>

using namespace neel::input;

TEST_CASE("quantities are converted to the run's unit", "[input]") {
  const EnergyUnit kelvin{"K", 1.0, 5.0}, reduced{"reduced", 435.23, 5.0};
  CHECK(parse_quantity("14 K", Dimension::energy, kelvin) == 14.0);
  CHECK(std::abs(parse_quantity("1.2 meV", Dimension::energy, kelvin) - 13.925421745860) < 1e-9);
  CHECK(std::abs(parse_quantity("1 mRy", Dimension::energy, kelvin) - 157.887512) < 1e-5);
  CHECK(parse_quantity("3.5", Dimension::energy, reduced) == 3.5);
  CHECK(std::abs(parse_quantity("628 K", Dimension::energy, reduced) - 1.44291) < 1e-5);
  // 0.26 T on 5 mu_B is H = 0.002 in units of J(Fe-Fe).
  CHECK(std::abs(parse_quantity("0.26 T", Dimension::field, reduced) - 0.002006) < 1e-6);
  CHECK(parse_quantity("5 mu_B", Dimension::moment, reduced) == 5.0);
}

TEST_CASE("wrong units are refused with what is allowed", "[input]") {
  const EnergyUnit unknown;
  const auto message = [&](const char* text, Dimension d) -> std::string {
    try {
      parse_quantity(text, d, unknown);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
    return "";
  };
  CHECK(message("3 T", Dimension::energy).find("allowed: K, meV") != std::string::npos);
  CHECK(message("3 Kelvin", Dimension::energy).find("Kelvin") != std::string::npos);
  CHECK(message("hot", Dimension::energy).find("not a number") != std::string::npos);
  CHECK(message("3 K", Dimension::energy).find("[model] unit") != std::string::npos);
  CHECK(message("3 T", Dimension::field).find("moment_unit") != std::string::npos);
  CHECK(message("3 K", Dimension::moment).find("mu_B") != std::string::npos);
}
