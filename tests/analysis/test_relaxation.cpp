// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The growth law of quenches that are known to follow one.

#include "analysis/relaxation.hpp"
#include "analysis/synthetic_glass.hpp"
#include "testing/sigma.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

using namespace neel;
using analysis::Relaxation;

namespace {

const std::vector<double> times{1, 4, 16, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384};
constexpr double z = 6.86, a = 1.2;
constexpr int length = 48; // xi_12 is 2.4 after 128 sweeps and 4.9 after 16384; L/8 = 6

} // namespace

TEST_CASE("a growth law is found, with pulls of unit width", "[analysis]") {
  constexpr int repeats = 150; // a variance is known to 0.12
  testing::Pulls pulls, amplitude;
  double chi_squared = 0;
  for (std::uint64_t seed = 0; seed < repeats; ++seed) {
    const Relaxation r = relax(testing::synthetic_quench(length, times, 200, z, a, seed), {128, {}});
    REQUIRE(r.law);
    CHECK(r.law->from == 128);
    CHECK(r.law->to == 16384);
    CHECK(r.law->times == 8);
    pulls.add((r.law->z.value - z) / r.law->z.error);
    amplitude.add((r.law->amplitude.value - a) / r.law->amplitude.error);
    chi_squared += r.law->chi_squared / static_cast<double>(r.law->freedom());
  }
  for (const testing::Pulls& p : {pulls, amplitude}) {
    INFO(p.mean() << " " << p.variance());
    CHECK(std::abs(p.mean()) < 4 / std::sqrt(double{repeats}));
    CHECK(std::abs(p.variance() - 1) < 4 * std::sqrt(2.0 / repeats));
  }
  INFO(chi_squared / repeats);
  CHECK(std::abs(chi_squared / repeats - 1) < 4 * std::sqrt(2.0 / (6 * repeats)) * 1.1);
}

TEST_CASE("xi_12 of many samples is what they were made with", "[analysis]") {
  const Relaxation r = relax(testing::synthetic_quench(length, times, 4000, z, a, 1), {});
  for (std::size_t k = 0; k < times.size(); ++k) {
    testing::check_sigma("xi_12", r.length[k], a * std::pow(times[k], 1 / z), 0.02);
  }
  REQUIRE(r.law);
  CHECK(r.law->from == 1024); // 3.3, and 2.98 before
  CHECK(r.law->to == 16384);
  testing::check_sigma("z", r.law->z, z, 0.1);
}

TEST_CASE("windows are bounded by the lattice, or as they were asked for", "[analysis]") {
  const analysis::GlassRun small = testing::synthetic_quench(34, times, 400, z, a, 2); // L/8 = 4.25
  const Relaxation none = relax(testing::synthetic_quench(24, times, 400, z, a, 2), {});
  CHECK(!none.law);
  CHECK(none.why.find("xi_12 from 3 to L/8 = 3") != std::string::npos);
  REQUIRE(relax(small, {}).law);
  CHECK(relax(small, {}).law->to == 4096);
  CHECK(relax(small, {16, 256}).law->from == 16);
  CHECK(relax(small, {16, 256}).law->to == 256);
  CHECK(relax(small, {16, 256}).law->times == 4);
  CHECK(!relax(small, {200, 600}).law);
  analysis::GlassRun without = small;
  without.correlation.clear();
  CHECK(relax(without, {}).why.find("measure.correlations") != std::string::npos);
}

TEST_CASE("chi^2 tells a curve that is no power of time", "[analysis]") {
  analysis::GlassRun g = testing::synthetic_quench(length, times, 2000, z, a, 3);
  for (std::size_t p = 0; p < times.size(); ++p) { // xi_12 rises by another law from the middle on
    const std::vector<double> own = testing::exponential_c4(a * std::pow(times[p], 1 / z), g.distances),
                              other = testing::exponential_c4(a * std::pow(times[p], 1 / z) * (p > 8 ? 1.05 : 1),
                                                              g.distances);
    for (std::size_t s = 0; s < g.samples; ++s) {
      for (std::size_t r = 0; r < g.distances; ++r) {
        g.correlation[(p * g.samples + s) * g.distances + r] *= other[r] / own[r];
      }
    }
  }
  const Relaxation r = relax(g, {128, {}});
  REQUIRE(r.law);
  CHECK(r.law->chi_squared > 10 * static_cast<double>(r.law->freedom()));
  analysis::GlassRun few = testing::synthetic_quench(length, times, 24, z, a, 4);
  CHECK(std::isnan(relax(few, {128, {}}).law->chi_squared));
}
