// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The phi^4 field as a run of the program, and what its simulation is told.

#include "models/model_run.hpp"

#include <neel/lattice/halo_tiles.hpp>
#include <neel/models/phi4.hpp>

#include <algorithm>

namespace neel::models {

struct Phi4Options {
  lattice::Geometry geometry;
  int dimensions = 3, components = 1;
  int systems = 1;                    ///< in all; those of one group follow each other
  int chains = 1;                     ///< systems s, s + chains, ... (of tempering) have the same couplings
  std::vector<Phi4Parameters> groups; ///< the parameters of each group of systems; their temperature does not count
  bool wide = false;                  ///< a group has a cut-off term
  bool tiled = false;                 ///< tiled local sweeps, else colour by colour
  int hits = 4, local_sweeps = 1;
  lattice::HaloTiles tiles;
  lattice::Colouring colouring;
  double width = 0.5;      ///< eps at the start
  double acceptance = 0.5; ///< aimed at by changing eps while thermalising; 0: eps stays
  std::string start;
  std::uint64_t seed = 1;
  int modes = 4;    ///< momenta measured along each axis
  double bound = 0; ///< no component of the field is ever larger, or something is wrong

  int radius() const { return wide ? 2 : 1; } ///< of the stencil
  const Phi4Parameters& parameters(int system) const {
    const auto chain = static_cast<std::size_t>(system % chains);
    return groups[chain * groups.size() / static_cast<std::size_t>(chains)];
  }
  /// Sums that a measurement of all systems consists of.
  std::int64_t numbers_per_measurement() const {
    const std::int64_t planes = std::int64_t{geometry.lx} + geometry.ly + (dimensions == 3 ? geometry.lz : 0);
    return systems * (4 + components * (1 + planes));
  }
  /// Measurements that are held before they are collected; tempering collects each.
  int measurements_held() const {
    return chains < systems ? 1
                            : static_cast<int>(std::clamp<std::int64_t>(500'000 / numbers_per_measurement(), 1, 256));
  }
  /// Proposals of a sweep of one system.
  double proposals() const { return static_cast<double>(geometry.sites()) * hits * (tiled ? local_sweeps : 1); }
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

class Phi4Observables {
public:
  explicit Phi4Observables(const Phi4Options& options);

  const std::vector<Moment>& moments() const { return moments_; }
  const std::vector<Observable>& observables() const { return observables_; }
  const std::vector<Coordinate>& axes() const { return axes_; }
  /// Turns the sums of one measurement into its raw moments.
  void measure(const FieldSums& sums, std::vector<double>& raw) const;

private:
  std::size_t add_moment(const std::string& name, const std::string& long_name, int axis = scalar);
  Observable& add(const std::string& name, const std::string& long_name, const Function& f, bool headline = false);
  void add_mean(const std::string& name, const std::string& long_name, bool headline = false);
  void add_field();
  void add_modes();

  int components_, modes_; ///< modes: those measured, p = 0 included
  double sites_, proposals_;
  std::vector<int> lengths_;
  std::vector<Moment> moments_;
  std::vector<Observable> observables_;
  std::vector<Coordinate> axes_;
};

/// Reads [sweep] and, unless there are errors, finds the colouring or the tiles; lattice and couplings must be known.
void read_sweep(input::Reader& in, Phi4Options& o);
std::unique_ptr<ModelRun> read_phi4(input::Reader& in, input::RunInput& run);

/// A simulation, and how to read the field of one system back: (site, component), component fastest.
struct MadeField {
  std::unique_ptr<run::Simulation> simulation;
  std::function<std::vector<float>(int system)> field;
};

/// On the default execution space, with N components.
template <int N>
MadeField make_phi4(const Phi4Options& options, const Phi4Observables& observables);

} // namespace neel::models
