// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The energy of 4 x 4 Ising spins at the critical temperature of the square lattice, from 2048 systems side by side, against the
// exact one.
#include <neel/models/ising.hpp>
#include <neel/simulation/half_lattices.hpp>
#include <neel/statistics/statistics.hpp>

#include <cmath>
#include <cstdio>

namespace {

using neel::lattice::Colour;
using neel::models::Ising;

constexpr int systems = 2048, sites = 16;

/// Where a site is to its start.
struct AllUp {
  KOKKOS_FUNCTION neel::models::UpDown operator()(const neel::models::Place& /*at*/) const {
    return neel::models::UpDown::of(1);
  }
};

/// Mean and error of energies per site, one for each system.
neel::statistics::Estimate mean_energy() {
  const double critical = 2 / std::log(1 + std::sqrt(2.0));
  using Lattice = neel::simulation::HalfLattices<Ising, Kokkos::DefaultExecutionSpace>;
  Lattice lattice({{4, 4, 1, true, true, false}, systems, 1, 1, {neel::models::Move::heat_bath}, 1}, Ising{});
  lattice.set_conditions(std::vector<Ising::Conditions>(systems, {static_cast<float>(1 / critical), 0}));
  lattice.place("start", AllUp{});
  double sum = 0, squares = 0;
  std::vector<double> energies(systems, 0.0);
  constexpr int measurements = 100, every = 4;
  for (std::uint64_t sweep = 0; sweep < 100 + measurements * every; ++sweep) {
    lattice.sweep(sweep, nullptr, nullptr);
    if (sweep >= 100 && sweep % every == 0) {
      lattice.finish();
      lattice.clear();
      lattice.measure(0);
      const auto sums = lattice.host_sums();
      for (int k = 0; k < systems; ++k) {
        energies[static_cast<std::size_t>(k)] -=
            lattice.sums(sums, 0, k)(0, Colour::even, Ising::bonds) / sites / measurements;
      }
    }
  }
  for (const double e : energies) {
    sum += e / systems;
    squares += e * e / systems;
  }
  return {sum, std::sqrt((squares - sum * sum) / (systems - 1))};
}

} // namespace

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  constexpr double exact = -1.5656237876; // Kaufman, Phys. Rev. 76, 1232 (1949)
  const neel::statistics::Estimate energy = mean_energy();
  const double sigmas = std::abs(energy.value - exact) / energy.error;
  std::printf("energy per site %.5f +- %.5f, exactly %.5f: %.1f sigma\n", energy.value, energy.error, exact, sigmas);
  return sigmas < 4 && energy.error < 0.002 ? 0 : 1;
}
