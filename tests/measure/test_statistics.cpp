// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "testing/sigma.hpp"

#include <neel/random/philox.hpp>
#include <neel/statistics/statistics.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace neel;
using statistics::Bins;

namespace {

double uniform(std::uint64_t series, std::uint32_t at) {
  return static_cast<double>(random::Stream(5, random::Purpose::update, 0, series)(at).a) * 0x1p-32;
}

double first(std::span<const double> x) { return x[0]; }

} // namespace

TEST_CASE("bins hold every measurement, the last one the rest", "[measure]") {
  Bins bins(1, 10);
  for (int k = 0; k < 103; ++k) {
    const double v = k;
    bins.add({&v, 1});
  }
  CHECK(bins.bins() == 13);
  CHECK(bins.length() == 8);
  CHECK(bins.count(12) == 7);
  CHECK(bins.measurements() == 103);
  CHECK(bins.means()[0] == 51);
  CHECK(bins.mean(0, 0) == 3.5);
  CHECK(bins.mean(12, 0) == 99);
}

TEST_CASE("there are from `least` to twice as many bins, full ones of equal length", "[measure]") {
  Bins bins(1, 4);
  for (int k = 1; k <= 1000; ++k) {
    const double v = k;
    bins.add({&v, 1});
    CHECK(bins.bins() >= static_cast<std::size_t>(std::min(k, 4)));
    CHECK(bins.bins() <= 8);
    CHECK(bins.measurements() == k);
    CHECK(bins.count(0) == std::min<std::int64_t>(bins.length(), k));
  }
}

TEST_CASE("bins taken apart and put together again go on as if nothing had happened", "[measure]") {
  Bins whole(2, 4), parts(2, 4);
  for (std::uint32_t k = 0; k < 300; ++k) {
    const double raw[2] = {uniform(1, k), uniform(2, k)};
    whole.add(raw);
    parts.add(raw);
    const std::vector<double> sums(parts.sums().begin(), parts.sums().end());
    parts = Bins(2, 4, parts.length(), parts.measurements(), sums);
  }
  CHECK(std::equal(whole.sums().begin(), whole.sums().end(), parts.sums().begin(), parts.sums().end()));
  CHECK(whole.length() == parts.length());
  CHECK(whole.measurements() == parts.measurements());
}

TEST_CASE("the jackknife of a mean with equal bins is the textbook error", "[measure]") {
  Bins bins(1, 8);
  const double values[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  double mean = 0, square = 0;
  for (const double& v : values) {
    bins.add({&v, 1});
    mean += v / 8;
    square += v * v / 8;
  }
  const statistics::Estimate e = statistics::jackknife(bins, first);
  CHECK(std::abs(e.value - mean) < 1e-12);
  CHECK(std::abs(e.error - std::sqrt((square - mean * mean) / 7)) < 1e-12);
}

TEST_CASE("one bin gives a value and no error", "[measure]") {
  Bins bins(1, 32);
  const double v = 2;
  bins.add({&v, 1});
  CHECK(statistics::jackknife(bins, first).value == 2);
  CHECK(std::isnan(statistics::jackknife(bins, first).error));
}

// A correlated series x' = a x + noise: binned errors must see the correlation, and cover the true mean as they promise.
// The variance of the series, <x^2> - <x>^2, is a derived quantity with a bias that the jackknife removes.
TEST_CASE("pulls of a correlated series have unit width", "[measure]") {
  constexpr int series = 400, length = 4030, bins_per_series = 32;
  constexpr double a = 0.8;
  const double variance = 1.0 / 12 / (1 - a * a);
  Bins pulls(4, series);
  for (int s = 0; s < series; ++s) {
    Bins bins(2, bins_per_series);
    double x = 0;
    for (std::uint32_t k = 0; k < 100 + length; ++k) {
      x = a * x + uniform(static_cast<std::uint64_t>(s), k) - 0.5;
      if (k >= 100) {
        const double raw[2] = {x, x * x};
        bins.add(raw);
      }
    }
    const statistics::Estimate mean = statistics::jackknife(bins, first);
    const statistics::Estimate var =
        statistics::jackknife(bins, [](std::span<const double> m) { return m[1] - m[0] * m[0]; });
    const double p = mean.value / mean.error, q = (var.value - variance) / var.error;
    const double raw[4] = {p, p * p, q, q * q};
    pulls.add(raw);
  }
  const std::vector<double> m = pulls.means();
  INFO("mean and squared width of pulls: " << m[0] << " " << m[1] << ", " << m[2] << " " << m[3]);
  CHECK(std::abs(m[0]) < 4 / std::sqrt(series));
  CHECK(std::abs(m[2]) < 4 / std::sqrt(series));
  CHECK(std::abs(std::sqrt(m[1]) - 1) < 0.15); // 4 sigma of a width from 400 pulls
  CHECK(std::abs(std::sqrt(m[3]) - 1) < 0.15);
}
