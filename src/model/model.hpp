// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A model as the program sees it: what an input told it, what it measures, and how its simulation is made.

#include "input/run_input.hpp"
#include "model/observables.hpp"
#include "model/site_bond.hpp"

#include <neel/run/expression.hpp>
#include <neel/run/simulation.hpp>
#include <neel/run/spectra.hpp>

#include <functional>
#include <memory>

namespace neel::models {

/// Memory that a simulation takes, in bytes.
struct Memory {
  std::size_t device = 0; ///< the peak where it runs: the lattice, and what measuring adds
  std::size_t saved = 0;  ///< on the host: the arrays of save()
  struct {
    std::size_t device = 0, saved = 0;
  } structure; ///< what structure factors take of these; of ranks that share a run, the first alone has them
  std::size_t collecting = 0;    ///< on the host: while a measurement is taken and handed over
  std::size_t ending = 0;        ///< on the host: for ending(), or for writing the configuration of a system
  bool ending_in_pieces = false; ///< that configuration is written piece by piece
};

struct Model {
  std::vector<Moment> moments;
  std::vector<Observable> observables;
  /// What the elements of vector moments and observables are counted by.
  std::vector<Coordinate> axes;
  /// The quantity whose values the input lists, such as a composition: each group of systems has one of them. Without
  /// values there is one group.
  Coordinate scan;
  /// Systems in all: those of the input times the scanned values. System s belongs to group s / (systems / groups).
  int systems = 1;
  /// Of the systems, so many are blocks of families of one population (population annealing).
  int blocks = 1;
  double log_states = 0; ///< of the states of a site: ln 2, or of its directions, ln 2 pi, ln 4 pi; 0: not known
  /// So many consecutive systems share random numbers, and may not be taken for independent (Observable::by_correlated_set).
  int correlated_set = 1;
  /// Per group: its systems differ in more than their random numbers (disorder), so that only their spread tells the
  /// error of an average over them.
  std::vector<bool> disordered{false};
  /// Name of the moment that is the magnitude of the order parameter; where groups differ in it, one name per group,
  /// between commas. Empty if there is none.
  std::string order_parameter;
  Susceptibility susceptibility = Susceptibility::over_temperature;
  std::vector<Parameter> parameters; ///< that the energy is linear in
  /// What the log starts with: the Hamiltonian, each coupling with its unit and count, mean-field temperature.
  std::string description;
  Memory memory;
  run::Field field;              ///< of which there are structure factors; without components, there is none
  run::UserMoments user_moments; ///< of measure.observables; they stand behind those of the model
  double sites_per_cell = 1;     ///< that averages are over
  int slabs = 1;                 ///< that its lattice can be cut into, at most
  int shared = 1;                ///< planes, pairs of them, or rows, that ranks share as evenly as they go
  int pass = 1;                  ///< sweeps that are made at once, at most
  int halo = 1;                  ///< of such a part: as much as so many of the thinnest
  double entries = 0;            ///< of a system's lattice, of which a part has 2^32 at most
  bool joint_ending = false;     ///< its FinalReport is more than one of each system
  double updates = 0;            ///< proposals of one sweep
  double bytes_per_update = 0;   ///< that must cross memory where the lattice fits no cache
  /// Files that the input names, and the key that does: a run must not write over them.
  std::vector<std::pair<std::string, std::string>> files_read;
  BondTables bonds; ///< that `neel bonds` writes
  /// Builds the lattice and its start configuration.
  std::function<std::unique_ptr<run::Simulation>(run::ExecutionContext)> make;
  /// All tables of the input as TOML, defaults filled in.
  std::string resolved;

  /// Of unit vectors.
  void count_states(int components) {
    constexpr double states[] = {0.693147180559945309, 1.837877066409345484, 2.531024246969290793};
    log_states = states[components - 1];
  }
  std::size_t groups() const { return scan.values.empty() ? 1 : scan.values.size(); }
  void set(const Observables& all) {
    moments = all.moments();
    observables = all.observables();
    axes = all.axes();
  }
};

/// A model as the list of models has it. `read` reads all tables but [model]; where the input has errors, what it returns is
/// not looked at.
struct Entry {
  const char* name;
  Model (*read)(input::Reader& in, input::RunInput& run);
};

} // namespace neel::models
