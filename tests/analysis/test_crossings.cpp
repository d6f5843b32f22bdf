// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Peaks and crossings against those of enumerated lattices.

#include "analysis/crossings.hpp"
#include "analysis/enumerated.hpp"
#include "testing/sigma.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace neel;
using analysis::Estimate;
using testing::EnumeratedIsing;
namespace quantity = analysis::quantity;

namespace {

const std::vector<double> temperatures{1.8, 2.1, 2.4, 2.8, 3.3};

std::vector<double> grid(double from, double to, int points = 61) {
  std::vector<double> all;
  for (int k = 0; k < points; ++k) {
    all.push_back(from + (to - from) * k / (points - 1));
  }
  return all;
}

analysis::Reweighting sampled(const EnumeratedIsing& system, std::uint64_t seed) {
  return analysis::Reweighting::of_blocks(system.definition(), system.sample(temperatures, 50'000, seed));
}

} // namespace

TEST_CASE("peaks are those of the enumerated lattice", "[analysis]") {
  const EnumeratedIsing square(4, 4);
  const auto run = sampled(square, 11);
  for (const quantity::Index q : {quantity::specific_heat, quantity::susceptibility}) {
    const auto exact = analysis::climb([&](double t) { return square.values(t)[q]; }, 2.3, 0.05, {1.5, 4});
    REQUIRE(exact);
    const std::optional<analysis::Peak> peak = find_peak(run, q, grid(1.8, 3.3));
    REQUIRE(peak);
    testing::check_sigma("temperature of peak " + std::to_string(q), peak->at, exact->at, 0.01);
    testing::check_sigma("height of peak " + std::to_string(q), peak->height, exact->value, 0.005);
  }
  CHECK(!find_peak(run, quantity::specific_heat, grid(2.6, 3.3))); // it lies outside
  CHECK(!find_peak(run, quantity::energy, grid(1.8, 3.3)));        // there is none
}

TEST_CASE("sizes cross where the enumerated lattices do", "[analysis]") {
  const EnumeratedIsing small(3, 3), large(4, 4);
  const auto exact = analysis::find_zero(
      [&](double t) { return small.values(t)[quantity::binder_ratio] - large.values(t)[quantity::binder_ratio]; }, 2.3,
      0.05, {1.5, 4});
  REQUIRE(exact);
  const auto a = sampled(small, 12), b = sampled(large, 13);
  const std::optional<analysis::Crossing> found = find_crossing(a, b, grid(1.8, 3.3));
  REQUIRE(found);
  testing::check_sigma("temperature of the crossing", found->at, *exact, 0.02);
  testing::check_sigma("Binder ratio there", found->height, small.values(*exact)[quantity::binder_ratio], 0.01);
  CHECK(!find_crossing(b, a, grid(1.8, 3.3)));     // the other way round
  CHECK(!find_crossing(a, b, grid(2.8, 3.3, 11))); // above it
}

TEST_CASE("sizes cross along a coupling, which orders them from above", "[analysis]") {
  using At = EnumeratedIsing::At;
  const EnumeratedIsing small(3, 3), large(4, 4);
  const At base{2.3};
  const std::vector<double> couplings{0.7, 0.85, 1, 1.2};
  const auto difference = [&](double j) {
    const At at{base.t, 0, j};
    return small.values(at)[quantity::binder_ratio] - large.values(at)[quantity::binder_ratio];
  };
  const auto exact = analysis::find_zero(difference, 1, 0.05, {0.6, 1.6});
  REQUIRE(exact);
  const auto sampled_along = [&](const EnumeratedIsing& system, std::uint64_t seed) {
    return analysis::Reweighting::of_blocks(system.definition(&At::j, base),
                                            system.sample(couplings, 50'000, seed, 20, 1, &At::j, base));
  };
  const auto a = sampled_along(small, 14), b = sampled_along(large, 15);
  const auto found = find_crossing(a, b, grid(0.7, 1.2), analysis::SampleNeighbours::either);
  REQUIRE(found);
  testing::check_sigma("coupling of the crossing", found->at, *exact, 0.01);
  CHECK(!find_crossing(a, b, grid(0.7, 1.2))); // as if the order were on the other side
}

TEST_CASE("a maximum or zero at zero is found", "[analysis]") {
  const analysis::Interval range{-1, 1};
  const auto highest = analysis::climb([](double x) { return -x * x; }, 0.3, 0.05, range);
  REQUIRE(highest);
  CHECK(std::abs(highest->at) < 1e-6);
  const auto zero = analysis::find_zero([](double x) { return x; }, 0.3, 0.07, range);
  REQUIRE(zero);
  CHECK(std::abs(*zero) < 1e-6);
}

TEST_CASE("looking for a zero or a maximum ends, even in steps of nothing", "[analysis]") {
  const analysis::Interval range{1.99999, 2.00001};
  const auto zero = analysis::find_zero([](double t) { return 2.000005 - t; }, 2, 0, range);
  REQUIRE(zero);
  CHECK(std::abs(*zero - 2.000005) < 1e-6);
  CHECK(!analysis::find_zero([](double) { return 1.0; }, 2, 0, range));
  const auto highest = analysis::climb([](double t) { return -(t - 2.000005) * (t - 2.000005); }, 2, 0, range);
  REQUIRE(highest);
  CHECK(std::abs(highest->at - 2.000005) < 1e-6);
}

TEST_CASE("a straight line through crossings is extrapolated, errors and all", "[analysis]") {
  // T = 2 + 3/(L_1 L_2) for L = 4, 8, 16; the middle run moves both crossings.
  const std::vector<double> length{4, 8, 16};
  const auto crossing = [](double at, std::vector<double> a, std::vector<double> b) {
    const std::vector<double> without[2] = {a, b};
    return analysis::Crossing{analysis::jackknife(at, without), {}, a, b};
  };
  const double first = 2 + 3.0 / 32, second = 2 + 3.0 / 128, e = 1e-3;
  const std::vector<analysis::Crossing> all{crossing(first, {first, first}, {first - e, first + e}),
                                            crossing(second, {second - e, second + e}, {second, second})};
  const std::optional<Estimate> found = analysis::extrapolate(all, length);
  REQUIRE(found);
  CHECK(std::abs(found->value - 2) < 1e-12);
  CHECK(std::abs(found->error - e) < 1e-12); // 4/3 of the second less 1/3 of the first, which move together
  CHECK(!analysis::extrapolate(std::span(all).first(1), std::span(length).first(2)));
}

TEST_CASE("the jackknife of a mean is the textbook error", "[analysis]") {
  const std::vector<double> values{3, 1, 4, 1, 5, 9, 2, 6};
  std::vector<double> without;
  double mean = 0, square = 0;
  for (const double v : values) {
    without.push_back((31 - v) / 7);
    mean += v / 8;
    square += v * v / 8;
  }
  const Estimate e = analysis::jackknife(mean, without);
  CHECK(std::abs(e.value - mean) < 1e-12);
  CHECK(std::abs(e.error - std::sqrt((square - mean * mean) / 7)) < 1e-12);
}

TEST_CASE("errors are written behind their values", "[analysis]") {
  CHECK(analysis::with_error({2.26912, 0.00123}) == "2.2691(12)");
  CHECK(analysis::with_error({2.26912, 0.0996}) == "2.27(10)");
  CHECK(analysis::with_error({-1234.4, 23.4}) == "-1234(23)");
  CHECK(analysis::with_error({1234567, 2340}) == "1234600(2300)");
  CHECK(analysis::with_error({1.5, std::nan("")}) == "1.5");
}
