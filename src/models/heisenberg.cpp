// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The Heisenberg model as a run of the program.

#include "models/heisenberg.hpp"

#include "models/moves.hpp"

#include <neel/models/heisenberg.hpp>

#include <algorithm>
#include <cstdio>

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
    for (std::size_t c = 0; c < material_.fractions.size(); ++c) {
      t += "composition";
      for (std::size_t a = 0; a < material_.ions.size(); ++a) {
        t += " " + material_.ions[a] + " " + input::exact(material_.fractions[c][a]);
      }
      t += ": mean-field T_c = " + in_all_units(mean_field_temperature(material_, c, run_.lattice), run_.unit) + "\n";
    }
    return t;
  }

  std::size_t memory() const override {
    const lattice::Geometry g = to_geometry(run_.lattice);
    const std::size_t per_entry = sizeof(Spin) + sizeof(Ion);
    return static_cast<std::size_t>(2 * g.half_volume()) * static_cast<std::size_t>(systems() * run_.rungs()) *
           per_entry;
  }

  double updates() const override {
    return static_cast<double>(to_geometry(run_.lattice).sites()) * systems() * run_.rungs() *
           static_cast<double>(to_moves(run_).size());
  }
  double nanoseconds(bool on_device) const override { return on_device ? 0.018 : 6; }

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
  input::ModelTraits traits{{"random", "domain+", "domain-"}, true};
  traits.energy = true;
  traits.update = {{"heatbath"}, {"overrelax"}}; // docs/performance.md, how fast independent configurations come
  traits.updates = known_moves<Heisenberg<1>>();
  input::read_run(in, traits, run);
  const double systems = static_cast<double>(material.fractions.size()) * run.systems;
  if (systems > 1e6) {
    in.error("algorithm.systems", "more than 1000000 systems in all");
  }
  return in.errors() == 0 ? std::make_unique<HeisenbergRun>(run, material) : nullptr;
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
