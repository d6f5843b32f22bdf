// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Error bars of runs are what they promise: pulls (x - exact) / sigma of many independent short runs have width 1.
#include "input/reader.hpp"
#include "models/model_run.hpp"
#include "output/estimates.hpp"

#include <neel/run/anneal.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace neel;
using measure::Bins;

namespace {

struct Silent : run::Observer {
  Wish busy(const run::Position& /*position*/) override { return Wish::go_on; }
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
    const auto simulation = model->make_simulation();
    run::Position position;
    Silent observer;
    run::anneal(*simulation, {{{temperature, 0, thermalize, measurements, 1}}, bins}, position, observer);
    systems = observer.bins;
  }
  std::size_t index(const std::string& name) const {
    const auto& all = model->observables();
    return static_cast<std::size_t>(
        std::find_if(all.begin(), all.end(), [&](const auto& o) { return o.name == name; }) - all.begin());
  }
  output::Estimates estimate(std::span<const Bins> of) const {
    return output::estimate(model->observables(), of, {temperature, 1, 1, false});
  }

  std::unique_ptr<models::ModelRun> model;
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
  const std::vector<std::size_t> main = output::main_observables(quenched.model->observables());
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
  const std::vector<std::size_t> main = output::main_observables(run.model->observables());
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
