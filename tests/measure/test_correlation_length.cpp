// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include <neel/random/philox.hpp>
#include <neel/statistics/correlation_length.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace neel;

namespace {

std::vector<double> exponential(double length, std::size_t distances) {
  std::vector<double> c4{1};
  for (std::size_t r = 1; r <= distances; ++r) {
    c4.push_back(std::exp(-static_cast<double>(r) / length));
  }
  return c4;
}

} // namespace

TEST_CASE("the integral length of an exponential is what its sums say, but for one percent", "[measure]") {
  for (const double length : {0.8, 1.5, 4.0}) {
    const double e = std::exp(-1 / length), whole = (1 + e) / (1 - e); // sums over all r
    const double xi = statistics::integral_length(exponential(length, 200));
    INFO("length " << length << ": " << xi << ", all distances " << whole);
    CHECK(xi < whole);
    CHECK(xi > 0.985 * whole);
  }
}

TEST_CASE("noise far beyond the length does not enter, and no correlation has no length", "[measure]") {
  std::vector<double> c4 = exponential(1.5, 200);
  const double clean = statistics::integral_length(c4);
  for (std::uint32_t r = 16; r < c4.size(); ++r) {
    c4[r] += 0.01 * (static_cast<double>(random::Stream(1, random::Purpose::update, 0, 0)(r).a) * 0x1p-32 - 0.5);
  }
  CHECK(statistics::integral_length(c4) == clean);
  CHECK(std::isnan(statistics::integral_length(std::vector<double>{1, std::nan(""), std::nan("")})));
  CHECK(std::isnan(statistics::integral_length(std::vector<double>{1, -0.1, 0.2})));
  CHECK(statistics::integral_cut(std::vector<double>{1, 0.5, 0.4, 0.3}) == 3); // not fallen yet: all
  CHECK(statistics::integral_cut(exponential(1.5, 200)) < 15);
}

TEST_CASE("the integral length changes smoothly with the correlation", "[measure]") {
  std::vector<double> c4 = exponential(1.7, 40);
  double before = statistics::integral_length(c4);
  for (int k = 0; k < 1000; ++k) { // through several distances of the cut
    for (std::size_t r = 1; r < c4.size(); ++r) {
      c4[r] *= 1 - 1e-4 * static_cast<double>(r);
    }
    const double now = statistics::integral_length(c4);
    CHECK(now < before);
    CHECK(before - now < 0.002);
    before = now;
  }
}
