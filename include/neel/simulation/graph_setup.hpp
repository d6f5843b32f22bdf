// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a GraphLattice is made of.

#include <neel/measure/mode_sums.hpp>
#include <neel/models/dipoles.hpp>
#include <neel/models/double_vector.hpp>
#include <neel/models/four_spin.hpp>
#include <neel/models/moves.hpp>
#include <neel/run/communicator.hpp>
#include <neel/simulation/graph_orders.hpp>

#include <algorithm>
#include <memory>
#include <optional>

namespace neel::simulation {

/// What a setup that is a slab of another has of it.
struct GraphSlab {
  std::vector<crystal::SlabColour> colours;
  std::vector<int> row;                ///< per row, of the whole
  int entries = 0;                     ///< of the whole
  bool periodic = true;                ///< the axis that is cut
  std::size_t first_site = 0, own = 0; ///< numbers of its sites
  std::vector<std::uint32_t> number;   ///< per entry, copies included: of its site in the whole
};

/// The direction of the magnetisation, held by moves of two spins (models/constraint.hpp).
struct Constraint {
  models::DoubleVector n;
  double largest = 0; ///< torque on a site
};

/// A network and what is on it, in the host's memory.
template <class P>
struct GraphSetup {
  crystal::Tables tables;
  std::vector<typename P::Coupling> couplings; ///< by kind, the last of them zero, unless `each` is true
  /// The kinds of bonds of each site, if ions differ: (sample, slot, entry), system s being of sample s / `replicas` mod `samples`.
  /// Empty: those of the tables.
  std::vector<int> kinds;
  bool each = false; ///< no two bonds have one kind: `couplings` are those of (sample, slot, entry)
  int samples = 1, replicas = 1;
  std::vector<typename P::SiteSpecies> occupants; ///< the first of them: no spin
  std::vector<std::uint8_t> occupant;             ///< (system, entry)
  bool alike = false;                             ///< see GraphContents
  std::int64_t spins = 0;                         ///< sites of a system that have one
  std::array<int, 3> cells{1, 1, 1};
  int basis = 1;
  std::vector<measure::Mode> modes, overlap_modes; ///< of spins; of overlaps of replicas, k = 0 first
  OrderLists orders;
  std::vector<std::uint8_t> labels;                        ///< of occupants, as files have them; empty: none
  std::optional<GraphSlab> slab;                           ///< else the setup is the whole
  std::shared_ptr<const models::DipoleTables> dipoles;     ///< or null
  std::shared_ptr<const models::FourSpinTables> four_spin; ///< or null
  std::optional<Constraint> constraint;

  bool occupied(int system, std::size_t entry) const {
    return tables.number[entry] != crystal::Tables::no_site &&
           occupants[occupant[static_cast<std::size_t>(system) * tables.number.size() + entry]].occupied;
  }
  template <ExecutionSpace Exec>
  lattice::Graph<Exec> graph() const {
    lattice::Graph<Exec> g(tables);
    if (each) {
      g.set_each(samples, replicas);
    } else if (!kinds.empty()) {
      g.set_kinds_by_site(kinds, samples, replicas, couplings.size());
    } else if (!tables.lined) {
      std::vector<int> all = tables.kind;
      std::replace(all.begin(), all.end(), crystal::Tables::none, static_cast<int>(couplings.size()) - 1);
      g.set_kinds_by_site(all, 1, 1, couplings.size());
    }
    return g;
  }
};

struct GraphOptions {
  int systems = 1;                                           ///< in all
  int held = 1;                                              ///< measurements before they are collected
  int passes = 1;                                            ///< that a measurement takes over the lattice
  std::vector<models::Move> moves{models::Move::metropolis}; ///< of a sweep, in order
  Seed seed = 1;
  run::Communicator* ranks = &run::alone(); ///< that have a slab of the network each
};

} // namespace neel::simulation
