// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Configurations and local energies of ranges of sites are those of the whole.
#include "models/models.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace neel;

namespace {

const std::string schedule = "[schedule]\nT = 1.5\nthermalize = 0\nsweeps = 10\n";

template <class T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// What there is of a system, `each` sites at a time.
run::Configuration in_ranges(run::Simulation& s, int system, std::uint64_t sites, std::uint64_t each) {
  run::Configuration all;
  all.components = 0;
  for (std::uint64_t first = 0; first < sites; first += each) {
    const run::Configuration c = s.configuration_of(system, {first, each});
    append(all.values, c.values);
    append(all.labels, c.labels);
    append(all.overlaps, c.overlaps);
    all.components = c.components;
    all.name = c.name;
    all.picture = c.picture;
  }
  return all;
}

} // namespace

TEST_CASE("configurations come in ranges of sites, too", "[models]") {
  struct Example {
    std::string input;
    std::uint64_t sites; ///< of the lattice, empty ones too
    std::size_t values, labels, energies;
  };
  const std::string ions = "[material]\nions = [\"A\", \"B\"]\nfractions = {B = 0.4}\n"
                           "exchange = {A-A = 1, A-B = 0.5, B-B = 0.2}\n";
  const std::vector<Example> examples{
      {"model.name = \"ising\"\nlattice.size = [6, 4, 8]\n", 192, 1, 0, 1},
      {"model.name = \"ising\"\nlattice = {size = [7, 5], boundary = \"open\"}\n", 35, 1, 0, 1},
      {"model.name = \"heisenberg\"\nlattice.size = [6, 4, 8]\n" + ions, 192, 3, 1, 1},
      {"model.name = \"xy\"\nlattice = {kind = \"triangular\", size = [6, 7]}\n"
       "[[couplings.bonds]]\nshell = 1\nJ = 1.0\n",
       42, 2, 0, 1},
      {"model.name = \"heisenberg\"\nlattice = {kind = \"bcc\", size = [3, 4, 5]}\n"
       "material = {ions = [\"A\", \"B\"], fractions = {B = 0.4}}\n[[couplings.bonds]]\nshell = 1\nJ = 1.0\n",
       120, 3, 1, 1},
      {"model.name = \"phi4\"\nlattice.size = [4, 6, 8]\ncouplings = {mass_squared = -1, g = 1}\nfield.components = "
       "2\n",
       192, 2, 0, 1},
      {"model.name = \"edwards-anderson\"\nlattice.size = [4, 6, 8]\ncoding.replicas = 3\n", 192, 1, 0, 0},
      {"model.name = \"edwards-anderson\"\nlattice.size = [4, 4, 192]\ncoding.kind = \"synchronous\"\n", 3072, 1, 0, 0},
      {"model.name = \"majority\"\nlattice.size = [70, 9]\n", 630, 0, 1, 0},
  };
  for (const Example& e : examples) {
    CAPTURE(e.input);
    input::Reader in = input::Reader::from_text(e.input + schedule, "test");
    input::RunInput run;
    const models::Model model = models::read_input(in, run);
    const auto simulation = model.make(run::Space::default_space);
    simulation->set_conditions(1.5, 0.0);
    const int system = simulation->systems() - 1;
    simulation->configuration_of(system, {0, 1}); // of which nothing may be left after a sweep
    simulation->sweep(0);
    const run::Configuration late = simulation->configuration_of(system, {5, 7});
    const run::Configuration whole = simulation->configuration(system);
    const auto begin = whole.values.begin() + static_cast<std::ptrdiff_t>(5 * e.values);
    CHECK(late.values == std::vector(begin, begin + static_cast<std::ptrdiff_t>(7 * e.values)));
    const std::vector<float> energy = simulation->local_energy(system, {});
    CHECK(whole.values.size() == e.values * e.sites);
    CHECK(whole.labels.size() == e.labels * e.sites);
    CHECK(energy.size() == e.energies * e.sites);
    for (const std::uint64_t each : {e.sites, std::uint64_t{64}, std::uint64_t{5}}) {
      CAPTURE(each);
      const run::Configuration all = in_ranges(*simulation, system, e.sites, each);
      CHECK(all.values == whole.values);
      CHECK(all.labels == whole.labels);
      CHECK(all.overlaps == whole.overlaps);
      CHECK(all.components == whole.components);
      CHECK(all.name == whole.name);
      CHECK(all.picture == whole.picture);
      std::vector<float> energies;
      for (std::uint64_t first = 0; first < e.sites; first += each) {
        append(energies, simulation->local_energy(system, {first, each}));
      }
      CHECK(energies == energy);
    }
  }
}
