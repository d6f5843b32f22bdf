// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/crystal_measures.hpp"

#include "model/moves.hpp"

#include <cmath>

namespace neel::models {

namespace {

constexpr const char* axis_names[] = {"_x", "_y", "_z"};

} // namespace

Handle CrystalMoments::vector(const std::string& name, const std::string& long_name, const std::string& units) {
  const Handle first = moments().size();
  if (what_.components == 1) {
    return measured(name, long_name, units);
  }
  for (int k = 0; k < what_.components; ++k) {
    measured(name + axis_names[k], long_name + ", component " + (axis_names[k] + 1), units);
  }
  return first;
}

CrystalMoments::CrystalMoments(const input::RunInput& run, const CrystalMeasured& what)
    : Observables(what.spins), what_(what), moves_(static_cast<double>(moves_of_sweep(run))) {
  const std::string e = run.unit.label() + "/spin", per_energy = "1/(" + run.unit.label() + ")";
  const std::string m =
      run.unit.moment_in_magnetons ? "(" + input::exact(*run.unit.moment_in_magnetons) + " mu_B)/spin" : "m/spin";
  energy_ = moment("energy", "energy", e);
  energy2_ = moment("energy_squared", "squared energy", "(" + e + ")^2");
  mean(energy_, energy2_);
  specific_heat("specific heat N (<E^2> - <E>^2) / T^2", energy_, energy2_);
  parts_ = moments().size();
  for (const EnergyPart& part : what_.parts) {
    measured(part.name, part.long_name, e);
  }
  m_ = vector("magnetisation", "magnetisation, spins weighted with their moments", m);
  m1_ = moment("magnetisation_magnitude", "|M|, M the magnetisation", m);
  m2_ = moment("magnetisation_squared", "M^2", "(" + m + ")^2");
  m4_ = moment("magnetisation_fourth", "(M^2)^2", "(" + m + ")^4");
  mean(m1_, m2_);
  mean(m2_, m4_);
  susceptibility("magnetisation_susceptibility", "susceptibility of |M|, N/T (<M^2> - <|M|>^2)", per_energy,
                 {m2_, m1_});
  susceptibility("susceptibility", "susceptibility N/T (<M.M> - <M>.<M>)", per_energy,
                 {m2_, m_, static_cast<std::size_t>(what_.components)});
  if (what_.components > 1) {
    squares_ = susceptibilities(m_, static_cast<std::size_t>(what_.components), per_energy);
  }
  binder_ratio("magnetisation_binder", "Binder ratio <M^4>/<M^2>^2 of the magnetisation", m2_, m4_);
  m_ion_ = moments().size();
  if (what_.ions.size() > 1) {
    for (const std::string& ion : what_.ions) {
      vector("magnetisation_" + ion, "magnetisation of the " + ion + " ions", m);
    }
  }
  sublattice_ = moments().size();
  if (what_.basis.size() > 1) {
    for (const std::string& name : what_.basis) {
      vector("sublattice_" + name, "sum of unit spins on sites " + name + " over N", "1");
    }
  }
  declare_modes(per_energy);
  declare_lengths();
  declare_stiffness(run.unit.label());
  declare_skyrmions();
  if (what_.e_phi) {
    declare_torque(e);
  }
  accepted_ = moment("acceptance", "accepted fraction of proposals");
  mean(accepted_).own = tunes_proposals(to_moves(run));
  of_one_ = moments().size();
  if (what_.replicas > 1) {
    declare_overlaps();
  }
  show({name(energy_), order_parameter(), name(accepted_), "spin_glass_susceptibility", "torque_theta"});
}

std::vector<std::pair<std::string, double>> CrystalMoments::field_conjugate() const {
  if (what_.components == 1) {
    return {{name(m_), -1.0}};
  }
  std::vector<std::pair<std::string, double>> weights;
  for (std::size_t k = 0; k < static_cast<std::size_t>(what_.components); ++k) {
    if (what_.field_axis[k] != 0) {
      weights.emplace_back(name(m_ + k), -what_.field_axis[k]);
    }
  }
  return weights;
}

/// The heat bath's fields over T end at 1e30, which is as cold as any, so that none overflows.
Conditions CrystalMoments::conditions(const simulation::ThermodynamicConditions& at) const {
  Conditions c{1 / at.temperature, at.field, at.width};
  c.inverse_temperature = std::min(c.inverse_temperature, static_cast<float>(1e30 / std::max(1e-8, what_.largest)));
  return c;
}

void CrystalMoments::measure(const CrystalSums& sums, Raw raw) const {
  const double per_spin = 1 / sites();
  const auto components = static_cast<std::size_t>(what_.components);
  raw[energy_] = 0;
  for (std::size_t p = 0; p < sums.energies.size(); ++p) {
    raw[parts_ + p] = sums.energies[p] * per_spin;
    raw[energy_] += raw[parts_ + p];
  }
  raw[energy2_] = raw[energy_] * raw[energy_];
  for (std::size_t g = 0; g < sums.spins.size(); ++g) {
    const SpinGroup& group = what_.groups[g];
    for (std::size_t k = 0; k < components; ++k) {
      const double spin = sums.spins[g][k];
      raw[m_ + k] += group.moment * spin * per_spin;
      if (what_.ions.size() > 1) {
        raw[m_ion_ + components * group.ion + k] += group.moment * spin * per_spin;
      }
      if (what_.basis.size() > 1) {
        raw[sublattice_ + components * group.basis + k] += spin * per_spin;
      }
    }
  }
  raw[m2_] = 0;
  for (std::size_t k = 0; k < components; ++k) {
    const double square = raw[m_ + k] * raw[m_ + k];
    raw[m2_] += square;
    if (components > 1) {
      raw[squares_ + k] = square;
    }
  }
  raw[m1_] = std::sqrt(raw[m2_]);
  raw[m4_] = raw[m2_] * raw[m2_];
  measure_modes(sums, raw);
  measure_stiffness(sums, raw);
  if (what_.layers > 0) {
    raw[charge_] = sums.skyrmions / what_.layers;
    raw[charge_ + 1] = raw[charge_] * raw[charge_];
  }
  if (what_.e_phi) {
    raw[torque_] = sums.torque.x * per_spin;
    raw[torque_ + 1] = sums.torque.y * per_spin;
    raw[torque_ + 2] = sums.torque.z * per_spin;
    raw[torque_ + 3] = dot(sums.torque, *what_.e_phi) * per_spin;
  }
  raw[accepted_] = sums.accepted / moves_ * per_spin;
}

} // namespace neel::models
