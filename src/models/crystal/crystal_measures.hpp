// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a run of spins on a crystal measures. All averages are per spin: sites without one do not count.

#include "input/run_input.hpp"
#include "model/observables.hpp"
#include "models/crystal/crystal_order.hpp"

#include <neel/simulation/network_lattice.hpp>
#include <neel/simulation/site_simulation.hpp>

#include <algorithm>

namespace neel::models {

/// An energy that is measured by itself: the name and what it is.
struct EnergyPart {
  const char *name, *long_name;
};

/// Spins of one basis site and ion, which are added up.
struct SpinGroup {
  std::size_t basis, ion;
  double moment;
};

/// A Fourier mode that is measured, by the name of its observables.
struct NamedMode {
  std::string name, long_name;
  measure::Mode mode;
};

struct CrystalMeasured {
  int components = 3;
  std::vector<EnergyPart> parts;
  std::vector<SpinGroup> groups;
  std::vector<std::string> ions, basis;
  std::vector<NamedMode> modes;
  crystal::Vector field_axis{0, 0, 1};
  std::int64_t spins = 0;
  double largest = 0; ///< energy of a site
  int groups_of_pass = 4;
  bool ordered = false; ///< the first mode is the order parameter, else the magnetisation is
};

class CrystalMeasures : public Observables {
public:
  CrystalMeasures(const input::RunInput& run, const CrystalMeasured& what);

  /// The moment that is the magnitude of the order parameter.
  const std::string& order_parameter() const { return name(what_.ordered ? modes_.front().magnitude : m1_); }
  /// The energy's derivative with respect to the field.
  std::vector<std::pair<std::string, double>> field_conjugate() const;

  Conditions conditions(const simulation::Exposure& at) const;
  std::string valid() const { return what_.components == 1 ? "1 or -1" : "of unit length"; }
  double scale(const simulation::Exposure& /*at*/, std::span<const double> /*raw*/) const { return what_.largest; }

  template <class Sums>
  void measure(const simulation::Measured<Sums>& now, Raw raw) const {
    const auto components = static_cast<std::size_t>(what_.components);
    std::vector<std::vector<double>> spins(what_.groups.size(), std::vector<double>(components));
    const auto of_pass = static_cast<std::size_t>(what_.groups_of_pass);
    for (std::size_t g = 0; g < spins.size(); ++g) {
      for (std::size_t k = 0; k < components; ++k) {
        spins[g][k] = now.sums(static_cast<int>(g / of_pass), static_cast<int>((g % of_pass) * components + k));
      }
    }
    std::vector<double> energies;
    for (std::size_t p = 0; p < what_.parts.size(); ++p) {
      energies.push_back(now.sums(0, static_cast<int>(of_pass * components + p)));
    }
    std::vector<double> modes; // squared magnitudes
    for (std::size_t m = 0; m < what_.modes.size(); ++m) {
      double square = 0;
      for (std::size_t k = 0; k < components; ++k) {
        square += std::norm(now.sums.mode(m, k));
      }
      modes.push_back(square);
    }
    measure(spins, energies, modes, static_cast<double>(now.accepted), raw);
  }

private:
  struct Mode {
    Handle magnitude, square, fourth;
  };

  void measure(const std::vector<std::vector<double>>& spins, const std::vector<double>& energies,
               const std::vector<double>& modes, double accepted, Raw raw) const;
  Handle vector(const std::string& name, const std::string& long_name, const std::string& units);
  void declare_modes(const std::string& per_energy);

  CrystalMeasured what_;
  double moves_;
  Handle energy_, energy2_, parts_, m_, m1_, m2_, m4_, m_ion_, sublattice_, accepted_;
  std::vector<Mode> modes_;
};

} // namespace neel::models
