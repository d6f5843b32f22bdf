// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The Ising model as a run of the program.

#include "models/crystal/plain_crystal.hpp"
#include "models/half_lattice_model.hpp"

#include <neel/models/ising.hpp>
#include <neel/models/ising_graph.hpp>

#include <cmath>

namespace neel::models {

namespace {

using lattice::Colour;

/// Random spins, all up, or up on even and down on odd sites.
struct StartUpDown {
  Seed seed;
  bool random, staggered;

  KOKKOS_FUNCTION UpDown operator()(const Place& at) const {
    const random::Draw draw =
        random::Stream(seed, random::Purpose::start, static_cast<std::uint32_t>(at.system), 0)(at.number);
    const bool up = random ? draw.a >> 31 != 0 : !staggered || at.colour == Colour::even;
    return UpDown::of(up ? 1 : -1);
  }
};

/// The same on a crystal; of orders and waves, the sign of the real part.
UpDown start_on_crystal(const CrystalRun& c, int system, std::uint32_t site) {
  const std::string& start = c.run.schedule.start;
  const random::Draw draw =
      random::Stream(c.seed(), random::Purpose::start, static_cast<std::uint32_t>(system), 0)(site);
  const bool up = start == "random" ? draw.a >> 31 != 0 : std::abs(start_turns(c, site)) <= 0.25;
  return UpDown::of(up ? 1 : -1);
}

/// What is measured, per site.
struct IsingMoments : Observables {
  float coupling;
  double largest_field = 0, moves;
  Handle energy, energy2, m, m1, m2, m4, n1, n2, n4, accepted;

  IsingMoments(const input::RunInput& run, double j)
      : Observables(to_geometry(run.lattice).sites()), coupling(static_cast<float>(j)),
        moves(static_cast<double>(moves_of_sweep(run))) {
    const std::string e = run.unit.label() + "/site", per_energy = "1/(" + run.unit.label() + ")";
    energy = moment("energy", "energy", e);
    energy2 = moment("energy_squared", "squared energy", "(" + e + ")^2");
    m = moment("magnetisation", "magnetisation");
    m1 = moment("magnetisation_magnitude", "|magnetisation|");
    m2 = moment("magnetisation_squared", "squared magnetisation");
    m4 = moment("magnetisation_fourth", "fourth power of the magnetisation");
    n1 = moment("staggered_magnitude", "|staggered magnetisation|, m_even - m_odd");
    n2 = moment("staggered_squared", "squared staggered magnetisation");
    n4 = moment("staggered_fourth", "fourth power of the staggered magnetisation");
    accepted = moment("acceptance", "accepted fraction of moves");
    mean(energy, energy2).primary = true;
    specific_heat("specific heat N (<E^2> - <E>^2) / T^2", energy, energy2);
    mean(m, m2);
    mean(m1, m2).primary = j >= 0;
    mean(m2, m4);
    mean(m4);
    susceptibility("susceptibility", "susceptibility N/T (<m^2> - <|m|>^2)", per_energy, {m2, m1});
    binder_ratio("binder_ratio", "Binder ratio <m^4>/<m^2>^2", m2, m4);
    mean(n1, n2).primary = j < 0;
    mean(n2, n4);
    susceptibility("staggered_susceptibility", "staggered susceptibility N/T (<n^2> - <|n|>^2)", per_energy, {n2, n1});
    if (j < 0) { // in order, a ferromagnet has none at all
      binder_ratio("staggered_binder", "Binder ratio <n^4>/<n^2>^2 of the staggered magnetisation", n2, n4);
    }
    mean(accepted).primary = true;
    for (const double h : run.schedule.field) {
      largest_field = std::max(largest_field, std::abs(h));
    }
  }

  static Conditions conditions(const simulation::ThermodynamicConditions& at) { return to_conditions(at); }
  static std::string valid() { return "1 or -1"; }
  double scale(const simulation::ThermodynamicConditions& /*at*/, std::span<const double> /*raw*/) const {
    return lattice::directions * std::abs(coupling) + largest_field;
  }

