// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The XY model as a run of the program.

#include "models/crystal/plain_crystal.hpp"
#include "models/half_lattice_model.hpp"
#include "models/order_moments.hpp"

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
  PlanarMoments measures(run, j);
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
  model.parameters = {field_parameter(run, {{measures.name(measures.along), -1}})};
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
