// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Error bars of runs are what they promise: pulls (x - exact) / sigma of many independent short runs have width 1.
#include "input/reader.hpp"
#include "models/models.hpp"
#include "output/estimates.hpp"
#include "validate/coverage.hpp"

#include <neel/random/philox.hpp>
#include <neel/run/anneal.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace neel;
using statistics::Bins;

namespace {

struct Silent : run::Observer {
  RunAction busy(const run::Position& /*position*/) override { return RunAction::go_on; }
  void save(const run::Position& /*position*/) override {}
  bool enough(const run::Position& /*position*/) override { return false; }
  void finished(const run::Position& position) override { bins = position.bins; }
  std::vector<Bins> bins;
};

/// A run of one temperature, in memory.
struct Run {
  explicit Run(const std::string& text, int measurements, int thermalize, int bins = 128) {
    input::Reader in = input::Reader::from_text(text, "test");
    input::RunInput input;
    model = models::read_input(in, input);
    temperature = input.schedule.temperature.front();
    const auto simulation = model.make(run::Space::default_space);
    run::Position position;
    Silent observer;
    run::anneal(*simulation, {{{temperature, 0, thermalize, measurements, 1}}, bins}, position, observer);
    systems = observer.bins;
  }
  std::size_t index(const std::string& name) const {
    const auto& all = model.observables;
    return static_cast<std::size_t>(
        std::find_if(all.begin(), all.end(), [&](const auto& o) { return o.name == name; }) - all.begin());
  }
  output::Estimates estimate(std::span<const Bins> of) const {
    return output::estimate(model.observables, of, {temperature, 1, 1, false});
  }

  models::Model model;
  double temperature = 0;
  std::vector<Bins> systems;
};

/// Canonical averages of the 4 x 4 torus: energy per site and m^2, from all 2^16 states.
std::pair<double, double> exact(double temperature) {
  double z = 0, e = 0, m2 = 0;
  for (unsigned state = 0; state < 65536; ++state) {
    int bonds = 0, up = 0;
    for (unsigned i = 0; i < 16; ++i) {
      const unsigned right = (i & 12U) | ((i + 1) & 3U), below = (i + 4) & 15U;
      const auto spin = [&](unsigned k) { return (state >> k & 1U) != 0 ? 1 : -1; };
      bonds += spin(i) * (spin(right) + spin(below));
      up += spin(i);
    }
    const double weight = std::exp(bonds / temperature);
    z += weight;
    e -= weight * bonds / 16;
    m2 += weight * up * up / 256;
  }
  return {e / z, m2 / z};
}

std::string square(int systems, const std::string& update, double temperature) {
  return "[model]\nname = \"ising\"\n[lattice]\nsize = [4, 4]\n[schedule]\nT = " + std::to_string(temperature) +
         "\nthermalize = 1\nsweeps = 10\n[algorithm]\nupdate = \"" + update +
         "\"\nsystems = " + std::to_string(systems);
}

} // namespace

// Fast: a heat bath far above the transition. Slow: single flips at the transition, where the magnetisation of 4 x 4 spins turns
// over every thirty sweeps or so.
TEST_CASE("pulls of energy, m^2 and m over independent runs have unit width", "[output][statistics]") {
  constexpr int runs = 200;
  struct {
    const char* update;
    double temperature, least_tau;
  } const cases[] = {{"heatbath", 5.0, 0}, {"metropolis", 2.3, 8}};
  for (const auto& c : cases) {
    const Run run(square(runs, c.update, c.temperature), 4000, 200);
    const auto [energy, m2] = exact(c.temperature);
    const std::tuple<const char*, double, double> quantities[] = {
        {"energy", energy, 0}, {"magnetisation_squared", m2, 0}, {"magnetisation", 0.0, c.least_tau}};
    for (const auto& [name, value, least_tau] : quantities) {
      double squares = 0, mean = 0, tau = 0;
      for (const Bins& bins : run.systems) {
        const output::Result r = run.estimate({&bins, 1}).results[run.index(name)];
        const double pull = (r.value - value) / r.error;
        squares += pull * pull / runs;
        mean += pull / runs;
        tau += r.tau / runs;
      }
      INFO(c.update << ", " << name << ": width " << std::sqrt(squares) << ", mean " << mean << ", tau " << tau);
      CHECK(std::abs(std::sqrt(squares) - 1) < 0.1); // 2 sigma of a width from 200 pulls
      CHECK(std::abs(mean) < 4 / std::sqrt(runs));
      CHECK(tau >= least_tau);
    }
    // All together: one value whose error is that of 200 runs.
    const output::Result all = run.estimate(run.systems).results[run.index("energy")];
    CHECK(std::abs(all.value - energy) < 4 * all.error);
    CHECK(all.converged);
    const output::Result one = run.estimate({run.systems.data(), 1}).results[run.index("energy")];
    CHECK(std::abs(all.error * std::sqrt(runs) / one.error - 1) < 4 * one.error_error / one.error);
  }
}