  template <class Sums>
  void measure(const simulation::Measured<Sums>& now, Raw raw) const {
    const double n = sites(), even = now.sums(0, Colour::even, Ising::spin) / n,
                 odd = now.sums(0, Colour::odd, Ising::spin) / n, bonds = now.sums(0, Colour::even, Ising::bonds) / n;
    raw[m] = even + odd;
    raw[m1] = std::abs(raw[m]);
    raw[m2] = raw[m] * raw[m];
    raw[m4] = raw[m] * raw[m] * raw[m] * raw[m];
    raw[n1] = std::abs(even - odd);
    raw[n2] = (even - odd) * (even - odd);
    raw[n4] = raw[n2] * raw[n2];
    raw[energy] = -coupling * bonds - static_cast<float>(now.at.field) * raw[m];
    raw[energy2] = raw[energy] * raw[energy];
    raw[accepted] = static_cast<double>(now.accepted) / moves / n;
  }
};

} // namespace

Model read_ising(input::Reader& in, input::RunInput& run) {
  input::ModelTraits traits{{"random", "up", "staggered"}};
  traits.start_meaning = start_of_crystals;
  traits.field = traits.energy = traits.structure = true;
  traits.most_sites = input::most_on_half_lattices;
  traits.updates = with_clusters(known_moves<Ising>());
  traits.updates.emplace_back(input::pair_update);
  traits.bins_meaning = bins_meaning;
  traits.bins_default = "128 or more";
  const auto crystal = [&] { return plain_crystal_model<IsingGraph>(in, run, traits, start_on_crystal); };
  if (is_crystal(in, 1)) {
    return crystal();
  }
  input::read_run(in, traits, run);
  const double j =
      in.quantity({"couplings.J", "coupling J per bond, above zero for a ferromagnet"}, input::Dimension::energy, 1.0);
  if (j != 0 && std::abs(j) < least_energy) {
    in.error("couplings.J", "expected 0, or 1e-18 or more in size; take another unit");
  }
  if (in.when(false)) { // all keys are listed: those of crystals, too
    crystal();
  }
  check_systems(in, run, 1);
  if (in.errors() > 0) {
    return {};
  }
  IsingMoments measures(run, j);
  const simulation::HalfLatticeOptions options = half_lattice_options(run);
  const Clusters clusters = read_clusters(in, run, cluster_spins<Ising>(options), measures);
  add_histograms(in, run, measures);
  choose_bins(in, run, measures.moments().size(), 1);
  if (in.errors() > 0) {
    return {};
  }
  Model model = half_lattice_model<Ising>(run, measures, options, clusters);
  model.order_parameter = measures.name(j < 0 ? measures.n1 : measures.m1);
  model.description = "E = -J sum_<ij> s s' - H sum_i s_i, each bond counted once; J = " + input::exact(j) + "\n";
  model.parameters = {field_parameter(run, {{measures.name(measures.m), -1}})};
  if (j != 0 && measures.largest_field == 0) {
    model.parameters.push_back(
        {"J", "couplings.J", "coupling", run.unit.label(), {j}, {{measures.name(measures.energy), 1 / j}}});
  }
  const StartUpDown start{to_seed(run), run.schedule.start == "random", run.schedule.start == "staggered"};
  model.make = [=](run::ExecutionContext where) {
    const simulation::HalfLatticeOptions o = options.on(where);
    return simulation::in_space(where.space, [&]<class Exec>(const Exec&) {
      const simulation::HalfLattices<Ising, Exec> lattice(o, Ising{static_cast<float>(j)});
      lattice.place("place_spins", start);
      return simulate(lattice, measures, o, clusters);
    });
  };
  return model;
}

} // namespace neel::models

template class neel::simulation::HalfLattices<neel::models::Ising, Kokkos::DefaultExecutionSpace>; // tests use it, too
