// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The Heisenberg model as a run of the program.

#include "models/heisenberg.hpp"

#include "models/colour_memory.hpp"
#include "models/moves.hpp"
#include "models/schedule.hpp"

#include <neel/models/heisenberg.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace neel::models {

namespace {

/// "1.0 J = 435.23 K = 37.5053 meV".
std::string in_all_units(double value, const input::EnergyUnit& unit) {
  char text[96];
  if (!unit.kelvin) {
    std::snprintf(text, sizeof text, "%.6g %s", value, unit.label().c_str());
  } else {
    const double kelvin = value * *unit.kelvin;
    if (unit.name == "reduced") {
      std::snprintf(text, sizeof text, "%.6g J = %.6g K = %.6g meV", value, kelvin, kelvin / input::kelvin_per_mev);
    } else {
      std::snprintf(text, sizeof text, "%.6g K = %.6g meV", kelvin, kelvin / input::kelvin_per_mev);
    }
  }
  return text;
}

/// "; order: uniform, mean field, where A ions point against B ions; order parameter magnetisation_magnitude".
std::string describe_order(const Order& order, const Material& m) {
  const std::string opposed = opposed_ions(order, m.ions);
  return std::string("; order: ") + (order.uniform ? "uniform" : "staggered") + ", mean field" +
         (opposed.empty() ? "" : ", where " + opposed) + "; order parameter " + order_parameter(order) + "\n";
}

/// The compositions, their transition temperatures and orders, and a word on temperatures far above these.
std::string describe_compositions(const input::RunInput& run, const Material& m, const std::vector<Order>& orders) {
  constexpr std::size_t most_shown = 100;
  constexpr double far = 20;
  std::string t;
  double highest = 0;
  for (std::size_t c = 0; c < std::min(most_shown, m.fractions.size()); ++c) {
    t += "composition";
    for (std::size_t a = 0; a < m.ions.size(); ++a) {
      t += " " + m.ions[a] + " " + input::exact(m.fractions[c][a]);
    }
    const double critical = mean_field_temperature(orders[c], run.lattice);
    t += ": mean-field T_c = " + in_all_units(critical, run.unit) + describe_order(orders[c], m);
    highest = std::max(highest, critical);
  }
  if (m.fractions.size() > most_shown) {
    t += "and " + std::to_string(m.fractions.size() - most_shown) + " compositions more\n";
  }
  const double hottest = *std::max_element(run.schedule.temperature.begin(), run.schedule.temperature.end());
  if (highest > 0 && hottest > far * highest) {
    char times[32], bare[32];
    std::snprintf(times, sizeof times, "%.3g", hottest / highest);
    std::snprintf(bare, sizeof bare, "%.6g", hottest);
    t += "note: T = " + in_all_units(hottest, run.unit) + " is " + times + " times the mean-field T_c";
    t += run.unit.kelvin && run.unit.name != "K"
             ? std::string("; a temperature in kelvin is written \"") + bare + " K\"\n"
             : "\n";
  }
  return t;
}

/// Names of ions become parts of the names of results. Returns one that two results would have, or nothing.
std::string name_given_twice(const HeisenbergObservables& results) {
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
  double most = 0;
  for (const auto* table : {&m.exchange, &m.dm}) {
    for (const auto& row : *table) {
      for (const double v : row) {
        most = std::max(most, std::abs(v));
      }
    }
  }
  for (std::size_t a = 0; a < m.ions.size(); ++a) {
    most = std::max(most, std::abs(m.anisotropy[a]));
    for (const double h : run.schedule.field) {
      most = std::max(most, std::abs(m.moment[a] * h));
    }
  }
  return most;
}

class HeisenbergRun final : public ModelRun {
public:
  HeisenbergRun(const input::RunInput& run, const Material& material)
      : run_(run), material_(material), observables_(material, run.unit, to_geometry(run.lattice).sites()) {
    if (!material.scanned_ion.empty()) {
      scan_ = {"x_" + material.scanned_ion, "fraction of " + material.scanned_ion + " ions", "1", {}};
      const auto ion = static_cast<std::size_t>(
          std::find(material.ions.begin(), material.ions.end(), material.scanned_ion) - material.ions.begin());
      for (const auto& row : material.fractions) {
        scan_.values.push_back(row[ion]);
      }
    }
  }

  const std::vector<Moment>& moments() const override { return observables_.moments(); }
  const std::vector<Observable>& observables() const override { return observables_.observables(); }
  const std::vector<Coordinate>& axes() const override { return axes_; }
  const Coordinate& scan() const override { return scan_; }
  int systems() const override { return run_.systems * static_cast<int>(material_.fractions.size()); }
  bool disordered(std::size_t group) const override {
    const auto& fractions = material_.fractions[group];
    return std::any_of(fractions.begin(), fractions.end(), [](double f) { return f > 0 && f < 1; });
  }
  std::string order_parameter() const override { return observables_.order_parameter(); }
  std::string resolved() const override {
    return input::resolved(run_) + "\n" + models::resolved(material_, run_.unit);
  }

