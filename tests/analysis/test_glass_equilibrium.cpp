// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Equilibration of series that are known to be in equilibrium, or not.

#include "analysis/glass_equilibrium.hpp"
#include "analysis/student.hpp"
#include "analysis/synthetic_glass.hpp"
#include "input/run_input.hpp"
#include "testing/sigma.hpp"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <filesystem>

#include <unistd.h>

using namespace neel;
using analysis::GlassEquilibrium;
using analysis::GlassRun;

namespace {

/// q^2 and e of samples whose bins scatter about means of their own; `drift` more of them in the last half, of every tenth sample.
GlassRun series(double drift, std::uint64_t seed, std::size_t chains = 4000, std::size_t draws = 16) {
  std::mt19937_64 random(seed);
  testing::Numbers01 normal;
  GlassRun g;
  analysis::GlassSeries& s = g.coldest;
  s.temperature = 1;
  s.chains = chains;
  s.counts.assign(draws, 64);
  for (std::size_t c = 0; c < chains; ++c) {
    const double mean = normal(random);
    for (std::size_t d = 0; d < draws; ++d) {
      s.square.push_back(mean + 0.2 * normal(random) + (c % 10 == 0 && d >= draws / 2 ? drift : 0));
      s.energy.push_back(-1 + mean + 0.2 * normal(random));
    }
  }
  return g;
}

} // namespace

TEST_CASE("tails of Student's distribution are those of tables", "[analysis]") {
  CHECK(analysis::student_tail(2.776445, 4) == Catch::Approx(0.05).epsilon(1e-5));
  CHECK(analysis::student_tail(63.65674, 1) == Catch::Approx(0.01).epsilon(1e-5));
  CHECK(analysis::student_tail(-2.750, 30) == Catch::Approx(0.01).epsilon(1e-3));
  CHECK(analysis::student_tail(1.959964, 1e6) == Catch::Approx(0.05).epsilon(1e-4));
  CHECK(analysis::student_tail(0, 5) == 1);
  CHECK(analysis::student_tail(1, 1) == Catch::Approx(0.5));
  CHECK(analysis::welch(std::vector{1.0, 1.0}, std::vector{1.0, 1.0}) == 1);
  CHECK(analysis::welch(std::vector{1.0, 1.0}, std::vector{2.0, 2.0}) == 0);
  // t = 3 / sqrt(1/3 + 1/3) with 4 degrees of freedom
  CHECK(analysis::welch(std::vector{1.0, 2.0, 3.0}, std::vector{4.0, 5.0, 6.0}) == Catch::Approx(0.0213).epsilon(2e-3));
}

TEST_CASE("samples in equilibrium differ as often as chance has it", "[analysis]") {
  const GlassEquilibrium e = examine_equilibrium(series(0, 1));
  REQUIRE(e.drifts.size() == 2);
  for (const analysis::Drift& d : e.drifts) {
    INFO(d.name << ": " << d.unlike.size());
    CHECK(d.expected() == Catch::Approx(40));
    CHECK(std::abs(static_cast<double>(d.unlike.size()) - d.expected()) < 4 * std::sqrt(d.expected()));
    CHECK(!d.too_many());
    REQUIRE(d.octaves.size() == 4);
    testing::check_sigma(d.name, d.difference, 0, 0.0025);
  }
  testing::Pulls pulls;
  for (std::uint64_t seed = 2; seed < 102; ++seed) {
    const GlassEquilibrium one = examine_equilibrium(series(0, seed, 100));
    pulls.add(one.drifts[0].difference.value / one.drifts[0].difference.error);
  }
  CHECK(std::abs(pulls.mean()) < 0.4);
  CHECK(std::abs(pulls.variance() - 1) < 4 * std::sqrt(2.0 / 100));
}

TEST_CASE("samples that drift are found, and the others not", "[analysis]") {
  const GlassEquilibrium e = examine_equilibrium(series(1.5, 3));
  const analysis::Drift& square = e.drifts[0];
  CHECK(square.too_many());
  const auto right =
      std::count_if(square.unlike.begin(), square.unlike.end(), [](std::size_t c) { return c % 10 == 0; });
  CHECK(right > 380); // of 400
  CHECK(static_cast<double>(square.unlike.size()) - static_cast<double>(right) < 36 + 4 * 6);
  testing::check_sigma("drift", square.difference, 0.15, 0.01);
  CHECK(!e.drifts[1].too_many());
}

TEST_CASE("the error of a drift allows for random numbers that samples share", "[analysis]") {
  GlassRun g = series(0, 4, 320);
  std::mt19937_64 random(5);
  testing::Numbers01 normal;
  for (std::size_t set = 0; set < 10; ++set) {
    for (std::size_t d = 0; d < 16; ++d) {
      const double together = 0.5 * normal(random);
      for (std::size_t c = 32 * set; c < 32 * (set + 1); ++c) {
        g.coldest.energy[16 * c + d] += together;
      }
    }
  }
  const double alone = examine_equilibrium(g).drifts[1].difference.error;
  g.coldest.correlated = 32;
  const double correlated = examine_equilibrium(g).drifts[1].difference.error;
  CHECK(correlated == Catch::Approx(0.5 * std::sqrt((1.0 / 8 + 1.0 / 4) / 10)).epsilon(4 / std::sqrt(18.0)));
  CHECK(correlated > 2 * alone);
}

