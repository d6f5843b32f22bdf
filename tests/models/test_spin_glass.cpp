// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Spin glasses with given couplings: energy, specific heat and ground state of single samples against enumeration and a transfer
// matrix, for couplings that are drawn and for those of a file, on networks and bit by bit.

#include "input/reader.hpp"
#include "model/schedule.hpp"
#include "models/bond_file.hpp"
#include "models/models.hpp"
#include "testing/exact_ising.hpp"
#include "testing/program_run.hpp"
#include "testing/sigma.hpp"

#include <neel/run/lowest.hpp>

#include <catch2/catch_approx.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <random>

using namespace neel;
using testing::check_sigma;
using testing::Prepared;

namespace {

std::string ising(const std::string& lattice, const std::string& couplings, int systems) {
  return "[model]\nname = \"ising\"\n[lattice]\n" + lattice + "[couplings]\n" + couplings +
         "[schedule]\nT = 1.0\nthermalize = 1\nsweeps = 10\n[algorithm]\nsystems = " + std::to_string(systems) +
         "\nupdate = \"heatbath\"\n[measure]\nlowest = true\n";
}

/// A table in a file of its own.
class TableFile {
public:
  TableFile(const testing::Bonds& bonds, const std::string& name)
      : path_((std::filesystem::temp_directory_path() / name).string()) {
    std::ofstream(path_) << models::bond_table(bonds, "a test");
  }
  ~TableFile() { std::filesystem::remove(path_); }
  TableFile(const TableFile&) = delete;
  TableFile& operator=(const TableFile&) = delete;
  std::string key() const { return "file = \"" + path_ + "\"\n"; }

private:
  std::string path_;
};

/// Simulates one sample, side by side in independent systems, at a temperature and then cooled down.
void check_sample(const Prepared& p, const testing::ExactIsing& exact, double temperature, int measurements,
                  const std::array<double, 2>& resolution) {
  const auto simulation = models::make_simulation(p.model, p.run);
  const int systems = p.model.systems / p.model.correlated_set, each = p.model.systems / systems;
  std::uint64_t number = 0;
  simulation->set_conditions(temperature, 0);
  for (int s = 0; s < 300; ++s) {
    simulation->thermalize(number++);
  }
  std::vector<std::vector<double>> mean(static_cast<std::size_t>(systems), std::vector<double>(2, 0.0));
  for (int m = 0; m < measurements; ++m) {
    simulation->sweep(number++);
    simulation->sweep_and_measure(number++);
    simulation->collect([&](int system, std::span<const double> raw) { // energy, squared energy
      for (std::size_t k = 0; k < 2; ++k) {
        mean[static_cast<std::size_t>(system / each)][k] += raw[k] / (each * measurements);
      }
    });
  }
  statistics::Bins bins(2, systems);
  for (const auto& row : mean) {
    bins.add(row);
  }
  const double n = static_cast<double>(simulation->sites()), t2 = temperature * temperature;
  check_sigma("energy", statistics::jackknife(bins, [](auto x) { return x[0]; }), exact.energy, resolution[0]);
  check_sigma("specific heat", statistics::jackknife(bins, [&](auto x) { return n * (x[1] - x[0] * x[0]) / t2; }),
              exact.specific_heat, resolution[1]);
  for (double t = temperature; t > 0.15; t *= 0.9) {
    simulation->set_conditions(t, 0);
    for (int s = 0; s < 20; ++s) {
      simulation->sweep_and_measure(number++);
      simulation->collect([](int, std::span<const double>) {});
    }
  }
  const run::LowestSeen& seen = run::get<run::Lowest>(*simulation).seen();
  const double least = *std::min_element(seen.energy.begin(), seen.energy.end());
  CHECK(least * n == Catch::Approx(exact.lowest).epsilon(1e-7));
  run::get<run::BestStates>(*simulation)
      .kept([&](int sample, const run::Configuration& c) { // each has the energy that it is said to have
        double energy = 0;
        for (const models::SiteBond& b : p.model.bonds.of(sample % p.model.bonds.samples)) {
          energy -= b.j * c.values[b.a] * c.values[b.b];
        }
        CHECK(energy == Catch::Approx(n * seen.energy[static_cast<std::size_t>(sample)]).epsilon(1e-6));
      });
}

constexpr std::uint64_t known_sample[3] = {0x407b911dd531b64dULL, 0x68c6a13b93297475ULL, 0x8a01c9e23fde7b2bULL};

/// The sample of test_edwards_anderson_exact.cpp.
testing::Bonds known_bonds() {
  testing::Bonds bonds;
  for (std::uint32_t site = 0; site < 64; ++site) {
    for (std::uint32_t axis = 0; axis < 3; ++axis) {
      const std::uint32_t step = 1U << 2 * axis, other = (site & ~(3 * step)) | ((site + step) & (3 * step));
      bonds.push_back(
          {std::min(site, other), std::max(site, other), (known_sample[axis] >> site & 1U) != 0 ? -1. : 1.});
    }
  }
  return bonds;
}

} // namespace

