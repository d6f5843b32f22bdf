// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/ising.hpp"

#include "models/colour_memory.hpp"
#include "models/moves.hpp"
#include "models/schedule.hpp"

#include <neel/models/ising.hpp>

#include <cmath>

namespace neel::models {

namespace {

class IsingRun final : public ModelRun {
public:
  IsingRun(const input::RunInput& run, const IsingInput& input) : run_(run), input_(input) {
    const std::string e = run.unit.label() + "/site";
    moment("energy", "energy", e);
    moment("energy_squared", "squared energy", "(" + e + ")^2");
    moment("magnetisation", "magnetisation", "1");
    moment("magnetisation_magnitude", "|magnetisation|", "1");
    moment("magnetisation_squared", "squared magnetisation", "1");
    moment("magnetisation_fourth", "fourth power of the magnetisation", "1");
    moment("staggered_magnitude", "|staggered magnetisation|, m_even - m_odd", "1");
    moment("staggered_squared", "squared staggered magnetisation", "1");
    moment("acceptance", "accepted fraction of moves", "1");
    using M = IsingMoment;
    const double n = static_cast<double>(to_geometry(run.lattice).sites());
    const std::string per_energy = "1/(" + run.unit.label() + ")";
    mean(M::energy, M::energy2, true);
    derived("specific_heat", "specific heat N (<E^2> - <E>^2) / T^2", "k_B/site",
            [n](auto x, double t) { return n * (x[at(M::energy2)] - x[at(M::energy)] * x[at(M::energy)]) / (t * t); });
    mean(M::m, M::m2, false);
    mean(M::m1, M::m2, true);
    mean(M::m2, M::m4, false);
    mean(M::m4, {}, false);
    derived("susceptibility", "susceptibility N/T (<m^2> - <|m|>^2)", per_energy,
            [n](auto x, double t) { return n / t * (x[at(M::m2)] - x[at(M::m1)] * x[at(M::m1)]); });
    derived("binder_ratio", "Binder ratio <m^4>/<m^2>^2", "1",
            [](auto x, double) { return x[at(M::m4)] / (x[at(M::m2)] * x[at(M::m2)]); });
    mean(M::n1, M::n2, false);
    derived("staggered_susceptibility", "staggered susceptibility N/T (<n^2> - <|n|>^2)", per_energy,
            [n](auto x, double t) { return n / t * (x[at(M::n2)] - x[at(M::n1)] * x[at(M::n1)]); });
    mean(M::acceptance, {}, true);
  }

  const std::vector<Moment>& moments() const override { return moments_; }
  const std::vector<Observable>& observables() const override { return observables_; }
  const std::vector<Coordinate>& axes() const override { return axes_; }
  const Coordinate& scan() const override { return scan_; }
  int systems() const override { return run_.systems; }
  std::string order_parameter() const override {
    return moments_[at(input_.coupling < 0 ? IsingMoment::n1 : IsingMoment::m1)].name;
  }
  std::string resolved() const override {
    return input::resolved(run_) + "\n[couplings]\nJ = " + input::exact(input_.coupling) + "\n";
  }
  std::string description() const override {
    return "E = -J sum_<ij> s s' - H sum_i s_i, each bond counted once; J = " + input::exact(input_.coupling) + "\n";
  }
  Memory memory() const override { return colour_memory<Ising>(run_, systems() * run_.rungs(), 1, sizeof(float)); }
  double updates() const override {
    return static_cast<double>(to_geometry(run_.lattice).sites()) * systems() * run_.rungs() *
           static_cast<double>(to_moves(run_).size());
  }
  std::unique_ptr<run::Simulation> make_simulation() override {
    MadeSimulation made = make_ising(run_, input_);
    read_back_ = std::move(made.configuration);
    return std::move(made.simulation);
  }
  Configuration configuration(int system) override { return read_back_(system); }

private:
  static std::size_t at(IsingMoment m) { return static_cast<std::size_t>(m); }
  void moment(const std::string& name, const std::string& long_name, const std::string& units) {
    moments_.push_back({name, long_name, units});
  }
  void mean(IsingMoment m, std::optional<IsingMoment> square, bool headline) {
    const Moment& of = moments_[at(m)];
    const std::size_t k = at(m);
    Observable o{of.name, of.long_name, of.units, [k](std::span<const double> x, double) { return x[k]; }};
    if (square) {
      o.moment = static_cast<std::ptrdiff_t>(k);
      o.square = static_cast<std::ptrdiff_t>(at(*square));
    }
    o.headline = headline;
    observables_.push_back(o);
  }
  void derived(const std::string& name, const std::string& long_name, const std::string& units, Function f) {
    observables_.push_back({name, long_name, units, std::move(f)});
  }

  input::RunInput run_;
  IsingInput input_;
  std::vector<Moment> moments_;
  std::vector<Observable> observables_;
  std::vector<Coordinate> axes_;                ///< none
  Coordinate scan_;                             ///< none
  std::function<Configuration(int)> read_back_; ///< valid as long as the simulation made last
};

} // namespace

std::unique_ptr<ModelRun> read_ising(input::Reader& in, input::RunInput& run) {
  input::ModelTraits traits{{"random", "up", "staggered"}, true};
  traits.energy = true;
  traits.updates = known_moves<Ising>();
  input::read_run(in, traits, run);
  IsingInput own;
  own.coupling = in.quantity("couplings.J", input::Dimension::energy, 1.0);
  if (own.coupling != 0 && std::abs(own.coupling) < least_energy) {
    in.error("couplings.J", "expected 0, or 1e-18 or more in size; take another unit");
  }
  check_systems(in, run, 1);
  if (in.errors() > 0) {
    return nullptr;
  }
  choose_bins(in, run, IsingRun(run, own).moments().size(), 1);
  return std::make_unique<IsingRun>(run, own);
}

} // namespace neel::models
