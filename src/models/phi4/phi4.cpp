// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The phi^4 field as a run of the program.

#include "models/phi4/phi4.hpp"

#include "model/geometry.hpp"
#include "model/schedule.hpp"
#include "model/seed.hpp"

#include <neel/models/phi4_start.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace neel::models {

namespace {

/// The couplings of an input, and which of them is scanned.
struct Couplings {
  struct Entry {
    const char* name;
    const char* long_name;
    double Phi4Parameters::* member;
    std::optional<double> otherwise;
    std::vector<double> values;

    std::string key() const { return std::string("couplings.") + name; }
  };
  Entry entries[3] = {
      {"mass_squared", "mu^2, the coefficient of phi^2/2", &Phi4Parameters::mass_squared, {}, {}},
      {"g", "coupling g, the coefficient of phi^4/24", &Phi4Parameters::coupling, {}, {}},
      {"inverse_cutoff", "1/Lambda, the coefficient of (laplacian phi)^2/2", &Phi4Parameters::inverse_cutoff, 0.0, {}}};

  /// The one with several values, or nothing.
  const Entry* scanned() const {
    const auto* const found =
        std::find_if(std::begin(entries), std::end(entries), [](const Entry& e) { return e.values.size() > 1; });
    return found == std::end(entries) ? nullptr : found;
  }
  std::vector<Phi4Parameters> groups() const {
    std::vector<Phi4Parameters> parameters(scanned() == nullptr ? 1 : scanned()->values.size());
    for (const Entry& e : entries) {
      for (std::size_t k = 0; k < parameters.size(); ++k) {
        parameters[k].*e.member = e.values[e.values.size() > 1 ? k : 0];
      }
    }
    return parameters;
  }
};

std::string describe(const input::RunInput& run, const Phi4Options& o, const Couplings& couplings) {
  std::string t =
      "H = sum over sites of 1/2 (grad phi)^2 + mu^2/2 phi^2 + g/24 phi^4 + 1/(2 Lambda) (laplacian phi)^2, "
      "weight exp(-H/T); phi has " +
      std::to_string(o.components) + (o.components == 1 ? " component" : " components") + " in " +
      std::to_string(o.dimensions) + " dimensions; each bond once, " + std::to_string(o.dimensions) + " per site\n";
  for (const Couplings::Entry& e : couplings.entries) {
    t += std::string(e.long_name) + ": " +
         (e.values.size() == 1
              ? input::exact(e.values.front())
              : std::to_string(e.values.size()) + " values from " + input::exact(e.values.front()) + " to " +
                    input::exact(e.values.back()) + ", each " + std::to_string(run.systems) + " systems") +
         "\n";
  }
  if (o.tiled) {
    t += fmt::format("sweep: {} local sweeps on tiles of {} x {} x {} sites with a halo of {}, {} colours, {} hits\n",
                     o.local_sweeps, o.along(0, o.tiles.size), o.along(1, o.tiles.size), o.along(2, o.tiles.size),
                     o.tiles.radius, o.tiles.colouring.colours, o.hits);
  } else {
    const bool flat = o.dimensions == 2;
    t += fmt::format("sweep: {0} colours, (x + {1} y + {2} z) mod {0}, {3} hits\n", o.colouring.colours,
                     flat ? o.colouring.step_z : o.colouring.step_y, flat ? 0 : o.colouring.step_z, o.hits);
  }
  return t + (o.acceptance > 0 ? "proposals: eps tuned to an acceptance of " + input::exact(o.acceptance) +
                                     " while thermalising, from " + input::exact(o.width) + "\n"
                               : "proposals: eps = " + input::exact(o.width) + "\n");
}

Memory memory_of(const Phi4Options& o) {
  constexpr bool on_host = runs_on_host<Kokkos::DefaultExecutionSpace>;
  const auto systems = static_cast<std::size_t>(o.systems), held = static_cast<std::size_t>(o.held);
  const std::size_t field =
      static_cast<std::size_t>(o.geometry.sites()) * static_cast<std::size_t>(o.components) * sizeof(float);
  const std::size_t sums = sizeof(std::int64_t) * held * static_cast<std::size_t>(o.numbers_per_measurement());
  const std::size_t accepted = sizeof(std::int64_t) * held * systems;
  Memory m;
  m.device = systems * (field + sizeof(Phi4<1, 2, false>::Conditions)) + sums + accepted + o.clusters.memory;
  m.saved = systems * (field + sizeof(float));
  m.collecting = on_host ? 0 : sums + accepted;
  m.ending = 2 * field;
  m.ending_in_pieces = true;
  return m;
}

/// That must cross memory when a site is visited: a tile is read with its halo and written; a colour reads all sites around
/// it, so that each is read once per colour.
double bytes_per_visit(const Phi4Options& o) {
  const double field = static_cast<double>(o.components) * sizeof(float);
  return field * (o.tiled ? static_cast<double>(o.tiles.haloed_sites() + o.tiles.sites()) / o.tiles.sites()
                          : o.colouring.colours + 1.0);
}

Model to_model(const input::RunInput& run, const Phi4Options& o, const Couplings& couplings,
               const Phi4Moments& measures) {
  Model model;
  model.set(measures);
  if (const Couplings::Entry* e = couplings.scanned()) {
    model.scan = {e->name, e->long_name, "1", e->values};
  }
  model.systems = o.chains;
  model.disordered.assign(model.groups(), false);
  model.order_parameter = "magnetisation";
  model.susceptibility = Susceptibility::plain;
  model.parameters = measures.parameters();
  model.description = describe(run, o, couplings);
  model.memory = memory_of(o);
  model.field = {o.components, 1, run.lattice.size, o.bound, static_cast<double>(o.geometry.sites())};
  model.updates = o.proposals() * o.systems;
  model.shared = (o.geometry.lz + 1) / 2;
  const int least = (o.halo() + 1) / 2; // pairs of planes in a slab: as many as a halo has
  model.slabs = o.geometry.lz / 2 / least;
  model.halo = (3 * o.halo() + least - 1) / least - 1; // of both sides; and what is swapped, of which one is counted
  model.bytes_per_update = bytes_per_visit(o) / (o.hits * (o.tiled ? o.local_sweeps : 1));
  model.make = [o, measures](run::ExecutionContext where) {
    constexpr decltype(&make_phi4<1>) make[] = {make_phi4<1>, make_phi4<2>, make_phi4<3>, make_phi4<4>};
    return make[o.components - 1](o, measures, where);
  };
  return model;
}

Couplings read_couplings(input::Reader& in) {
  Couplings c;
  const std::size_t errors = in.errors();
  int lists = 0;
  for (Couplings::Entry& e : c.entries) {
    const std::string key = e.key();
    e.values =
        in.numbers({key, std::string(e.long_name) + "; one coupling may have several values: as many groups of systems "
                                                    "run side by side"},
                   e.otherwise);
    lists += e.values.size() > 1 ? 1 : 0;
    if (lists > 1 && e.values.size() > 1) {
      in.error(key, "only one coupling may have several values");
    }
    if (e.member != &Phi4Parameters::mass_squared &&
        std::any_of(e.values.begin(), e.values.end(), [](double v) { return v < 0; })) {
      in.error(key, "must not be below zero");
    }
  }
  if (in.errors() > errors) {
    return c;
  }
  for (const Phi4Parameters& p : c.groups()) {
    if (p.coupling == 0 && p.mass_squared <= 0) {
      in.error("couplings.mass_squared", "must be above zero where g is zero: nothing else would bound the field");
      break;
    }
  }
  return c;
}

/// The field is kept in single precision, and its squares are summed up in units that fit the largest: what differs by more
/// than that cannot be one run.
void check_scales(input::Reader& in, const input::RunInput& run, const Couplings& couplings) {
  constexpr double most = 1e6, most_temperature = 1e4, most_product = 1e4, most_ratio = 1e6;
  double largest_g = 0;
  for (const Couplings::Entry& e : couplings.entries) {
    for (const double v : e.values) {
      if (std::abs(v) > most) {
        in.error(e.key(), "is 1e6 at most in size, found " + input::exact(v));
      }
      largest_g = std::max(largest_g, e.member == &Phi4Parameters::coupling ? v : 0);
    }
  }
  const auto [coldest, hottest] = std::minmax_element(run.schedule.temperature.begin(), run.schedule.temperature.end());
  if (*hottest > most_temperature) {
    in.error("schedule.T", "is 1e4 at most for this model, found " + input::exact(*hottest));
  }
  if (largest_g * *hottest > most_product) {
    in.error("couplings.g", "g T is 1e4 at most, found " + input::exact(largest_g * *hottest));
  }
  if (*hottest / *coldest > most_ratio) {
    in.error("schedule.T", "the highest temperature is 1e6 times the lowest at most, found " + input::exact(*hottest) +
                               " and " + input::exact(*coldest));
  }
}

void read_lattice(input::Reader& in, const input::RunInput& run, Phi4Options& o) {
  o.dimensions = run.lattice.size[2] > 1 ? 3 : 2;
  o.geometry = o.dimensions == 3 ? to_geometry(run.lattice) : to_geometry(run.lattice).with_rows_as_planes();
  for (int a = 0; a < o.dimensions; ++a) {
    if (run.lattice.size[static_cast<std::size_t>(a)] < 4 || !run.lattice.periodic[static_cast<std::size_t>(a)]) {
      in.error("lattice.size", "the phi4 model needs two or three periodic axes of length 4 or more");
    }
  }
  // While keys are listed there is no lattice that would set a limit.
  const int shortest = *std::min_element(run.lattice.size.begin(), run.lattice.size.begin() + o.dimensions);
  const int most = in.when(false) ? std::numeric_limits<int>::max() : std::max(1, shortest / 2);
  o.modes = static_cast<int>(in.integer(
      {"measure.modes", "momenta along each axis, at most half the shortest length", "4"}, 1, most, std::min(4, most)));
}

Clusters clusters_of(input::Reader& in, const input::RunInput& run, const Phi4Options& o, Observables& all) {
  const std::string key = "algorithm.update";
  if (run.update.front().name != "metropolis" || run.update.front().count != 1 ||
      (run.update.size() > 1 && run.update[1].name == "metropolis")) {
    in.error(key, "begins with \"metropolis\", once: [sweep] says how often a site is visited");
  }
  ClusterSpins spins;
  spins.components = o.components;
  spins.sites = spins.spins = o.geometry.sites();
  spins.systems = o.systems;
  spins.held = o.held;
  spins.largest = o.bound * std::sqrt(o.components); // no component is larger
  spins.susceptibility = Susceptibility::plain;
  const Clusters c = read_clusters(in, run, spins, all);
  if (c && o.wide) {
    in.error(key, "cluster moves are for bonds of nearest neighbours, not for the cut-off term; leave "
                  "couplings.inverse_cutoff out");
  }
  return c;
}

} // namespace

