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

TEST_CASE("functions of half a turn and half an octave stay within their stated errors, on every float", "[core]") {
  double sine = 0, cosine = 0, power = 0;
  for_floats(0x1p-40F, 0.5F, 3, [&](float magnitude) {
    for (const float f : {magnitude, -magnitude}) {
      const auto exact = static_cast<double>(f);
      const math::SinCos<float> angle = math::sincospi_half(f);
      sine =
          std::max(sine, std::abs(static_cast<double>(angle.sin) - std::sin(static_cast<double>(two_pi / 2) * exact)));
      cosine = std::max(cosine,
                        std::abs(static_cast<double>(angle.cos) - std::cos(static_cast<double>(two_pi / 2) * exact)));
      power = std::max(power, std::abs(static_cast<double>(math::exp2_half(f)) / std::exp2(exact) - 1));
    }
  });
  CHECK(sine < 1.8e-7);
  CHECK(cosine < 1.8e-7);
  CHECK(power < 1.8e-7);
}

TEST_CASE("a power of two and what it lacks to one stay within their stated errors", "[core]") {
  double power = 0, rest = 0;
  for_floats(0x1p-60F, 120.0F, 91, [&](float z) {
    const auto exact = static_cast<double>(z);
    const math::Exp2Rest e = math::exp2_and_rest(z);
    power = std::max(power, std::abs(static_cast<double>(e.power) / std::exp2(-exact) - 1));
    rest = std::max(rest, std::abs(static_cast<double>(e.rest) / -std::expm1(-exact * std::log(2.0)) - 1));
  });
  CHECK(power < 1.9e-7);
  CHECK(rest < 7e-7);
}

TEST_CASE("the logarithm of what lacks little to one stays within its stated error", "[core]") {
  double worst = 0;
  for_floats(0x1p-60F, 0x1.FFFFFEp-1F, 91, [&](float y) { // w is exact, or rounded once
    const double exact = -std::log1p(-static_cast<double>(y));
    worst = std::max(worst, std::abs(static_cast<double>(math::minus_log(y, 1.0F - y)) / exact - 1));
  });
  for_floats(0x1p-40F, 0x1p-10F, 91, [&](float w) { // y is one, to its precision
    worst = std::max(
        worst, std::abs(static_cast<double>(math::minus_log(1.0F - w, w)) / -std::log(static_cast<double>(w)) - 1));
  });
  CHECK(worst < 3e-7);
}

TEST_CASE("numbers are brought into the unit interval", "[core]") {
  CHECK(math::saturate(-1.0F) == 0.0F);
  CHECK(math::saturate(0.25F) == 0.25F);
  CHECK(math::saturate(1e30F) == 1.0F);
  CHECK(math::saturate(std::numeric_limits<float>::quiet_NaN()) == 0.0F);
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

namespace {

/// Counts floats whose square root by math::sqrt_normal, or inverse by math::inverse_normal, is not that of IEEE 754.
struct WrongRoots {
  KOKKOS_FUNCTION void operator()(std::uint32_t bits, std::int64_t& wrong) const {
    const auto x = Kokkos::bit_cast<float>(bits);
    wrong += math::sqrt_normal(x) == math::sqrt(x) ? 0 : 1;
    wrong += x > 0x1p120F || math::inverse_normal(x) == 1.0F / x ? 0 : 1;
  }
};

} // namespace

TEMPLATE_LIST_TEST_CASE("square roots and inverses of normal numbers are IEEE's", "[core]", neel::testing::Spaces) {
  constexpr auto least = std::bit_cast<std::uint32_t>(0x1p-100F), infinity = 0x7F800000U;
  constexpr auto last = neel::runs_on_host<TestType> ? least + (1U << 20) : infinity; // every one on devices
  std::int64_t wrong = 0;
  Kokkos::parallel_reduce("neel::testing::wrong_roots",
                          Kokkos::RangePolicy<TestType, Kokkos::IndexType<std::uint32_t>>(least, last), WrongRoots(),
                          wrong);
  CHECK(wrong == 0);
}

TEMPLATE_LIST_TEST_CASE("every space and compiler gives the same bits", "[core]", neel::testing::Spaces) {
  CHECK(bit_sum<TestType, float>() == 0x551C116DB199688AULL);
  CHECK(bit_sum<TestType, double>() == 0xD44A5DF51499A177ULL);
}
