// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Cluster moves that an input asks for: "cluster" (Swendsen-Wang) and "wolff", behind the other moves of a sweep.

#include "model/model.hpp"

#include <neel/clusters/cluster_moves.hpp>
#include <neel/simulation/site_simulation.hpp>

#include <optional>

namespace neel::models {

/// What a model says of its spins, for cluster moves.
struct ClusterSpins {
  int components = 1;
  std::int64_t sites = 1, spins = 1; ///< of a system; sites without a spin have a number, too
  int systems = 1;                   ///< in all
  int held = 1;                      ///< measurements
  double largest = 1;                ///< length of a spin
  double largest_moment = 1;
  std::array<double, 3> field_axis{1, 0, 0};
  std::optional<std::array<double, 3>> easy_axis; ///< of single spins, if they have an anisotropy
  std::optional<clusters::Mirrors> mirrors;       ///< of discrete states; else in any direction
  bool keeps_size = false;                        ///< reflections leave some of its degrees of freedom as they are
  bool isotropic = true;                          ///< mirrors are so to the fourth power, as <m^4> needs
  Susceptibility susceptibility = Susceptibility::over_temperature;
};

/// Cluster moves of a run; none, if `options` has none.
struct Clusters {
  clusters::ClusterOptions options;
  float largest_moment = 1;
  std::ptrdiff_t improved = -1; ///< the first of the moments that they measure
  int powers = 2;               ///< how many of them: m^2, m^4
  int of_pairs = 0;             ///< moves of a sweep that move two replicas together, with these options
  clusters::ClusterOptions pair_options;
  std::size_t memory = 0; ///< bytes

  explicit operator bool() const { return !options.moves.empty(); }

  /// Lets a simulation of this lattice make them.
  template <class Lattice>
  void add_to(const Lattice& lattice, simulation::SiteOptions& o) const {
    if constexpr (requires { lattice.cluster_moves(options, largest_moment); }) {
      if (*this) {
        o.clusters = lattice.cluster_moves(options, largest_moment);
        o.improved = improved;
        o.powers = powers;
      }
    }
  }
};

/// The names of moves, with those of clusters.
std::vector<std::string> with_clusters(std::vector<std::string> moves);

/// The cluster moves of a run. Declares their improved estimators where no field and no anisotropy acts; notes in `in` where moves
/// of single spins must stand beside them.
Clusters read_clusters(input::Reader& in, const input::RunInput& run, const ClusterSpins& spins, Observables& all);

} // namespace neel::models
