// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Crossings of spin glasses of known curves.

#include "analysis/glass_analysis.hpp"
#include "analysis/synthetic_glass.hpp"
#include "testing/sigma.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <numeric>

using namespace neel;
using analysis::Crossings;
using analysis::GlassRun;
namespace overlaps = analysis::overlaps;

namespace {

const std::vector<double> ladder{0.8, 0.9, 1.0, 1.08, 1.16, 1.24, 1.32, 1.4, 1.5};
constexpr double t_c = 1.1, exponent = 1.5;

/// Steeper with L; consecutive sizes meet a little off t_c.
double ratio(int l, double t) { return 0.65 - 0.15 * l * (t - t_c) * (1 - 0.2 * t) - 0.05 / l; }
double binder(int l, double t) { return 1.5 + 0.12 * l * (t - t_c) * (1 - 0.2 * t) + 0.02 / l; }

GlassRun glass(int l, std::uint64_t seed, std::size_t samples = 150) {
  return testing::synthetic_glass(
      l, ladder, samples, [l](double t) { return ratio(l, t); }, [l](double t) { return binder(l, t); }, seed);
}

double exact_crossing(double (*curve)(int, double), int a, int b) {
  return *analysis::find_zero([&](double t) { return curve(a, t) - curve(b, t); }, t_c, 0.01, {0.8, 1.5});
}

/// Of the straight line through two points.
double exact_critical(double (*curve)(int, double)) {
  const double x = std::pow(24, -exponent / 2), y = std::pow(48, -exponent / 2);
  const double first = exact_crossing(curve, 4, 6), second = exact_crossing(curve, 6, 8);
  return second - y * (second - first) / (y - x);
}

} // namespace

TEST_CASE("local cubics follow smooth curves, and average noise", "[analysis]") {
  const auto value = [](const std::vector<double>& x, double at, const std::function<double(double)>& f) {
    const std::vector<double> w = analysis::LocalCubic(x).weights(at);
    double sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      sum += w[k] * f(x[k]);
    }
    return sum;
  };
  const auto cubic = [](double t) { return 1 + t * (2 - t * (3 - t)); };
  std::vector<double> many;
  for (int k = 0; k <= 30; ++k) {
    many.push_back(0.1 * k + 0.002 * k * k);
  }
  for (double t = 0; t < many.back(); t += 0.0617) {
    CHECK(value(many, t, cubic) == Catch::Approx(cubic(t)).epsilon(1e-9).margin(1e-10));
    CHECK(std::abs(value(many, t, [](double x) { return std::sin(x); }) - std::sin(t)) < 0.005);
  }
  for (double t = 0.8; t < 1.5; t += 0.013) { // four or five points
    const std::vector<double> w = analysis::LocalCubic(ladder, analysis::LocalCubic::least).weights(t);
    CHECK(std::inner_product(w.begin(), w.end(), ladder.begin(), 0.0) == Catch::Approx(t));
    CHECK(std::count_if(w.begin(), w.end(), [](double v) { return v != 0; }) <= 5);
  }
  CHECK(value(ladder, 1.111, cubic) == Catch::Approx(cubic(1.111)));
  CHECK(value({1, 1.2, 1.5, 1.6}, 1.37, cubic) == Catch::Approx(cubic(1.37)));
  CHECK(value({1, 2}, 1.25, [](double t) { return 2 * t; }) == Catch::Approx(2.5)); // a straight line
  double noise = 0;
  for (const double w : analysis::LocalCubic(many).weights(many[15])) {
    noise += w * w;
  }
  CHECK(noise < 0.6);
  CHECK(noise > 0.2);
}

TEST_CASE("xi / L and Binder ratio are those of the averages over samples", "[analysis]") {
  const GlassRun g = glass(6, 1, 2000);
  for (const overlaps::Index q : {overlaps::length_ratio, overlaps::binder_ratio}) {
    const analysis::GlassCurve curve(g, q);
    for (std::size_t p = 0; p < ladder.size(); ++p) {
      testing::check_sigma("at " + std::to_string(ladder[p]), curve.measured()[p],
                           q == overlaps::length_ratio ? ratio(6, ladder[p]) : binder(6, ladder[p]), 0.01);
      testing::check_sigma("curve at " + std::to_string(ladder[p]), curve.at(ladder[p]),
                           q == overlaps::length_ratio ? ratio(6, ladder[p]) : binder(6, ladder[p]), 0.01);
      CHECK(curve.at(ladder[p]).error < 1.05 * curve.measured()[p].error);
    }
    CHECK(std::isnan(curve.at(0.79).value));
  }
}

TEST_CASE("natural splines follow smooth curves", "[analysis]") {
  std::vector<double> x;
  for (int k = 0; k <= 32; ++k) {
    x.push_back(k * std::acos(-1.0) / 32);
  }
  const auto sum = [](std::span<const double> points, double t, const std::function<double(double)>& f) {
    const std::vector<double> w = analysis::NaturalSpline(points).weights(t);
    return std::inner_product(w.begin(), w.end(), points.begin(), 0.0, std::plus<>(),
                              [&](double weight, double at) { return weight * f(at); });
  };
  for (double t = 0; t < x.back(); t += 0.0123) { // the second derivative of the sine is 0 at both ends
    CHECK(std::abs(sum(x, t, [](double v) { return std::sin(v); }) - std::sin(t)) < 1e-6);
  }
  CHECK(sum(ladder, 1.111, [](double t) { return 2 * t; }) == Catch::Approx(2.222));
  CHECK(sum(std::vector{1.0, 2.0}, 1.25, [](double t) { return 2 * t; }) == Catch::Approx(2.5));
}

