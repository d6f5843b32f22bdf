// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the simulation of a phi^4 field is told, and what it measures.

#include "model/clusters.hpp"
#include "model/model.hpp"

#include <neel/models/phi4.hpp>
#include <neel/simulation/field_lattice.hpp>
#include <neel/simulation/site_simulation.hpp>

#include <algorithm>

namespace neel::models {

struct Phi4Options : simulation::FieldLatticeOptions {
  Clusters clusters;
  int dimensions = 3, components = 1;
  int chains = 1;                     ///< systems s, s + chains, ... (of tempering) have the same couplings
  std::vector<Phi4Parameters> groups; ///< the parameters of each group of systems; their temperature does not count
  bool wide = false;                  ///< a group has a cut-off term
  double width = 0.5;                 ///< eps at the start
  double acceptance = 0.5;            ///< aimed at by changing eps while thermalising; 0: eps stays
  std::string start = "random";
  int modes = 4; ///< momenta measured along each axis

  const Phi4Parameters& parameters(int system) const {
    const auto chain = static_cast<std::size_t>(system % chains);
    return groups[chain * groups.size() / static_cast<std::size_t>(chains)];
  }
  /// Sums that a measurement of all systems consists of.
  std::int64_t numbers_per_measurement() const {
    std::int64_t planes = 0;
    for (const int length : lengths()) {
      planes += length;
    }
    return systems * (4 + components * (1 + planes));
  }
  /// Of each axis.
  std::vector<int> lengths() const {
    return dimensions == 3 ? std::vector{geometry.lx, geometry.ly, geometry.lz} : std::vector{geometry.lx, geometry.lz};
  }
  /// What belongs to axis `a` of the lattice, of what belongs to x, y, and z of the geometry, whose rows can be planes.
  template <class T>
  const T& along(std::size_t a, const T (&xyz)[3]) const {
    return xyz[dimensions == 3 || a == 0 ? a : 3 - a];
  }
};

/// The sums of one measurement of one system.
struct FieldSums {
  std::vector<double> phi;                 ///< sum of each component over all sites
  double squared = 0, fourth = 0;          ///< of phi^2, (phi^2)^2
  double gradient = 0, laplacian = 0;      ///< of the squared gradient, the squared Laplacian
  std::vector<std::vector<double>> planes; ///< by component: sums over planes normal to x, then y, then z
  double accepted = 0;                     ///< proposals of the sweep before
  double width = 0;                        ///< eps
  Phi4Parameters at;
};

/// All per site, in units of the field and of T.
class Phi4Moments : public Observables {
public:
  explicit Phi4Moments(const Phi4Options& options);

  std::vector<Parameter> parameters() const;

  /// Turns the sums of one measurement into its raw moments.
  void measure(const FieldSums& sums, Raw raw) const;
  /// How large the parts of a site's energy are that cancel against each other.
  double scale(const simulation::ThermodynamicConditions& at, std::span<const double> raw) const;
  std::string valid() const {
    return "within " + std::to_string(static_cast<float>(options_.bound)) + " as for these couplings";
  }

private:
  void add_field();
  void add_modes();

  Phi4Options options_;
  std::vector<int> lengths_;
  Handle energy_, energy2_, parts_, phi_, powers_, m_, m2_, m4_, modes_, virial_, accepted_, width_;
};

/// The lattice of a field with N components, with or without cut-off term, and which of its physics that is.
template <int N, ExecutionSpace Exec>
using Phi4Lattice =
    simulation::FieldLattice<Exec, Phi4<N, 2, false>, Phi4<N, 2, true>, Phi4<N, 3, false>, Phi4<N, 3, true>>;
constexpr int phi4_physics(int dimensions, bool wide) { return (dimensions == 3 ? 2 : 0) + (wide ? 1 : 0); }

/// Reads [sweep] and, unless there are errors, finds the colouring or the tiles; lattice and couplings must be known.
void read_sweep(input::Reader& in, Phi4Options& o);

/// The simulation of a field with N components.
template <int N>
std::unique_ptr<run::Simulation> make_phi4(const Phi4Options& options, const Phi4Moments& measures,
                                           run::ExecutionContext where);
extern template std::unique_ptr<run::Simulation> make_phi4<1>(const Phi4Options&, const Phi4Moments&,
                                                              run::ExecutionContext);
extern template std::unique_ptr<run::Simulation> make_phi4<2>(const Phi4Options&, const Phi4Moments&,
                                                              run::ExecutionContext);
extern template std::unique_ptr<run::Simulation> make_phi4<3>(const Phi4Options&, const Phi4Moments&,
                                                              run::ExecutionContext);
extern template std::unique_ptr<run::Simulation> make_phi4<4>(const Phi4Options&, const Phi4Moments&,
                                                              run::ExecutionContext);

} // namespace neel::models