  std::string description() const override {
    const lattice::Geometry g = to_geometry(run_.lattice);
    std::string t = hamiltonian(material_) + "\n";
    const double bonds_per_site = static_cast<double>(g.bonds()) / static_cast<double>(g.sites());
    char line[160];
    std::snprintf(line, sizeof line, "bonds: %lld per system, %.6g per site\n", static_cast<long long>(g.bonds()),
                  bonds_per_site);
    t += line;
    for (std::size_t a = 0; a < material_.ions.size(); ++a) {
      for (std::size_t b = a; b < material_.ions.size(); ++b) {
        const std::string pair = material_.ions[a] + "-" + material_.ions[b];
        t += "J(" + pair + ") = " + in_all_units(material_.exchange[a][b], run_.unit) + " per bond;  D(" + pair +
             ") = " + in_all_units(material_.dm[a][b], run_.unit) + " per bond\n";
      }
    }
    for (std::size_t a = 0; a < material_.ions.size(); ++a) {
      t += "K(" + material_.ions[a] + ") = " + in_all_units(material_.anisotropy[a], run_.unit) + " per site;  m(" +
           material_.ions[a] + ") = " + input::exact(material_.moment[a]) +
           (run_.unit.moment_in_magnetons ? " x " + input::exact(*run_.unit.moment_in_magnetons) + " mu_B" : "") + "\n";
    }
    t += "H = " + in_all_units(run_.schedule.field.front(), run_.unit);
    if (run_.unit.kelvin && run_.unit.moment_in_magnetons) {
      std::snprintf(line, sizeof line, " = %.6g T",
                    run_.schedule.field.front() * *run_.unit.kelvin /
                        (input::kelvin_per_tesla * *run_.unit.moment_in_magnetons));
      t += line;
    }
    t += " on m = 1\n";
    return t + describe_compositions(run_, material_, observables_.orders());
  }

  Memory memory() const override {
    const std::size_t ions = material_.ions.size();
    Memory m = colour_memory<Heisenberg<1>>(run_, systems() * run_.rungs(), static_cast<int>(ions + 1) / 2,
                                            sizeof(Spin) + sizeof(Ion));
    m.device += ions > 2 ? (2 * 256 + 2) * ions * sizeof(float) : 0; // tables of pairs and ions
    return m;
  }

  double updates() const override {
    return static_cast<double>(to_geometry(run_.lattice).sites()) * systems() * run_.rungs() *
           static_cast<double>(to_moves(run_).size());
  }

  std::unique_ptr<run::Simulation> make_simulation() override {
    MadeSimulation made = make_heisenberg(run_, material_, observables_);
    read_back_ = std::move(made.configuration);
    return std::move(made.simulation);
  }

  Configuration configuration(int system) override { return read_back_(system); }

private:
  input::RunInput run_;
  Material material_;
  HeisenbergObservables observables_;
  std::vector<Coordinate> axes_; ///< none
  Coordinate scan_;
  std::function<Configuration(int)> read_back_; ///< valid as long as the simulation made last
};

} // namespace

std::unique_ptr<ModelRun> read_heisenberg(input::Reader& in, input::RunInput& run) {
  const Material material = read_material(in, run);
  input::ModelTraits traits{{"random", "domain+", "domain-", "up"}, true};
  traits.energy = true;
  traits.update = {{"heatbath"}, {"overrelax"}}; // docs/performance.md, how fast independent configurations come
  traits.updates = known_moves<Heisenberg<1>>();
  input::read_run(in, traits, run);
  if (in.errors() > 0) {
    return nullptr;
  }
  const HeisenbergObservables results(material, run.unit, to_geometry(run.lattice).sites());
  if (const std::string name = name_given_twice(results); !name.empty()) {
    in.error("material.ions", "with these names two results would be called " + name);
  }
  if (const double most = largest_energy(run, material); most > 0 && most < least_energy) {
    in.error("material.exchange", "no energy is 1e-18 or more in size; take another unit");
  }
  check_systems(in, run, material.fractions.size());
  if (in.errors() > 0) {
    return nullptr;
  }
  choose_bins(in, run, results.moments().size(), material.fractions.size());
  return std::make_unique<HeisenbergRun>(run, material);
}

MadeSimulation make_heisenberg(const input::RunInput& run, const Material& material,
                               const HeisenbergObservables& observables) {
  switch (material.ions.size()) {
  case 1:
    return make_heisenberg_of<1>(run, material, observables);
  case 2:
    return make_heisenberg_of<2>(run, material, observables);
  default:
    return make_heisenberg_of<any_species>(run, material, observables);
  }
}

} // namespace neel::models
