// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The error bounds that core/math.hpp states. References: double for float functions, long double for double ones. The
// [exhaustive] case visits every float (minutes); the others visit a dense part of them.
#include "testing/spaces.hpp"

#include <neel/core/math.hpp>

#include <catch2/catch_template_test_macros.hpp>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace math = neel::math;

namespace {

constexpr long double two_pi = 6.283185307179586476925286766559005768L;

template <class Visit>
void for_floats(float from, float to, std::uint32_t stride, Visit&& visit) {
  for (std::uint64_t bits = std::bit_cast<std::uint32_t>(from); bits <= std::bit_cast<std::uint32_t>(to);
       bits += stride) {
    visit(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  }
}

double worst_exp(std::uint32_t stride) {
  double worst = 0;
  const auto visit = [&](float magnitude) {
    for (const float x : {magnitude, -magnitude}) {
      const double exact = std::exp(static_cast<double>(x));
      if (exact >= 0x1p-126 && exact < 0x1.FFFFFEp127) {
        worst = std::max(worst, std::abs(static_cast<double>(math::exp(x)) - exact) / exact);
      }
    }
  };
  for_floats(0x1p-30F, 88.7228F, stride, visit);
  return worst;
}

double worst_log(std::uint32_t stride) {
  double worst = 0;
  for_floats(0x1p-149F, std::numeric_limits<float>::max(), stride, [&](float x) {
    const double exact = std::log(static_cast<double>(x));
    if (exact != 0) {
      worst = std::max(worst, std::abs((static_cast<double>(math::log(x)) - exact) / exact));
    }
  });
  return worst;
}

double worst_sincos(float least, float most, std::uint32_t stride) {
  double worst = 0;
  for_floats(least, most, stride, [&](float magnitude) {
    for (const float t : {magnitude, -magnitude}) {
      const double turn = static_cast<double>(t) - std::round(static_cast<double>(t)); // exact
      const double angle = static_cast<double>(two_pi) * turn;
      const math::SinCos<float> sc = math::sincos2pi(t);
      worst = std::max({worst, std::abs(static_cast<double>(sc.sin) - std::sin(angle)),
                        std::abs(static_cast<double>(sc.cos) - std::cos(angle))});
    }
  });
  return worst;
}

constexpr double exp_bound = 1.2e-7, log_bound = 2.4e-7, sincos_bound = 1.2e-7;

} // namespace

TEST_CASE("float functions stay within their stated errors", "[core]") {
  CHECK(worst_exp(251) < exp_bound);
  CHECK(worst_log(251) < log_bound);
  CHECK(worst_sincos(0x1p-32F, 0.5F, 61) < sincos_bound);
  CHECK(worst_sincos(0.5F, 0x1p20F, 61) < sincos_bound);
}

TEST_CASE("float functions stay within their stated errors on every float", "[exhaustive]") {
  const double e = worst_exp(1), l = worst_log(1), s = worst_sincos(0x1p-32F, 0x1p20F, 1);
  WARN("worst errors over all floats: exp " << e << ", log " << l << " (relative), sincos2pi " << s << " (absolute)");
  CHECK(e < exp_bound);
  CHECK(l < log_bound);
  CHECK(s < sincos_bound);
}

TEST_CASE("double functions stay within their stated errors", "[core]") {
  long double worst_e = 0, worst_l = 0, worst_s = 0;
  constexpr int n = 1'000'000;
  for (int k = 1; k < n; ++k) {
    const double x = -708.0 + 1417.0 * k / n;
    const long double e = std::exp(static_cast<long double>(x));
    worst_e = std::max(worst_e, std::abs((static_cast<long double>(math::exp(x)) - e) / e));
    for (const double y : {0.5 + 1.5 * k / n, std::exp(x)}) {
      const long double l = std::log(static_cast<long double>(y));
      if (l != 0) {
        worst_l = std::max(worst_l, std::abs((static_cast<long double>(math::log(y)) - l) / l));
      }
    }
    const double t = -8.0 + 16.0 * k / n;
    const math::SinCos<double> sc = math::sincos2pi(t);
    worst_s = std::max({worst_s, std::abs(static_cast<long double>(sc.sin) - std::sin(two_pi * t)),
                        std::abs(static_cast<long double>(sc.cos) - std::cos(two_pi * t))});
  }
  INFO("exp " << static_cast<double>(worst_e) << " log " << static_cast<double>(worst_l) << " sincos "
              << static_cast<double>(worst_s));
  CHECK(worst_e < 2.3e-16L);
  CHECK(worst_l < 4.5e-16L);
  CHECK(worst_s < 2.3e-16L);
}

using Reals = std::tuple<float, double>; // (a list, since nvcc stumbles over TEMPLATE_TEST_CASE)

TEMPLATE_LIST_TEST_CASE("special values", "[core]", Reals) {
  using Real = TestType;
  constexpr Real infinity = std::numeric_limits<Real>::infinity();
  const Real nan = std::numeric_limits<Real>::quiet_NaN();
  CHECK(math::exp(Real(0)) == 1);
  CHECK(math::exp(-infinity) == 0);
  CHECK(math::exp(Real(-1e4)) == 0);
  CHECK(math::exp(infinity) == infinity);
  CHECK(math::exp(Real(1e4)) == infinity);
  CHECK(std::isnan(math::exp(nan)));
  CHECK(math::log(Real(1)) == 0);
  CHECK(math::log(Real(0)) == -infinity);
  CHECK(math::log(infinity) == infinity);
  CHECK(std::isnan(math::log(Real(-1))));
  CHECK(std::isnan(math::log(nan)));
  CHECK(math::sincos2pi(Real(0)).sin == 0);
  CHECK(math::sincos2pi(Real(0)).cos == 1);
  CHECK(math::sincos2pi(Real(0.25)).sin == 1);
  CHECK(math::sincos2pi(Real(-0.5)).cos == -1);
  CHECK(math::sincos2pi(Real(0.75)).sin == -1);
}

namespace {

/// Bits of all functions at many arguments, added up in any order.
template <class Real>
struct BitSum {
  using Int = typename math::detail::Format<Real>::Int;
  KOKKOS_FUNCTION void operator()(int i, std::uint64_t& sum) const {
    const Real x = (static_cast<Real>(i) - Real(500000)) * Real(0.000171);
    const math::SinCos<Real> sc = math::sincos2pi(x);
    const Real values[] = {sc.sin, sc.cos, math::exp(x), math::log(x * x), math::sqrt(x * x + Real(1))};
    for (const Real value : values) {
      sum += static_cast<std::uint64_t>(Kokkos::bit_cast<Int>(value)) * (2 * static_cast<std::uint64_t>(i) + 1);
    }
  }
};

template <class Exec, class Real>
std::uint64_t bit_sum() {
  std::uint64_t sum = 0;
  Kokkos::parallel_reduce("neel::testing::bit_sum", Kokkos::RangePolicy<Exec>(0, 1'000'000), BitSum<Real>{}, sum);
  return sum;
}

} // namespace

TEMPLATE_LIST_TEST_CASE("every space and compiler gives the same bits", "[core]", neel::testing::Spaces) {
  CHECK(bit_sum<TestType, float>() == 0x551C116DB199688AULL);
  CHECK(bit_sum<TestType, double>() == 0xD44A5DF51499A177ULL);
}
