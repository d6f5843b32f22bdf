// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Instantiates the Ising model.

#include "models/colour_simulation.hpp"
#include "models/ising.hpp"

#include <neel/models/ising.hpp>

namespace neel::models {

namespace {

using Exec = Kokkos::DefaultExecutionSpace;

/// Random spins, all up, or up on even and down on odd sites.
struct StartUpDown {
  std::uint64_t seed;
  bool random, staggered;

  KOKKOS_FUNCTION UpDown operator()(const Place& at) const {
    const random::Draw draw =
        random::Stream(seed, random::Purpose::start, static_cast<std::uint32_t>(at.system), 0)(at.number);
    const bool up = random ? draw.a >> 31 != 0 : !staggered || at.colour == lattice::Colour::even;
    return UpDown::of(up ? 1 : -1);
  }
};

class IsingSimulation final : public ColourSimulation<Ising, Exec> {
public:
  IsingSimulation(const input::RunInput& run, const IsingInput& input)
      : ColourSimulation(run, run.systems * run.rungs(), 1) {
    model_.coupling = static_cast<float>(input.coupling);
    energy_bound_ = lattice::directions * std::abs(input.coupling);
    for (const double h : run.schedule.field) {
      energy_bound_ = std::max(energy_bound_, lattice::directions * std::abs(input.coupling) + std::abs(h));
    }
    fill("place_spins", exec_, state_.geometry, state_.systems, state_.sites,
         StartUpDown{run.seed, run.schedule.start == "random", run.schedule.start == "staggered"});
  }

  std::size_t moments() const override { return static_cast<std::size_t>(IsingMoment::count); }

  void set_conditions(double temperature, double field) override {
    ColourSimulation::set_conditions(temperature, field);
    field_ = static_cast<float>(field);
  }

  Configuration configuration(int system) const {
    const lattice::Geometry& g = state_.geometry;
    Configuration c{std::vector<float>(static_cast<std::size_t>(g.sites())), 1, {}};
    for (const lattice::Colour colour : {lattice::Colour::even, lattice::Colour::odd}) {
      const auto spins = host_copy(g, state_.sites, colour, system);
      for_each_site(g, colour, [&](std::size_t site, std::size_t entry) {
        c.spins[site] = static_cast<float>(UpDown{spins(0, entry)}.value());
      });
    }
    return c;
  }

protected:
  Ising::Formats formats(int /*pass*/) const override { return {}; }

  void moments_of(const Measured& measured, std::vector<double>& raw) const override {
    const double n = static_cast<double>(sites());
    const auto even = static_cast<double>(measured.sum(0, 0, Ising::spin)) / n;
    const auto odd = static_cast<double>(measured.sum(0, 1, Ising::spin)) / n;
    const auto bonds = static_cast<double>(measured.sum(0, 0, Ising::bonds)) / n;
    const double m = even + odd, staggered = even - odd, energy = -model_.coupling * bonds - field_ * m;
    raw.assign({energy, energy * energy, m, std::abs(m), m * m, m * m * m * m, std::abs(staggered),
                staggered * staggered, measured.accepted / n});
  }

  std::string valid_site() const override { return "1 or -1"; }
  std::string site_name(int system, std::uint32_t site) const override {
    return std::to_string(static_cast<int>(configuration(system).spins[site]));
  }

private:
  double field_ = 0;
};

} // namespace

MadeSimulation make_ising(const input::RunInput& run, const IsingInput& input) {
  auto made = std::make_unique<IsingSimulation>(run, input);
  auto* const simulation = made.get();
  return {std::move(made), [simulation](int system) { return simulation->configuration(system); }};
}

} // namespace neel::models