TEST_CASE("transfer matrix and enumeration agree", "[spin-glass]") {
  const Prepared p = Prepared(ising("kind = \"triangular\"\nsize = [4, 4]\n",
                                    "disorder = \"gaussian\"\nbonds = [{shell = 1, J = 0.2, width = 1.0}]\n", 1));
  const testing::Bonds bonds = p.model.bonds.of(0);
  CHECK(bonds.size() == 48);
  const testing::ExactIsing a = testing::enumerated(16, bonds, 1.3),
                            b = testing::TransferMatrix(bonds, 1.3).solve(testing::row_by_row(16));
  CHECK(a.energy == Catch::Approx(b.energy).epsilon(1e-12));
  CHECK(a.specific_heat == Catch::Approx(b.specific_heat).epsilon(1e-10));
  CHECK(a.lowest == Catch::Approx(b.lowest).epsilon(1e-12));
}

// 128 systems of one sample from a file; 4 sigma.
TEST_CASE("drawn samples on the square lattice, 3 x 3 to 6 x 6", "[spin-glass][statistics]") {
  const std::string pm = "disorder = \"pm\"\nseed = 3\nbonds = [{shell = 1, J = 1.0}]\n",
                    gaussian = "disorder = \"gaussian\"\nseed = 5\nbonds = [{shell = 1, width = 1.0}]\n";
  for (const std::string& couplings : {pm, gaussian}) {
    for (const auto& [x, y] : {std::pair(3, 3), std::pair(4, 5), std::pair(5, 5), std::pair(6, 6)}) {
      const std::string lattice = "kind = \"square\"\nsize = [" + std::to_string(x) + ", " + std::to_string(y) + "]\n";
      INFO(lattice << couplings);
      const testing::Bonds bonds = Prepared(ising(lattice, couplings, 1)).model.bonds.of(0);
      CHECK(bonds.size() == static_cast<std::size_t>(2 * x * y));
      const double temperature = 1.2;
      const testing::ExactIsing exact =
          x * y <= 9 ? testing::enumerated(x * y, bonds, temperature)
                     : testing::TransferMatrix(bonds, temperature).solve(testing::row_by_row(x * y));
      const TableFile file(bonds, "neel_square_sample.tsv");
      check_sample(Prepared(ising(lattice, file.key(), 128)), exact, temperature, 300, {6e-3, 2.5e-2});
    }
  }
}

// A random graph of odd size, every site bound to some of the others; 4 sigma.
TEST_CASE("a graph from a file", "[spin-glass][statistics]") {
  testing::Bonds bonds;
  std::mt19937 generator(1);
  for (std::uint32_t a = 0; a < 15; ++a) {
    for (std::uint32_t b = a + 1; b < 15; ++b) {
      if (generator() < 0x60000000U) {
        bonds.push_back({a, b, static_cast<double>(generator()) * 0x1p-31 - 1});
      }
    }
  }
  const TableFile file(bonds, "neel_graph_sample.tsv");
  const Prepared p = Prepared(ising("kind = \"graph\"\nsize = 15\n", file.key(), 128));
  check_sample(p, testing::enumerated(15, bonds, 0.9), 0.9, 300, {6e-3, 2.5e-2});
}

