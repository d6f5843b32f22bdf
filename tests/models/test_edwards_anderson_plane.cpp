// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The bit-coded spin glass on the square lattice: all that is measured against plain sums; energies and overlaps of samples against
// all of their states, with and without moves of two replicas, on a ladder, too; ground states.

#include "testing/exact_overlaps.hpp"
#include "testing/program_run.hpp"
#include "testing/sigma.hpp"

#include <neel/run/lowest.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <map>

using namespace neel;
using Catch::Approx;
using testing::check_sigma;
using testing::Prepared;

namespace {

std::string glass(const std::string& size, const std::string& schedule, const std::string& coding,
                  const std::string& algorithm) {
  return "[model]\nname = \"edwards-anderson\"\n[lattice]\nsize = " + size + "\n[couplings]\nseed = 2\n[schedule]\n" +
         schedule + "\nthermalize = 1\nsweeps = 10\n[coding]\n" + coding + "\n[algorithm]\n" + algorithm + "\n";
}

/// Two configurations of a sample, with its bonds.
struct TwoReplicas {
  int lx, ly;
  testing::Bonds bonds;
  std::vector<float> q, spins[2];

  double energy(int a) const {
    double sum = 0;
    for (const auto& b : bonds) {
      sum -= b.j * spins[a][b.a] * spins[a][b.b];
    }
    return sum / (lx * ly);
  }
  double link() const {
    double sum = 0;
    for (const auto& b : bonds) {
      sum += q[b.a] * q[b.b];
    }
    return sum / static_cast<double>(bonds.size());
  }
  float at(int x, int y) const { return q[static_cast<std::size_t>(x % lx + lx * (y % ly))]; }
  /// Average over sites and axes of q(x) q(x + r).
  double correlation(int r) const {
    double sum = 0;
    for (int y = 0; y < ly; ++y) {
      for (int x = 0; x < lx; ++x) {
        sum += at(x, y) * (at(x + r, y) + at(x, y + r)) / 2;
      }
    }
    return sum / (lx * ly);
  }
  /// Average over the longest axes of |sum_x q(x) exp(ikx)|^2 / N^2.
  double mode() const {
    const int longest = std::max(lx, ly);
    double sum = 0, axes = 0;
    for (const bool along_x : {true, false}) {
      if ((along_x ? lx : ly) != longest) {
        continue;
      }
      double re = 0, im = 0;
      for (int site = 0; site < lx * ly; ++site) {
        const double turn = 2 * std::numbers::pi * (along_x ? site % lx : site / lx) / longest;
        re += q[static_cast<std::size_t>(site)] * std::cos(turn);
        im += q[static_cast<std::size_t>(site)] * std::sin(turn);
      }
      sum += (re * re + im * im) / std::pow(lx * ly, 2);
      ++axes;
    }
    return sum / axes;
  }
};

} // namespace

TEST_CASE("measurements on the square lattice are plain sums", "[glass-plane]") {
  const auto& [size, coding] =
      GENERATE(table<std::string, std::string>({{"[6, 8]", "words = 1"},
                                                {"[8, 8]", "words = 4\norder = \"bitwise\""},
                                                {"[10, 4]", "words = 16\ngenerator = \"xorwow\"\nstreams = 64"},
                                                {"[4, 64]", "kind = \"synchronous\""}}));
  CAPTURE(size, coding);
  const Prepared p(glass(size, "T = 1.0", coding + "\nreplicas = 2", "systems = 2") +
                   "[measure]\ncorrelations = true\n");
  const auto simulation = models::make_simulation(p.model, p.run);
  simulation->set_conditions(1.0, 0);
  for (std::uint64_t n = 0; n < 4; ++n) {
    simulation->sweep(n);
  }
  simulation->sweep_and_measure(4);
  CHECK(simulation->check().empty());
  const int lx = p.run.lattice.size[0], ly = p.run.lattice.size[1];
  CHECK(p.model.field.size == std::array{lx, ly, 1});
  const std::vector<double> energies = run::get<run::Energies>(*simulation).energies();
  int measured = 0;
  simulation->collect([&](int sample, std::span<const double> raw) {
    ++measured;
    if (sample % 37 != 0 && sample != 1) {
      return;
    }
    CAPTURE(sample);
    const run::Configuration c = simulation->configuration(sample);
    TwoReplicas two{lx, ly, p.model.bonds.of(sample), c.overlaps, {c.values, c.values}};
    for (std::size_t site = 0; site < two.q.size(); ++site) {
      two.spins[1][site] *= two.q[site];
    }
    REQUIRE(two.bonds.size() == static_cast<std::size_t>(2 * lx * ly));
    const double q = std::accumulate(two.q.begin(), two.q.end(), 0.0) / (lx * ly);
    CHECK(raw[p.moment("energy")] == Approx((two.energy(0) + two.energy(1)) / 2).margin(1e-12));
    CHECK(energies[static_cast<std::size_t>(sample)] == Approx(two.energy(0) * lx * ly).margin(1e-9));
    CHECK(raw[p.moment("overlap")] == Approx(q).margin(1e-12));
    CHECK(raw[p.moment("overlap_fourth")] == Approx(std::pow(q, 4)).margin(1e-12));
    CHECK(raw[p.moment("link_overlap")] == Approx(two.link()).margin(1e-12));
    CHECK(raw[p.moment("overlap_mode")] == Approx(two.mode()).margin(1e-12));
    for (int r = 1; r <= std::min(lx, ly) / 2; ++r) {
      CHECK(raw[p.moment("overlap_correlation") + static_cast<std::size_t>(r) - 1] ==
            Approx(two.correlation(r)).margin(1e-12));
    }
  });
  CHECK(measured == p.model.systems);
}

