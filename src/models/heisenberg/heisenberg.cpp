// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The Heisenberg model as a run of the program.

#include "models/heisenberg/heisenberg.hpp"

#include "models/crystal/crystal_text.hpp"
#include "models/heisenberg/crystal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace neel::models {

namespace {

/// "; order: uniform, mean field, where A ions point against B ions; order parameter magnetisation_magnitude".
std::string describe_order(const Order& order, const Material& m, const HeisenbergMoments& measures) {
  const std::string opposed = opposed_ions(order, m.ions);
  return std::string("; order: ") + (order.uniform ? "uniform" : "staggered") + ", mean field" +
         (opposed.empty() ? "" : ", where " + opposed) + "; order parameter " + measures.order_parameter(order) + "\n";
}

/// The compositions, their transition temperatures and orders, and a word on temperatures far above these.
std::string describe_compositions(const input::RunInput& run, const Material& m, const HeisenbergMoments& measures) {
  const std::vector<Order>& orders = measures.orders();
  constexpr std::size_t most_shown = 100;
  constexpr double far = 20;
  std::string t;
  double highest = 0;
  for (std::size_t c = 0; c < std::min(most_shown, m.fractions.size()); ++c) {
    t += "composition";
    for (std::size_t a = 0; a < m.ions.size(); ++a) {
      t += " " + m.ions[a] + " " +
           input::exact(std::round(m.fractions[c][a] * 1e12) / 1e12); // of the first it is 1 less the others'
    }
    const double critical = mean_field_temperature(orders[c], run.lattice);
    t += ": mean-field T_c = " + in_all_units(critical, run.unit) + describe_order(orders[c], m, measures);
    highest = std::max(highest, critical);
  }
  if (m.fractions.size() > most_shown) {
    t += "and " + std::to_string(m.fractions.size() - most_shown) + " compositions more\n";
  }
  const double hottest = *std::max_element(run.schedule.temperature.begin(), run.schedule.temperature.end());
  if (highest > 0 && hottest > far * highest) {
    t += fmt::format("note: T = {} is {:.3g} times the mean-field T_c", in_all_units(hottest, run.unit),
                     hottest / highest);
    t += run.unit.kelvin && run.unit.name != "K"
             ? fmt::format("; a temperature in kelvin is written \"{:.6g} K\"\n", hottest)
             : "\n";
  }
  return t;
}

/// Names of ions become parts of the names of results. Returns one that two results would have, or nothing.
std::string name_given_twice(const Observables& results) {
  std::set<std::string> names;
  for (const Observable& o : results.observables()) {
    for (const char* part : {"", "_err", "_err_err", "_thermal_err", "_tau", "_tau_err", "_converged"}) {
      if (!names.insert(o.name + part).second) {
        return o.name + part;
      }
    }
  }
  names.clear();
  for (const Moment& m : results.moments()) {
    if (!names.insert(m.name).second) {
      return m.name;
    }
  }
  return {};
}

/// The largest energy of a single term.
double largest_energy(const input::RunInput& run, const Material& m) {
  double zeeman = 0;
  for (const double h : run.schedule.field) {
    zeeman = std::max(zeeman, std::abs(h) * most(m.moment));
  }
  return std::max({most_of_pairs(m.exchange), most_of_pairs(m.dm), most(m.anisotropy), zeeman});
}

/// The Hamiltonian, each coupling with its unit and count, and how the compositions order.
std::string describe(const HeisenbergSetup& setup) {
  const input::RunInput& run = setup.run;
  const Material& m = setup.material;
  const lattice::Geometry& g = setup.options.geometry;
  std::string t = fmt::format("{}\nbonds: {} per system, {:.6g} per site\n", hamiltonian(m), g.bonds(),
                              static_cast<double>(g.bonds()) / static_cast<double>(g.sites()));
  for (std::size_t a = 0; a < m.ions.size(); ++a) {
    for (std::size_t b = a; b < m.ions.size(); ++b) {
      const std::string pair = m.ions[a] + "-" + m.ions[b];
      t += "J(" + pair + ") = " + in_all_units(m.exchange[a][b], run.unit) + " per bond;  D(" + pair +
           ") = " + in_all_units(m.dm[a][b], run.unit) + " per bond\n";
    }
  }
  for (std::size_t a = 0; a < m.ions.size(); ++a) {
    t += "K(" + m.ions[a] + ") = " + in_all_units(m.anisotropy[a], run.unit) + " per site;  m(" + m.ions[a] +
         ") = " + input::exact(m.moment[a]) +
         (run.unit.moment_in_magnetons ? " x " + input::exact(*run.unit.moment_in_magnetons) + " mu_B" : "") + "\n";
  }
  const double field = run.schedule.field.front();
  t += "H = " + in_all_units(field, run.unit);
  if (run.unit.kelvin && run.unit.moment_in_magnetons) {
    t += fmt::format(" = {:.6g} T",
                     field * *run.unit.kelvin / (input::kelvin_per_tesla * *run.unit.moment_in_magnetons));
  }
  return t + " on m = 1\n" + describe_compositions(run, m, setup.measures);
}

/// The fraction of the ion that is scanned, if there is one.
Coordinate scanned_fraction(const Material& m) {
  if (m.scanned_ion.empty()) {
    return {};
  }
  Coordinate scan{"x_" + m.scanned_ion, "fraction of " + m.scanned_ion + " ions", "1", {}};
  const auto ion = std::find(m.ions.begin(), m.ions.end(), m.scanned_ion) - m.ions.begin();
  for (const auto& row : m.fractions) {
    scan.values.push_back(row[static_cast<std::size_t>(ion)]);
  }
  return scan;
}

Model to_model(const HeisenbergSetup& setup) {
  const Material& m = setup.material;
  Model model = half_lattice_model<Heisenberg<1>>(setup.run, setup.measures, setup.options, setup.clusters);
  model.memory.device +=
      m.ions.size() > 2 ? (2 * 256 + 2) * m.ions.size() * sizeof(float) : 0; // tables of pairs and ions
  model.bytes_per_update += m.ions.size() > 1 ? 2 : 0; // a site's species, and which neighbours are of it
  model.scan = scanned_fraction(m);
  model.disordered.clear();
  for (const auto& fractions : m.fractions) {
    model.disordered.push_back(
        std::any_of(fractions.begin(), fractions.end(), [](double f) { return f > 0 && f < 1; }));
  }
  model.order_parameter = setup.measures.order_parameter();
  model.parameters = {field_parameter(setup.run, setup.measures.field_conjugate())};
  model.description = describe(setup);
  model.make = [setup](run::ExecutionContext where) {
    const std::size_t ions = setup.material.ions.size();
    return ions == 1 ? make_heisenberg<1>(setup, where)
                     : (ions == 2 ? make_heisenberg<2>(setup, where) : make_heisenberg<any_species>(setup, where));
  };
  return model;
}

/// Whether all bonds can be satisfied at once wherever the ions are: the sign of each J is that of a product of a sign of each ion,
/// and perhaps of -1.
bool is_unfrustrated(const std::vector<std::vector<double>>& exchange) {
  const std::size_t ions = exchange.size();
  const auto has_signs = [&](double whole) {
    std::vector<int> sign(ions, 0);
    std::vector<std::size_t> next;
    for (std::size_t first = 0; first < ions; ++first) {
      if (sign[first] == 0) {
        sign[first] = 1;
        next.push_back(first);
      }
      while (!next.empty()) {
        const std::size_t a = next.back();
        next.pop_back();
        for (std::size_t b = 0; b < ions; ++b) {
          const double j = whole * exchange[a][b];
          if (j != 0 && sign[b] == 0) {
            sign[b] = j > 0 ? sign[a] : -sign[a];
            next.push_back(b);
          }
          if (j * sign[a] * sign[b] < 0) {
            return false;
          }
        }
      }
    }
    return true;
  };
  return has_signs(1) || has_signs(-1);
}

Clusters clusters_of(input::Reader& in, const input::RunInput& run, const Material& m,
                     const simulation::HalfLatticeOptions& o, Observables& all) {
  ClusterSpins spins = cluster_spins<Heisenberg<1>>(o);
  spins.largest_moment = most(m.moment);
  spins.field_axis = m.field_axis;
  if (most(m.anisotropy) > 0) {
    spins.easy_axis = m.anisotropy_axis;
  }
  const Clusters c = read_clusters(in, run, spins, all);
  if (c && most_of_pairs(m.dm) > 0) {
    in.error("algorithm.update", "cluster moves are for exchange alone, not for a Dzyaloshinskii-Moriya interaction");
  }
  if (c && !is_unfrustrated(m.exchange)) {
    in.error("algorithm.update",
             "with exchange of these signs, bonds between the ions are frustrated, and clusters would be nearly "
             "the whole lattice; leave cluster moves out");
  }
  return c;
}

} // namespace