TEST_CASE("a run that is not in equilibrium is not called converged", "[output]") {
  const std::string input =
      "[model]\nname = \"ising\"\n[lattice]\nsize = [64, 64]\n[schedule]\nT = 1.5\nthermalize = 1\n"
      "sweeps = 10\n[algorithm]\nupdate = \"heatbath\"\nsystems = 8";
  const Run quenched(input, 256, 0);
  const output::Estimates e = quenched.estimate(quenched.systems);
  const std::size_t energy = quenched.index("energy");
  CHECK_FALSE(e.results[energy].converged);
  const std::vector<std::size_t> main = output::main_observables(quenched.model.observables);
  REQUIRE(main.front() == energy);
  const auto& octaves = e.courses.front().octaves;
  REQUIRE(octaves.size() >= 6);
  CHECK(octaves[3].value - octaves[0].value >
        4 * std::hypot(octaves[3].error, octaves[0].error)); // it was still falling
  CHECK(e.courses.front().binning.size() >= 5);
}

TEST_CASE("covariances of main observables are those of their values", "[output][statistics]") {
  constexpr std::size_t runs = 400;
  const Run run(square(runs, "heatbath", 2.5), 512, 100);
  const std::vector<std::size_t> main = output::main_observables(run.model.observables);
  const std::size_t n = main.size();
  REQUIRE(n >= 3);
  std::vector<double> values, predicted(n * n, 0.0);
  for (const Bins& bins : run.systems) {
    const output::Estimates e = run.estimate({&bins, 1});
    for (std::size_t k = 0; k < n * n; ++k) {
      predicted[k] += e.covariances[k] / runs;
    }
    for (const std::size_t o : main) {
      values.push_back(e.results[o].value);
    }
  }
  const auto covariance = [&](std::size_t a, std::size_t b) {
    double x = 0, y = 0, xy = 0;
    for (std::size_t r = 0; r < runs; ++r) {
      x += values[r * n + a] / runs;
      y += values[r * n + b] / runs;
      xy += values[r * n + a] * values[r * n + b] / runs;
    }
    return (xy - x * y) * runs / (runs - 1);
  };
  // Energy and |m|: strongly correlated; 4 sigma of a correlation from 400 pairs is below 0.2.
  const double scale = std::sqrt(covariance(0, 0) * covariance(1, 1));
  INFO(covariance(0, 1) / scale << " " << predicted[1] / scale);
  CHECK(covariance(0, 1) / scale < -0.5);
  CHECK(std::abs(covariance(0, 1) - predicted[1]) < 0.2 * scale);
}

// A system of n sweeps knows its specific heat too small by 2 tau / n of it: here each by some percent, and ten sigma of all.
TEST_CASE("many short systems know a specific heat as well as a long one", "[output][statistics]") {
  const Run run("[model]\nname = \"ising\"\n[lattice]\nsize = [8, 8]\n[schedule]\nT = 2.269185314213\nthermalize = 1\n"
                "sweeps = 10\n[algorithm]\nupdate = \"heatbath\"\nsystems = 2000",
                400, 200);
  const std::vector<output::Result> all = run.estimate(run.systems).results;
  const output::Result& c = all[run.index("specific_heat")];
  CHECK(all[run.index("energy")].converged);
  CHECK(all[run.index("magnetisation_magnitude")].converged);
  INFO("C = " << c.value << " +- " << c.error << ", exact 1.145559");
  CHECK(std::abs(c.value - 1.145559) < 3.5 * c.error);
  CHECK(c.error < 0.01);
}

namespace {

double normal(std::uint32_t series, std::uint32_t at) {
  const random::Draw d = random::Stream(3, random::Purpose::update, series, 0)(at);
  return std::sqrt(-2 * std::log((d.a + 0.5) * 0x1p-32)) * std::cos(2 * std::acos(-1.0) * d.b * 0x1p-32);
}

const models::Observable number{"x", "x", "1", [](std::span<const double> m, double) { return m[0]; }};

/// Systems of one observable: `value(system, measurement)`.
template <class Value>
std::vector<Bins> made_up(std::uint32_t systems, std::uint32_t length, const Value& value) {
  std::vector<Bins> all;
  for (std::uint32_t s = 0; s < systems; ++s) {
    Bins bins(1, 128);
    for (std::uint32_t k = 0; k < length; ++k) {
      const double x = value(s, k);
      bins.add({&x, 1});
    }
    all.push_back(std::move(bins));
  }
  return all;
}

} // namespace