TEST_CASE("few bins are not judged", "[analysis]") {
  CHECK(examine_equilibrium(series(0, 6, 40, 7)).drifts.empty());
  CHECK(examine_equilibrium(series(0, 6, 40, 8)).drifts.size() == 2);
}

TEST_CASE("energy and link overlap of Gaussian couplings agree in equilibrium", "[analysis]") {
  constexpr double t = 0.7, width = 1.3;
  constexpr std::size_t samples = 20'000;
  GlassRun g; // bonds by themselves, of two sites each: e = -J tanh(J/T) / 2, q_l = tanh^2(J/T)
  g.gaussian = {width * width / 2, ""};
  g.coldest.temperature = t;
  g.coldest.chains = samples;
  g.coldest.counts = {1};
  std::mt19937_64 random(8);
  testing::Numbers01 normal;
  for (std::size_t s = 0; s < samples; ++s) {
    const double j = width * normal(random), order = std::tanh(j / t);
    g.coldest.energy.push_back(-j * order / 2);
    g.coldest.link.push_back(order * order);
  }
  const GlassEquilibrium e = examine_equilibrium(g);
  REQUIRE(e.identity);
  testing::check_sigma("difference", e.identity->difference, 0, 0.01);
  CHECK(e.identity->energy.value < -0.3);
  for (double& link : g.coldest.link) {
    link *= 0.9; // not yet grown
  }
  const GlassEquilibrium early = examine_equilibrium(g);
  CHECK(early.identity->difference.value > 5 * early.identity->difference.error);
}

TEST_CASE("Gaussian couplings are told from an input and a lattice", "[analysis]") {
  const std::string path =
      std::filesystem::temp_directory_path() / ("neel-gaussian-" + std::to_string(::getpid()) + ".h5");
  const auto bonds = [&](const std::string& text, std::int64_t third, std::int64_t open, bool ising = true) {
    {
      files::Hdf5Writer file(path);
      file.group("/lattice");
      file.attribute("/lattice", "size", std::vector<std::int64_t>{4, 4, third});
      file.attribute("/lattice", "periodic", std::vector<std::int64_t>{1, open == 0, third > 1});
      file.attribute("/lattice", "cell", std::vector<double>{1, 0, 0, 0, 1, 0, 0, 0, 1});
      file.attribute("/lattice", "basis", std::vector<double>{0, 0, 0});
      file.group("/samples");
      for (const char* name : {"/samples/overlap", "/samples/link_overlap"}) {
        if (ising || name != std::string("/samples/overlap")) {
          file.plain(name, std::vector<double>{1.0});
        }
      }
      file.commit();
    }
    const files::Hdf5Reader file(path);
    const analysis::GaussianBonds found = analysis::gaussian_bonds(file, input::parse_toml(text, "test"), 1);
    std::filesystem::remove(path);
    return found;
  };
  const std::string gaussian = "couplings.disorder = \"gaussian\"\n";
  const std::string one = gaussian + "couplings.bonds = [{shell = 1, width = 2.0}]\n";
  CHECK(bonds(one, 4, 0).squares == Catch::Approx(3 * 4));
  CHECK(bonds(one, 1, 0).squares == Catch::Approx(2 * 4));
  CHECK(bonds(one + "couplings.factor = -0.5\nschedule.field = [0.0, 0.0]\n", 4, 0).squares == Catch::Approx(3));
  CHECK(bonds(gaussian + "couplings.bonds = [{shell = 1, width = 1.0}, {shell = 2, width = 1.0}]\n", 4, 0).squares ==
        Catch::Approx(3 + 6));
  CHECK(bonds("couplings.positive = 0.5\n", 4, 0).why.empty());
  CHECK(!bonds("couplings.positive = 0.5\n", 4, 0).known());
  CHECK(bonds(one + "schedule.field = [0.0, 0.1]\n", 4, 0).why == "there is a field");
  CHECK(bonds(one, 4, 1).why == "sites differ in their number of bonds");
  CHECK(bonds(one, 4, 0, false).why == "spins have several components");
  CHECK(bonds(gaussian + "couplings.bonds = [{shell = 1, width = 1.0, J = 0.1}]\n", 4, 0).why ==
        "couplings have a mean");
  CHECK(bonds(gaussian + "couplings.bonds = [{shell = 1, width = 1.0}, {shell = 2, width = 0.5}]\n", 4, 0)
            .why.starts_with("shells differ"));
}
