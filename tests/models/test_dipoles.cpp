// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Dipole interactions: fields against Ewald sums of the whole, moves against quadrature.

#include "models/crystal/crystal_measures.hpp"
#include "testing/dipoles.hpp"
#include "testing/graph.hpp"
#include "testing/program_run.hpp"
#include "testing/sigma.hpp"
#include "testing/sphere.hpp"

#include <neel/run/capabilities.hpp>

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>

using namespace neel;
using crystal::Matrix;
using models::EwaldSum;
using testing::Dipole;
using testing::dot;
using testing::ewald_energy;
using testing::product;
using Run = testing::ProgramRun;

namespace {

using General = models::HeisenbergGraph<models::BondTerms::biquadratic, true>;
using Lattice = simulation::GraphLattice<General, Kokkos::DefaultExecutionSpace>;

std::string input_of(const std::string& where, const std::string& update, int systems, const std::string& t,
                     const std::string& material = "", const std::string& more = "") {
  return "[model]\nname = \"heisenberg\"\n[lattice]\n" + where + material + "[schedule]\nT = " + t +
         "\nthermalize = 0\nsweeps = 10\n[algorithm]\nsystems = " + std::to_string(systems) + "\nupdate = " + update +
         "\n" + more;
}

const std::string alloy = "cell = [[1, 0, 0], [0.2, 1.3, 0], [0, 0.1, 1.7]]\nsize = [5, 3, 2]\n"
                          "basis = [{name = \"A\", position = [0, 0, 0], ions = {Fe = 0.6, Cr = 0.4}}, "
                          "{name = \"B\", position = [0.4, 0.5, 0.3], ions = {Fe = 0.5, Vac = 0.5}}]\n",
                  ions = "[material]\nions = [\"Fe\", \"Cr\", \"Vac\"]\nmoment = {Fe = 1, Cr = 0.6, Vac = 0}\n"
                         "anisotropy = {Fe = 0.3, Cr = 0, Vac = 0}\n",
                  tables = "[dipoles]\nstrength = 0.7\ndemagnetisation = [0, 0.25, 0.75]\n"
                           "[[couplings.bonds]]\nfrom = \"A\"\nto = \"B\"\noffset = [0, 0, 0]\nJ = 0.5\n";
const char* const every_move = "[\"metropolis\", \"cone\", \"heatbath\", \"overrelax\"]";

/// The dipole energy per spin of a system of `alloy`, from its configuration.
double energy_of(const Run& run, int system) {
  const auto& l = run.run.lattice;
  const run::Configuration c = run.simulation->configuration(system);
  Matrix box = l.cell;
  for (std::size_t a = 0; a < 3; ++a) {
    for (double& x : box[a]) {
      x *= l.size[a];
    }
  }
  const double moments[] = {0, 1, 0.6}; // by label
  std::vector<Dipole> all;
  for (std::size_t n = 0; n < c.labels.size(); ++n) {
    if (c.labels[n] == 0 || c.labels[n] > 2) {
      continue;
    }
    const std::size_t cell = n / 2;
    const double at[] = {static_cast<double>(cell % 5) + l.basis[n % 2][0],
                         static_cast<double>(cell / 5 % 3) + l.basis[n % 2][1],
                         static_cast<double>(cell / 15) + l.basis[n % 2][2]};
    Dipole d{};
    for (std::size_t k = 0; k < 3; ++k) {
      d.place[k] = at[0] * l.cell[0][k] + at[1] * l.cell[1][k] + at[2] * l.cell[2][k];
      d.moment[k] = moments[c.labels[n]] * c.values[3 * n + k];
    }
    all.push_back(d);
  }
  CHECK(static_cast<double>(all.size()) == static_cast<double>(run.simulation->sites()));
  return 0.7 * ewald_energy(EwaldSum(box, {0, 0.25, 0.75}), all) / static_cast<double>(all.size());
}

} // namespace

TEST_CASE("fields follow every move, and energies are those of Ewald sums", "[dipoles]") {
  const Run run(input_of(alloy, every_move, 3, "0.8", ions, tables));
  for (const std::uint64_t n : {0, 1, 7, 40}) {
    run.sweep(n == 0 ? 0 : n / 2, n);
    const std::vector<double> measured = run.measured("energy_dipole"), whole = run.measured("energy");
    for (int system = 0; system < 3; ++system) {
      CHECK(measured[static_cast<std::size_t>(system)] == Catch::Approx(energy_of(run, system)).margin(1e-6));
      double sum = 0;
      for (const float e : run.simulation->local_energy(system, {})) {
        sum += e;
      }
      CHECK(sum / static_cast<double>(run.simulation->sites()) ==
            Catch::Approx(whole[static_cast<std::size_t>(system)]).margin(1e-5));
    }
    CHECK(run.simulation->check().empty());
  }
}