// The same sample of 4 x 4 x 4 sites on a network and in bits; 4 sigma.
TEST_CASE("+-J on 4 x 4 x 4 sites", "[spin-glass][statistics][nightly]") {
  const testing::Bonds bonds = known_bonds();
  const double temperature = 1.4;
  const testing::ExactIsing exact = testing::TransferMatrix(bonds, temperature).solve(testing::six_dimensional());
  CHECK(exact.lowest == -112);
  const TableFile file(bonds, "neel_cubic_sample.tsv");
  check_sample(Prepared(ising("kind = \"cubic\"\nsize = [4, 4, 4]\n", file.key(), 128)), exact, temperature, 300,
               {3e-3, 1.5e-2});
  check_sample(Prepared("[model]\nname = \"edwards-anderson\"\n[lattice]\nsize = [4, 4, 4]\n[couplings]\n" +
                        file.key() +
                        "[schedule]\nT = 1.0\nthermalize = 1\nsweeps = 10\n[coding]\nwords = 1\nreplicas = 2\n"
                        "[algorithm]\nsystems = 64\n[measure]\nlowest = true\n"),
               exact, temperature, 300, {3e-3, 1.5e-2});
}

TEST_CASE("the bit-coded engine and crystals draw the same samples", "[spin-glass]") {
  for (const auto& [kind, lattice, bonds] : {std::tuple("cubic", "size = [4, 6, 8]\n", 3 * 4 * 6 * 8),
                                             std::tuple("square", "size = [6, 10]\n", 2 * 6 * 10)}) {
    CAPTURE(kind);
    const std::string couplings = "seed = 9\npositive = 0.7\n";
    const Prepared crystal = Prepared(ising("kind = \"" + std::string(kind) + "\"\n" + lattice,
                                            couplings + "disorder = \"pm\"\nbonds = [{shell = 1, J = 1.0}]\n", 40));
    const Prepared bits = Prepared(
        "[model]\nname = \"edwards-anderson\"\n[lattice]\n" + std::string(lattice) + "[couplings]\n" + couplings +
        "[schedule]\nT = 1.0\nthermalize = 1\nsweeps = 10\n[coding]\nwords = 1\n" + "[algorithm]\nsystems = 2\n");
    for (const int sample : {0, 7, 33}) {
      const testing::Bonds one = crystal.model.bonds.of(sample), other = bits.model.bonds.of(sample);
      REQUIRE(one.size() == static_cast<std::size_t>(bonds));
      REQUIRE(one.size() == other.size());
      for (std::size_t k = 0; k < one.size(); ++k) {
        CHECK((one[k].a == other[k].a && one[k].b == other[k].b && one[k].j == other[k].j));
      }
    }
  }
}

TEST_CASE("Gaussian couplings have mean and width", "[spin-glass][statistics]") {
  const Prepared p =
      Prepared(ising("kind = \"square\"\nsize = [200, 200]\n",
                     "disorder = \"gaussian\"\nfactor = -2.0\nbonds = [{shell = 1, J = 0.25, width = 0.5}]\n", 2));
  double sum = 0, square = 0, product = 0, n = 0;
  const testing::Bonds one = p.model.bonds.of(0), other = p.model.bonds.of(1);
  for (std::size_t k = 0; k < one.size(); ++k, ++n) {
    const double x = one[k].j + 0.5, y = other[k].j + 0.5; // both of width 1
    sum += x;
    square += x * x;
    product += x * y;
  }
  CHECK(n == 80000);
  CHECK(std::abs(sum / n) < 4 / std::sqrt(n));
  CHECK(std::abs(square / n - 1) < 4 * std::sqrt(2 / n));
  CHECK(std::abs(product / n) < 4 / std::sqrt(n)); // samples are independent
}