namespace {

constexpr int words = 8, samples = 32 * words; ///< of one replica, and of one rung

/// Means of all moments by (rung, sample), after some sweeps.
std::vector<std::vector<double>> means(const Prepared& p, int sweeps) {
  const auto simulation = models::make_simulation(p.model, p.run);
  simulation->set_conditions(p.run.schedule.temperature.front(), 0);
  std::uint64_t number = 0;
  while (number < 200) {
    simulation->sweep(number++);
  }
  std::vector<std::vector<double>> mean(static_cast<std::size_t>(simulation->systems()),
                                        std::vector<double>(simulation->moments()));
  for (int k = 0; k < sweeps; ++k) {
    simulation->sweep(number++);
    simulation->sweep_and_measure(number++);
    simulation->collect([&](int system, std::span<const double> raw) {
      for (std::size_t m = 0; m < raw.size(); ++m) {
        mean[static_cast<std::size_t>(system)][m] += raw[m] / sweeps;
      }
    });
  }
  return mean;
}

/// Mean and error of what should be zero, of samples in blocks of `each` that are independent.
statistics::Estimate spread(const std::vector<double>& of, std::size_t each) {
  statistics::Bins bins(1, static_cast<int>(of.size() / each));
  for (std::size_t k = 0; k < of.size(); k += each) {
    bins.add(std::vector<double>{std::accumulate(of.begin() + static_cast<std::ptrdiff_t>(k),
                                                 of.begin() + static_cast<std::ptrdiff_t>(k + each), 0.0) /
                                 static_cast<double>(each)});
  }
  return statistics::jackknife(bins, [](auto mean) { return mean[0]; });
}

/// Every other sample against its own exact averages; 4 sigma. Samples of a word share random numbers, which energies notice.
void check_samples(const Prepared& p, const std::vector<std::vector<double>>& measured, double temperature, int rung) {
  struct Exact {
    double energy, squared, fourth, modulus, mode, link;
  };
  static std::map<double, std::vector<Exact>> known;
  auto& exact = known[temperature];
  std::map<std::string, std::vector<double>> off;
  for (int s = 0; s < samples; s += 2) {
    if (static_cast<int>(exact.size()) == s / 2) {
      const testing::ExactOverlaps all(4, 4, p.model.bonds.of(s), temperature, 0);
      exact.push_back({all.energy(), all.power(2), all.power(4), all.power(1), all.mode(), all.link()});
    }
    const Exact& one = exact[static_cast<std::size_t>(s / 2)];
    const std::vector<double>& m = measured[static_cast<std::size_t>(rung * samples + s)];
    off["energy"].push_back(m[p.moment("energy")] - one.energy);
    off["overlap_squared"].push_back(m[p.moment("overlap_squared")] - one.squared);
    off["overlap_fourth"].push_back(m[p.moment("overlap_fourth")] - one.fourth);
    off["overlap_modulus"].push_back(m[p.moment("overlap_modulus")] - one.modulus);
    off["overlap_mode"].push_back(m[p.moment("overlap_mode")] - one.mode);
    off["link_overlap"].push_back(m[p.moment("link_overlap")] - one.link);
  }
  for (const auto& [name, d] : off) {
    check_sigma(name, spread(d, name == "energy" ? 16 : 1), 0, 1.5e-2);
  }
}

const char* const local = "update = [\"metropolis\"]";
const char* const houdayer = "update = [\"metropolis\", \"houdayer\"]";

} // namespace

TEST_CASE("samples of 4 x 4 spins have the energies and overlaps of all their states", "[glass-plane][statistics]") {
  const std::string update = GENERATE(local, houdayer);
  const int replicas = update == houdayer ? 3 : 2;
  CAPTURE(update);
  const Prepared p(glass("[4, 4]", "T = 1.2", "words = 1\nreplicas = " + std::to_string(replicas),
                         "systems = " + std::to_string(words) + "\n" + update));
  check_samples(p, means(p, 1000), 1.2, 0);
}

TEST_CASE("samples of 4 x 4 spins on a ladder", "[glass-plane][statistics]") {
  const std::string update = GENERATE(local, houdayer);
  CAPTURE(update);
  const Prepared p(glass("[4, 4]", "kind = \"temper\"\nT = [2.2, 1.2, 0.6]", "words = 1\nreplicas = 2",
                         "systems = " + std::to_string(words) + "\n" + update));
  const auto measured = means(p, 1000);
  for (const auto& [rung, t] : {std::pair(0, 2.2), std::pair(1, 1.2), std::pair(2, 0.6)}) {
    CAPTURE(rung);
    check_samples(p, measured, t, rung);
  }
}

TEST_CASE("ground states of samples of 6 x 6 spins in bits", "[glass-plane]") {
  const Prepared p(
      glass("[6, 6]", "kind = \"temper\"\nT = [1.6, 1.2, 0.9, 0.7, 0.5, 0.35]", "words = 1\nreplicas = 2", houdayer) +
      "[pt]\nevery = 1\n[measure]\nlowest = true\n");
  const auto simulation = models::make_simulation(p.model, p.run);
  simulation->set_conditions(1.6, 0);
  for (std::uint64_t n = 0; n < 300; ++n) {
    simulation->sweep(n);
  }
  const run::LowestSeen& lowest = run::get<run::Lowest>(*simulation).seen();
  for (int sample = 0; sample < 32; sample += 3) {
    const testing::Bonds bonds = p.model.bonds.of(sample);
    const double exact = testing::TransferMatrix(bonds, 1.0).solve(testing::row_by_row(36)).lowest;
    CHECK(lowest.energy[static_cast<std::size_t>(sample)] * 36 == Approx(exact).margin(1e-6));
  }
}