TEST_CASE("fields made from the spins are those that followed them", "[dipoles][determinism]") {
  const std::string text = input_of(alloy, every_move, 2, "0.8", ions, tables);
  const Run whole(text), first(text), second(text);
  whole.sweep(0, 60);
  first.sweep(0, 25);
  std::vector<run::Array> saved = first.simulation->save();
  second.simulation->load(saved);
  second.sweep(25, 60);
  CHECK(whole.simulation->hash() == second.simulation->hash());
  run::get<run::Start>(*whole.simulation)
      .set_configuration(1, whole.simulation->configuration(1)); // makes fields again
  whole.sweep(60, 70);
  second.sweep(60, 70);
  CHECK(whole.simulation->hash() == second.simulation->hash());
  INFO("0x" << std::hex << whole.simulation->hash());
  CHECK(whole.simulation->hash() == 0x73FAD2B2166749A7ULL);
}

TEST_CASE("a spin that changed behind its field is found", "[dipoles]") {
  const Run run(input_of("kind = \"cubic\"\nsize = [6, 6, 6]\n", "\"metropolis\"", 1, "1.0", "",
                         "[dipoles]\nstrength = 1.0\n[[couplings.bonds]]\nshell = 1\nJ = 0\n"));
  const auto made = run.model.make(run::Space::default_space);
  auto& simulation = dynamic_cast<simulation::SiteSimulation<Lattice, models::CrystalMoments>&>(*made);
  simulation.set_conditions(1, 0);
  simulation.sweep(0);
  REQUIRE(simulation.check().empty());
  const auto sites = simulation.lattice().state().sites.all();
  const auto host = on_host(sites);
  for (std::size_t k = 0; k < 3; ++k) {
    host(k, 0, 0) = -host(k, 0, 0);
  }
  copy_numbers(sites, host);
  CHECK(simulation.check().find("energy per site") != std::string::npos);
}

// E = S.M S' + (S.A S + S'.A S')/2 in a box whose images make A differ from a number.
TEST_CASE("two dipoles in a small box, by each move", "[dipoles][statistics]") {
  constexpr double strength = 1.5, exchange = 0.4, temperature = 0.7, moment = 1.2;
  const Matrix box{{{2, 0, 0}, {0, 1.5, 0}, {0, 0, 3}}};
  const EwaldSum ewald(box, {0.2, 0.3, 0.5});
  const double scale = strength * moment * moment;
  const Matrix between = ewald({1, 0.3, 0.9}), self = ewald({0, 0, 0});
  const auto points = testing::sphere(14);
  double z = 0, energy = 0, dipole = 0, square = 0;
  for (const auto& [s, one] : points) {
    for (const auto& [t, two] : points) {
      const double d = scale * (product(s, between, t) + product(s, self, s) / 2 + product(t, self, t) / 2),
                   e = d + exchange * dot(s, t), weight = one * two * std::exp(-e / temperature);
      z += weight;
      energy += weight * e / 2;
      dipole += weight * d / 2;
      square += weight * moment * moment * (2 + 2 * dot(s, t)) / 4;
    }
  }
  for (const char* update : {"\"metropolis\"", "\"cone\"", "\"heatbath\"", "[\"metropolis\", \"overrelax:2\"]"}) {
    INFO(update);
    const Run run(input_of("cell = [[2, 0, 0], [0, 1.5, 0], [0, 0, 3]]\nsize = [1, 1, 1]\nbasis = [{name = \"A\", "
                           "position = [0, 0, 0]}, {name = \"B\", position = [0.5, 0.2, 0.3]}]\n",
                           update, 512, "0.7", "[material]\nmoment = 1.2\n",
                           "[dipoles]\nstrength = 1.5\ndemagnetisation = [0.2, 0.3, 0.5]\n[[couplings.bonds]]\nfrom = "
                           "\"A\"\nto = \"B\"\noffset = [0, 0, 0]\nJ = 0.4\n"));
    run.sweep(0, 60);
    statistics::Bins bins(3, 512);
    const std::size_t of[] = {run.moment("energy"), run.moment("energy_dipole"), run.moment("magnetisation_squared")};
    std::vector<std::array<double, 3>> sums(512);
    for (std::uint64_t n = 0; n < 200; ++n) {
      run.sweep(60 + 2 * n, 62 + 2 * n);
      run.simulation->measure();
      run.simulation->collect([&](int system, std::span<const double> raw) {
        auto& to = sums[static_cast<std::size_t>(system)];
        for (std::size_t k = 0; k < 3; ++k) {
          to[k] += raw[of[k]] / 200;
        }
      });
    }
    for (const auto& of_system : sums) {
      bins.add(of_system);
    }
    const double exact[] = {energy / z, dipole / z, square / z};
    const char* const names[] = {"energy", "dipole energy", "m^2"};
    for (std::size_t k = 0; k < 3; ++k) {
      testing::check_sigma(names[k], statistics::jackknife(bins, [&](std::span<const double> x) { return x[k]; }),
                           exact[k], 0.006);
    }
  }
}