Model read_heisenberg(input::Reader& in, input::RunInput& run) {
  if (is_crystal(in, 3)) {
    return read_heisenberg_crystal(in, run);
  }
  const Material material = read_material(in, run, CouplingsIn::pairs);
  input::ModelTraits traits{
      {"random", "domain+", "domain-", "up"},
      "\"random\", or \"domain+\", \"domain-\": even spins along plus or minus the anisotropy axis, odd "
      "ones against it; \"up\": all along it. Of crystals: \"random\", \"up\", or \"order\", that of mean field"};
  traits.field = traits.energy = traits.structure = true;
  traits.most_sites = input::most_on_half_lattices;
  traits.update = {"heatbath", "overrelax"}; // docs/heisenberg.md, autocorrelation times
  traits.updates = with_clusters(known_moves<Heisenberg<1>>());
  traits.systems_meaning =
      "independent systems side by side (per composition), each with its own disorder and random numbers";
  traits.bins_meaning = bins_meaning;
  traits.bins_default = "128 or more";
  input::read_run(in, traits, run);
  if (in.when(false)) { // all keys are listed: those of crystals, too
    read_heisenberg_crystal(in, run);
  }
  if (in.errors() > 0) {
    return {};
  }
  HeisenbergMoments measures(run, material);
  const std::size_t compositions = material.fractions.size();
  const int passes = static_cast<int>(material.ions.size() + 1) / 2;
  check_systems(in, run, compositions);
  if (in.errors() > 0) {
    return {};
  }
  const simulation::HalfLatticeOptions options = half_lattice_options(run, static_cast<int>(compositions), passes);
  const Clusters clusters = clusters_of(in, run, material, options, measures);
  if (const std::string name = name_given_twice(measures); !name.empty()) {
    in.error("material.ions", "with these names two results would be called " + name);
  }
  add_histograms(in, run, measures);
  if (const double most = largest_energy(run, material); most > 0 && most < least_energy) {
    in.error("material.exchange", "no energy is 1e-18 or more in size; take another unit");
  }
  if (in.errors() > 0) {
    return {};
  }
  choose_bins(in, run, measures.moments().size(), compositions);
  return to_model({run, material, measures, options, clusters});
}

} // namespace neel::models
