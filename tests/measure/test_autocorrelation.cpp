// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include <neel/random/philox.hpp>
#include <neel/statistics/autocorrelation.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace neel;
using statistics::Autocorrelation;

namespace {

/// x' = a x + noise, the noise of variance 1/12, from equilibrium on: Gamma(t) = a^t / (12 (1 - a^2)).
std::vector<double> autoregressive(double a, std::size_t length, std::uint64_t number) {
  std::vector<double> all;
  double x = 0;
  for (std::uint32_t k = 0; all.size() < length; ++k) {
    x = a * x + static_cast<double>(random::Stream(7, random::Purpose::update, 0, number)(k).a) * 0x1p-32 - 0.5;
    if (k >= 2000) {
      all.push_back(x);
    }
  }
  return all;
}

/// Of the mean of so many numbers, in the limit of many.
double exact_squared_error(double a, double numbers) { return 1.0 / 12 / ((1 - a) * (1 - a)) / numbers; }

} // namespace

TEST_CASE("errors of correlated series are exact within their own errors", "[measure]") {
  for (const double a : {0.0, 0.5, 0.9, 0.98}) {
    for (const bool one_mean : {false, true}) {
      constexpr std::size_t chains = 32, length = 4096;
      Autocorrelation all;
      for (std::size_t c = 0; c < chains; ++c) {
        all.add(statistics::shortened(autoregressive(a, length, c), Autocorrelation::longest(1)));
      }
      const Autocorrelation::Error e = all.error(one_mean);
      const double ratio = std::sqrt(e.squared / exact_squared_error(a, chains * length));
      INFO("a = " << a << ", one mean: " << one_mean << ", ratio " << ratio << " +- " << e.relative_error);
      CHECK(e.resolved);
      CHECK(std::abs(ratio - 1) < 4 * e.relative_error + 0.01); // the window's bias is below a percent
      CHECK(e.relative_error < 0.06);
    }
  }
}

TEST_CASE("pulls of short correlated series have unit width", "[measure]") {
  for (const double a : {0.0, 0.6, 0.8}) { // up to tau = 4.5 of 512: below a hundred tau, errors of errors widen them
    constexpr int series = 1000;
    double squares = 0;
    for (int s = 0; s < series; ++s) {
      const std::vector<double> x = autoregressive(a, 512, static_cast<std::uint64_t>(s));
      Autocorrelation one;
      one.add(x);
      double mean = 0;
      for (const double v : x) {
        mean += v / 512;
      }
      squares += mean * mean / one.error(false).squared / series;
    }
    INFO("a = " << a << ", width " << std::sqrt(squares));
    CHECK(std::abs(std::sqrt(squares) - 1) < 0.1); // 4 sigma of a width from 1000 pulls: 0.09
  }
}

TEST_CASE("chains that stay where they are differ, and that is seen", "[measure]") {
  Autocorrelation all;
  for (std::size_t c = 0; c < 16; ++c) {
    std::vector<double> x = autoregressive(0.0, 256, c);
    for (double& v : x) {
      v += c % 2 == 0 ? 10 : -10;
    }
    all.add(x);
  }
  CHECK_FALSE(all.error(true).resolved);
  CHECK(all.error(true).squared > 100.0 / 16 / 4);
  CHECK(all.error(false).resolved);
  CHECK(all.error(false).squared < 1e-4);
  CHECK(std::abs(all.between() - 100) < 1);
}

TEST_CASE("a constant has no error", "[measure]") {
  Autocorrelation all;
  all.add(std::vector<double>(64, 3.25));
  CHECK(all.error(true).squared == 0);
  CHECK(all.error(true).resolved);
}

TEST_CASE("errors from bins grow with their length until bins are independent", "[measure]") {
  const std::vector<double> errors = statistics::binning_errors(autoregressive(0.9, 65536, 3));
  REQUIRE(errors.size() == 15);
  const double naive = std::sqrt(1.0 / 12 / (1 - 0.81) / 65536), exact = std::sqrt(exact_squared_error(0.9, 65536));
  CHECK(std::abs(errors[0] / naive - 1) < 0.02);
  for (std::size_t k = 7; k < 9; ++k) { // 512 and 256 bins: 4 sigma of their errors is 0.12 and 0.18
    INFO("level " << k << ": " << errors[k] / exact);
    CHECK(std::abs(errors[k] / exact - 1) < (k == 7 ? 0.13 : 0.18));
  }
  CHECK(statistics::binning_errors(std::vector<double>(3, 1.0)).empty());
}

TEST_CASE("a series is shortened by averaging neighbours", "[measure]") {
  const std::vector<double> numbers{1, 3, 5, 7, 9, 100};
  CHECK(statistics::shortened(numbers, 6) == numbers);
  CHECK(statistics::shortened(numbers, 3) == std::vector<double>{2, 6, 54.5});
  CHECK(statistics::shortened(numbers, 2) == std::vector<double>{4});
}
