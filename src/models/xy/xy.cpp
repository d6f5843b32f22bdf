// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The XY model as a run of the program.

#include "models/crystal/plain_crystal.hpp"
#include "models/half_lattice_model.hpp"

#include <neel/models/xy_graph.hpp>

#include <cmath>
#include <numbers>

namespace neel::models {

namespace {

/// Random directions, all along x, or odd ones against it.
struct StartRotor {
  Seed seed;
  bool random, staggered;

  KOKKOS_FUNCTION Rotor operator()(const Place& at) const {
    const random::Stream stream(seed, random::Purpose::start, static_cast<std::uint32_t>(at.system), 0);
    return random ? at_turn(stream(at.number).a)
                  : Rotor{staggered && at.colour == lattice::Colour::odd ? -1.0F : 1.0F, 0};
  }
};

/// The same on a crystal, or an order or a wave.
Rotor start_on_crystal(const CrystalRun& c, int system, std::uint32_t site) {
  const std::string& start = c.run.schedule.start;
  const random::Stream stream(c.seed(), random::Purpose::start, static_cast<std::uint32_t>(system), 0);
  const double angle = 2 * std::numbers::pi * start_turns(c, site);
  return start == "random" ? at_turn(stream(site).a)
                           : Rotor{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
}

/// What is measured, per site.
struct XYMoments : Observables {
  float coupling;
  double moves;
  Handle energy, energy2, m_x, m1, m2, m4, n1, n2, n4, accepted;

  XYMoments(const input::RunInput& run, double j)
      : Observables(to_geometry(run.lattice).sites()), coupling(static_cast<float>(j)),
        moves(static_cast<double>(moves_of_sweep(run))) {
    const std::string e = run.unit.label() + "/site", per_energy = "1/(" + run.unit.label() + ")";
    energy = moment("energy", "energy", e);
    energy2 = moment("energy_squared", "squared energy", "(" + e + ")^2");
    m_x = moment("magnetisation_x", "magnetisation along the field");
    m1 = moment("magnetisation_magnitude", "|M|, M the average of spins over sites");
    m2 = moment("magnetisation_squared", "M^2");
    m4 = moment("magnetisation_fourth", "(M^2)^2");
    n1 = moment("staggered_magnitude", "|N|, the staggered magnetisation N = M_even - M_odd");
    n2 = moment("staggered_squared", "N^2");
    n4 = moment("staggered_fourth", "(N^2)^2");
    accepted = moment("acceptance", "accepted fraction of moves");
    mean(energy, energy2).primary = true;
    specific_heat("specific heat N (<E^2> - <E>^2) / T^2", energy, energy2);
    mean(m_x);
    mean(m1, m2).primary = j >= 0;
    mean(m2, m4);
    susceptibility("susceptibility", "susceptibility N/T (<M^2> - <|M|>^2)", per_energy, {m2, m1});
    binder_ratio("binder_ratio", "Binder ratio <M^4>/<M^2>^2", m2, m4);
    mean(n1, n2).primary = j < 0;
    mean(n2, n4);
    susceptibility("staggered_susceptibility", "staggered susceptibility N/T (<N^2> - <|N|>^2)", per_energy, {n2, n1});
    if (j < 0) {
      binder_ratio("staggered_binder", "Binder ratio <N^4>/<N^2>^2 of the staggered magnetisation", n2, n4);
    }
    mean(accepted).primary = true;
  }

  static Conditions conditions(const simulation::ThermodynamicConditions& at) { return to_conditions(at); }
  static std::string valid() { return "of unit length"; }
  double scale(const simulation::ThermodynamicConditions& at, std::span<const double> /*raw*/) const {
    return lattice::directions * std::abs(coupling) + std::abs(at.field);
  }

  template <class Sums>
  void measure(const simulation::Measured<Sums>& now, Raw raw) const {
    using lattice::Colour;
    const double n = sites();
    const auto sum = [&](int term, double odd = 1) {
      return (now.sums(0, Colour::even, term) + odd * now.sums(0, Colour::odd, term)) / n;
    };
    raw[m_x] = sum(XY::along);
    raw[m2] = raw[m_x] * raw[m_x] + sum(XY::across) * sum(XY::across);
    raw[m1] = std::sqrt(raw[m2]);
    raw[m4] = raw[m2] * raw[m2];
    raw[n2] = sum(XY::along, -1) * sum(XY::along, -1) + sum(XY::across, -1) * sum(XY::across, -1);
    raw[n1] = std::sqrt(raw[n2]);
    raw[n4] = raw[n2] * raw[n2];
    raw[energy] = -coupling * sum(XY::bonds) - now.at.field * raw[m_x];
    raw[energy2] = raw[energy] * raw[energy];
    raw[accepted] = static_cast<double>(now.accepted) / (moves * n);
  }
};

} // namespace

Model read_xy(input::Reader& in, input::RunInput& run) {
  input::ModelTraits traits{{"random", "up", "staggered"}};
  traits.start_meaning = start_of_crystals;
  traits.field = traits.energy = traits.structure = true;
  traits.most_sites = input::most_on_half_lattices;
  traits.updates = with_clusters(known_moves<XY>());
  traits.bins_meaning = bins_meaning;
  traits.bins_default = "128 or more";
  const auto crystal = [&] { return plain_crystal_model<XYGraph>(in, run, traits, start_on_crystal); };
  if (is_crystal(in, 2)) {
    return crystal();
  }
  input::read_run(in, traits, run);
  const double j =
      in.quantity({"couplings.J", "coupling J per bond, above zero for a ferromagnet"}, input::Dimension::energy, 1.0);
  if (in.when(false)) { // all keys are listed: those of crystals, too
    crystal();
  }
  check_systems(in, run, 1);
  if (in.errors() > 0) {
    return {};
  }
  XYMoments measures(run, j);
  const simulation::HalfLatticeOptions options = half_lattice_options(run);
  const Clusters clusters = read_clusters(in, run, cluster_spins<XY>(options), measures);
  add_histograms(in, run, measures);
  choose_bins(in, run, measures.moments().size(), 1);
  if (in.errors() > 0) {
    return {};
  }
  Model model = half_lattice_model<XY>(run, measures, options, clusters);
  model.order_parameter = measures.name(j < 0 ? measures.n1 : measures.m1);
  model.description =
      "E = -J sum_<ij> s.s' - H sum_i s_i.x, |s| = 1, each bond counted once; J = " + input::exact(j) + "\n";
  model.parameters = {field_parameter(run, {{measures.name(measures.m_x), -1}})};
  model.make = [=, seed = to_seed(run), start = run.schedule.start](run::ExecutionContext where) {
    const simulation::HalfLatticeOptions o = options.on(where);
    return simulation::in_space(where.space, [&]<class Exec>(const Exec&) {
      const simulation::HalfLattices<XY, Exec> lattice(o, XY{static_cast<float>(j)});
      lattice.place("place_spins", StartRotor{seed, start == "random", start == "staggered"});
      return simulate(lattice, measures, o, clusters);
    });
  };
  return model;
}

} // namespace neel::models