// What 32 systems have in common does not average out; what is their own does.
TEST_CASE("errors of systems that share random numbers are those of their common motion", "[output][statistics]") {
  constexpr std::uint32_t runs = 200, correlated_set = 32, correlated_sets = 4;
  for (const double own : {0.0, 0.3}) { // how much systems differ
    double squares = 0, thermal = 0, claimed = 0;
    for (std::uint32_t r = 0; r < runs; ++r) {
      const auto bins = made_up(correlated_sets * correlated_set, 64, [&](std::uint32_t s, std::uint32_t k) {
        const std::uint32_t together = r * correlated_sets + s / correlated_set,
                            alone = 100000 + r * correlated_sets * correlated_set + s;
        return normal(together, k) + normal(alone, k) + own * normal(alone, 1000);
      });
      const output::Result e = output::estimate({number}, bins, {1, 1, correlated_set, true}).results[0];
      squares += e.value * e.value / runs;
      claimed += e.error * e.error / runs;
      thermal += e.thermal_error * e.thermal_error / runs;
    }
    INFO("systems differ by " << own << ": " << std::sqrt(squares / claimed));
    CHECK(std::abs(std::sqrt(squares / claimed) - 1) < 0.15); // 3 sigma of a width from 200 runs
    CHECK(std::abs(std::sqrt(thermal * correlated_sets * 64 * 32 / 33) - 1) < 0.15);
  }
}

TEST_CASE("error bars from few disorder samples cover what they promise", "[output][statistics]") {
  constexpr std::uint32_t runs = 2000;
  for (const std::uint32_t samples : {2U, 3U, 4U, 8U}) {
    double covered = 0;
    for (std::uint32_t r = 0; r < runs; ++r) {
      const auto bins = made_up(samples, 16, [&](std::uint32_t s, std::uint32_t k) {
        return normal(r * samples + s, 999) + 1e-3 * normal(r * samples + s, k);
      });
      const output::Result e = output::estimate({number}, bins, {1, 1, 1, true}).results[0];
      covered += std::abs(e.value) < e.error ? 1.0 / runs : 0;
    }
    INFO(samples << " samples: " << covered);
    CHECK(std::abs(covered - 0.6827) < 0.035); // 3.4 sigma
  }
}

// A length, say, that is not defined a standard error away: the log must come to its end, and not praise it.
TEST_CASE("a quantity without a value, or without an error, is not called converged", "[output]") {
  models::Observable undefined{"u", "u", "1", [](std::span<const double> m, double) { return std::sqrt(m[0]); }};
  undefined.primary = true;
  for (const double shift : {0.0, -10.0}) {
    const auto bins = made_up(4, 64, [&](std::uint32_t s, std::uint32_t k) { return shift + normal(s, k); });
    const output::Result r = output::estimate({undefined}, bins, {1, 1, 1, false}).results[0];
    CHECK(std::isnan(r.error));
    CHECK_FALSE(r.converged);
  }
}

TEST_CASE("a slow motion below a fast one is seen in the error", "[output][statistics]") {
  constexpr std::uint32_t runs = 200;
  const models::Observable slow{"y", "y", "1", [](std::span<const double> m, double) { return m[1]; }};
  double squares = 0, claimed = 0;
  for (std::uint32_t r = 0; r < runs; ++r) {
    Bins bins(2, 512);
    double y = normal(r, 5000);
    for (std::uint32_t k = 0; k < 1000; ++k) {
      y = 0.9 * y + std::sqrt(0.19) * normal(r, k);
      const double raw[2] = {3 * normal(r + runs, k) + y, y};
      bins.add(raw);
    }
    const output::Result e = output::estimate({number, slow}, {&bins, 1}, {1, 1, 1, false}).results[0];
    squares += e.value * e.value / runs;
    claimed += e.error * e.error / runs;
  }
  INFO("scatter over error: " << std::sqrt(squares / claimed)); // 1.25 with the automatic window alone
  CHECK(std::abs(std::sqrt(squares / claimed) - 1) < 0.15);     // 3 sigma
}

TEST_CASE("short, drifting and disagreeing runs are not called converged, long ones are", "[output][statistics]") {
  for (const validate::FlagCase& f : validate::judge_flags(100)) {
    INFO(f.kind << ", " << f.chains << " chains of " << f.length << " tau: " << f.converged << " called converged");
    if (f.right) {
      CHECK(f.converged > (f.length < 50 ? 0.7 : 0.9));
    } else if (f.chains == 1 && f.kind.starts_with("two states, changed once")) {
      CHECK(f.converged < 0.9); // most never see the other state, and nothing in them can tell
    } else if (!f.kind.starts_with("drift by 5") && !(f.chains == 1 && f.kind.starts_with("drift by 10"))) {
      CHECK(f.converged < 0.25);
    }
  }
}

TEST_CASE("short critical runs from a random start are not called converged", "[output][statistics]") {
  const Run run(
      "[model]\nname = \"ising\"\n[lattice]\nsize = [128, 128]\n[schedule]\nT = 2.27\nthermalize = 1\nsweeps = "
      "10\n[algorithm]\nseed = 3\nsystems = 6",
      2000, 200, 1000);
  const std::size_t m = run.index("magnetisation_magnitude");
  for (const Bins& bins : run.systems) {
    const output::Result alone = run.estimate({&bins, 1}).results[m];
    INFO("|m| = " << alone.value << ", tau " << alone.tau);
    CHECK_FALSE(alone.converged);
    CHECK(alone.longer > 1);
  }
  CHECK_FALSE(run.estimate(run.systems).results[m].converged);
}