TEST_CASE("a ladder that is coarse for its curve has a spline through what was measured", "[analysis]") {
  const auto bent = [](double t) { return 0.3 + 0.3 * std::tanh(8 * (1.1 - t)); };
  const GlassRun g = testing::synthetic_glass(8, ladder, 4000, bent, [&](double t) { return 3 - 2 * bent(t); }, 9);
  for (const overlaps::Index q : {overlaps::length_ratio, overlaps::binder_ratio}) {
    const analysis::GlassCurve curve(g, q);
    CHECK(curve.kind() == "natural spline");
    for (std::size_t p = 0; p < ladder.size(); ++p) {
      CHECK(curve.at(ladder[p]).value == Catch::Approx(curve.measured()[p].value).epsilon(1e-9));
      CHECK(curve.at(ladder[p]).error == Catch::Approx(curve.measured()[p].error).epsilon(1e-9));
    }
    CHECK(analysis::GlassCurve(glass(6, 3), q).kind() == "local cubic of 9");
  }
}

TEST_CASE("crossings of glasses and T_c have pulls of unit width", "[analysis]") {
  constexpr int repeats = 150; // a variance is known to 0.12
  for (const overlaps::Index q : {overlaps::length_ratio, overlaps::binder_ratio}) {
    const auto curve = q == overlaps::length_ratio ? ratio : binder;
    const double crossing = exact_crossing(curve, 4, 6), critical = exact_critical(curve);
    testing::Pulls at, height, extrapolated;
    for (std::uint64_t seed = 0; seed < repeats; ++seed) {
      std::vector<analysis::GlassCurves> runs;
      for (const int l : {4, 6, 8}) {
        runs.push_back(analysis::glass_curves(glass(l, 3 * seed + static_cast<std::uint64_t>(l) / 2), {41, {}, {}}));
      }
      const Crossings found = analysis::cross_sizes(runs, q, exponent);
      REQUIRE(found.pairs.size() == 2);
      REQUIRE(found.pairs[0]);
      REQUIRE(found.critical);
      at.add((found.pairs[0]->at.value - crossing) / found.pairs[0]->at.error);
      height.add((found.pairs[0]->height.value - curve(4, crossing)) / found.pairs[0]->height.error);
      extrapolated.add((found.critical->value - critical) / found.critical->error);
    }
    for (const testing::Pulls& pulls : {at, height, extrapolated}) {
      INFO(q << ": " << pulls.mean() << " " << pulls.variance());
      CHECK(std::abs(pulls.mean()) < 4 / std::sqrt(double{repeats}));
      CHECK(std::abs(pulls.variance() - 1) < 4 * std::sqrt(2.0 / repeats));
    }
  }
}

TEST_CASE("sizes of a glass that do not cross have a reason", "[analysis]") {
  const auto curves = [](double from, double to, int l) {
    return analysis::glass_curves(testing::synthetic_glass(
                                      l, std::vector{from, (from + to) / 2, to}, 300,
                                      [l](double t) { return ratio(l, t); }, [l](double t) { return binder(l, t); }, 5),
                                  {41, {}, {}});
  };
  const auto why = [](const analysis::GlassCurves& a, const analysis::GlassCurves& b, overlaps::Index q) {
    return why_no_crossing(a.curves[q].to_cross(), b.curves[q].to_cross(), "T", true,
                           [](double t) { return std::to_string(t); });
  };
  for (const overlaps::Index q : {overlaps::length_ratio, overlaps::binder_ratio}) {
    CHECK(why(curves(0.5, 0.8, 4), curves(0.5, 0.8, 8), q).starts_with("ordered from T = 0.5"));
    CHECK(why(curves(1.4, 1.6, 4), curves(1.4, 1.6, 8), q).starts_with("disordered from T = 1.4"));
    CHECK(why(curves(1.0, 1.1, 4), curves(1.2, 1.3, 8), q).starts_with("no T is known of both sizes"));
    const std::vector<analysis::GlassCurves> both{curves(1.4, 1.6, 4), curves(1.4, 1.6, 8)};
    CHECK(!analysis::cross_sizes(both, q, exponent).pairs.front());
  }
}

TEST_CASE("xi is not known where the correlation is lost in noise", "[analysis]") {
  GlassRun g = glass(4, 7);
  for (std::size_t s = 0; s < g.samples; ++s) {
    g.mode[8 * g.samples + s] = 2 * g.square[8 * g.samples + s]; // at the highest temperature
  }
  const analysis::GlassCurve curve(g, overlaps::length_ratio);
  CHECK(std::isnan(curve.measured().back().value));
  CHECK(curve.reach().to == ladder[7]);
  g.mode.clear(); // open ends
  const analysis::GlassCurve none(g, overlaps::length_ratio);
  CHECK(none.reach().from > none.reach().to);
  CHECK(analysis::GlassCurve(g, overlaps::binder_ratio).reach().to == ladder.back());
}