Model read_phi4(input::Reader& in, input::RunInput& run) {
  constexpr std::int64_t most_held = 500'000; // numbers
  input::ModelTraits traits{{"random", "zero", "ordered"}};
  traits.temperature = 1.0;
  traits.backward = false;
  traits.energy = traits.structure = true;
  traits.updates = with_clusters({"metropolis"});
  traits.bins_meaning = bins_meaning;
  traits.bins_default = "128 or more";
  input::read_run(in, traits, run);
  Phi4Options o;
  read_lattice(in, run, o);
  o.components = static_cast<int>(in.integer({"field.components", "components of phi"}, 1, 4, 1));
  if (o.geometry.sites() * o.components >= input::most_sites) {
    in.error("lattice.size", "more than 2^31 numbers in one system");
  }
  const Couplings couplings = read_couplings(in);
  check_scales(in, run, couplings);
  const std::vector<double>& cutoffs = couplings.entries[2].values;
  o.wide = std::any_of(cutoffs.begin(), cutoffs.end(), [](double v) { return v > 0; });
  o.reach = o.wide ? 2 : 1;
  read_sweep(in, o);
  if (in.errors() > 0) {
    return {};
  }
  o.groups = couplings.groups();
  check_systems(in, run, o.groups.size());
  if (in.errors() > 0) {
    return {};
  }
  o.chains = run.systems * static_cast<int>(o.groups.size());
  o.systems = o.chains * run.copies();
  o.held = run.schedule.temper
               ? 1
               : static_cast<int>(std::clamp<std::int64_t>(most_held / o.numbers_per_measurement(), 1, 256));
  o.start = run.schedule.start;
  o.seed = to_seed(run);
  for (Phi4Parameters p : o.groups) {
    for (const double t : run.schedule.temperature) {
      p.temperature = t;
      o.bound = std::max(o.bound, field_bound(p));
    }
  }
  Phi4Moments measures(o);
  o.clusters = clusters_of(in, run, o, measures);
  add_histograms(in, run, measures);
  choose_bins(in, run, measures.moments().size(), o.groups.size());
  if (in.errors() > 0) {
    return {};
  }
  return to_model(run, o, couplings, measures);
}

} // namespace neel::models
