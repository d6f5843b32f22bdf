// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The part of an input that every model shares: lattice, schedule, algorithm, measurement, output.

#include "input/reader.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace neel::input {

struct LatticeInput {
  std::array<int, 3> size{1, 1, 1};                  ///< cells along x, y, z, of one site each unless `basis` says more
  std::array<bool, 3> periodic{false, false, false}; ///< per axis
  std::string note{};                                ///< on axes of one cell, for the log
  // Of a crystal; else empty.
  std::array<std::array<double, 3>, 3> cell{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}; ///< three vectors
  std::vector<std::array<double, 3>> basis{};                                   ///< positions in units of these

  std::int64_t sites() const {
    return std::int64_t{size[0]} * size[1] * size[2] * static_cast<std::int64_t>(basis.empty() ? 1 : basis.size());
  }
};

/// Tempering, multicanonical sampling: a point per temperature, all at once. Population annealing: a point per temperature. Annealing: the same, hot to cold or in
/// whatever order they are given; or a point per field at one temperature (a hysteresis loop). A quench: one temperature from the start
/// on, and a point per time at which to measure, once.
struct ScheduleInput {
  bool temper = false, multicanonical = false;
  std::vector<std::int64_t> times; ///< of a quench: sweeps since the start, increasing; empty for annealing
  std::vector<double> temperature; ///< in the run's unit; one per point
  std::vector<double> field;       ///< energy of the moment m = 1 in the field; one per point
  std::int64_t thermalize = 0;     ///< sweeps before measuring, at each temperature (annealing)
  std::int64_t sweeps = 0;         ///< measured sweeps at each temperature (annealing)
  std::int64_t measure_every = 1;
  std::string start;               ///< name of the start configuration
  std::string start_file;          ///< or "run.vtkhdf", "run.vtkhdf#3", "run.vtkhdf#T=0.5"
  std::string start_checksum;      ///< its fingerprint, if the input has one
  std::int64_t exchange_every = 1; ///< sweeps (tempering)
  bool tune = false;               ///< temperatures while thermalising (tempering)
  int population = 0;              ///< configurations of each system (population annealing); 0: none

  bool quench() const { return !times.empty(); }
  /// All points are measured at once.
  bool side_by_side() const { return temper || multicanonical; }
  /// Points differ in field alone.
  bool field_loop() const;
  std::size_t points() const { return temperature.size(); }
  /// Per point.
  std::int64_t measurements() const { return quench() ? 1 : sweeps / measure_every; }
};

/// Snapshots of configurations (docs/snapshots.md), and which systems files show.
struct SnapshotsInput {
  std::int64_t every = 0;       ///< sweeps; 0: not so
  bool ends = false;            ///< at the end of each point
  std::vector<std::int64_t> at; ///< after so many sweeps of each point
  bool all = false;             ///< systems
  std::vector<int> systems;     ///< if not all; empty: the one that a run shows
  bool energy = false;          ///< with local energies

  bool any() const { return every > 0 || ends || !at.empty(); }
};

/// What goes to disk beside the results, and when; the results do not depend on it.
struct OutputInput {
  bool configurations = true; ///< write the final configuration (NAME.vtkhdf)
  SnapshotsInput snapshots;
  double checkpoint_seconds = 0;      ///< between checkpoints; 0: not by time
  std::int64_t checkpoint_points = 0; ///< between checkpoints; 0: not by points
  bool keep_checkpoint = false;       ///< of a finished run, from which a longer one can go on
  std::string resolved;               ///< [output] and [parallel] as TOML, which results do not depend on
};

/// Structure factors and correlations.
struct StructureInput {
  std::int64_t every = 10; ///< measurements
  bool grid = false, tensor = false, per_basis = false, correlations = false;
  std::array<int, 3> zones{1, 1, 1};    ///< of the grid
  std::vector<std::array<int, 3>> path; ///< q in units of 1 / size

  bool on() const { return grid || !path.empty() || correlations; }
  /// Of the grid, x fastest, then of the path.
  std::vector<std::array<int, 3>> waves(const LatticeInput& lattice) const;
};

/// So many sweeps by one kind of move: "overrelax:5".
struct UpdateInput {
  std::string name;
  int count = 1;
};

/// Moves of clusters of spins: Swendsen-Wang, Wolff; and those of two replicas of a glass.
inline constexpr std::array<const char*, 2> cluster_updates{"cluster", "wolff"};
inline constexpr const char* pair_update = "houdayer";
inline bool is_cluster_update(const std::string& name) {
  return name == pair_update ||
         std::find(cluster_updates.begin(), cluster_updates.end(), name) != cluster_updates.end();
}

struct RunInput {
  std::string model;
  bool has_field = false; ///< the model knows schedule.field
  EnergyUnit unit;
  LatticeInput lattice;
  ScheduleInput schedule;
  std::vector<UpdateInput> update{{"metropolis"}}; ///< what a sweep consists of
  std::uint64_t seed = 1;
  std::uint32_t first_system = 0; ///< of a larger run, where this one is a part of it
  int systems = 1;                ///< independent systems (per composition, where that is scanned)
  int replicas = 1;               ///< configurations of each, of crystals
  int bins = 128;                 ///< per temperature, at least, for errors
  StructureInput structure;
  std::map<std::string, double> target_error; ///< by observable: a point ends when all its errors are that small
  std::map<std::string, std::vector<double>> histograms; ///< by moment: edges of intervals
  std::map<std::string, std::string> observables;        ///< of the user's own: expressions
  bool lowest = false;                                   ///< keep the configuration of lowest energy of each sample
  OutputInput output;
  std::vector<int> decompose; ///< parts of the lattice along each axis, where ranks share the run; none: as fits

  /// Of the lattice, by `decompose`; 1 where that says nothing.
  std::int64_t parts() const {
    return std::accumulate(decompose.begin(), decompose.end(), std::int64_t{1}, std::multiplies<>());
  }
  /// Temperatures that each system is at side by side (tempering), or 1.
  int rungs() const { return schedule.temper ? static_cast<int>(schedule.points()) : 1; }
  /// Configurations of each system side by side, but for replicas: at all temperatures, or of a population.
  int copies() const { return schedule.population > 0 ? schedule.population : rungs(); }
};

inline constexpr const char* first_system = "algorithm.first_system";
inline constexpr std::size_t most_intervals = 1000; ///< of a histogram
inline constexpr int most_bins = 100'000;           ///< measure.bins
/// Sites per system: indices have 32 bits. On half-lattices, those of a part have, and so have the numbers of site vectors.
inline constexpr std::int64_t most_sites = std::int64_t{1} << 31, most_on_half_lattices = std::int64_t{1} << 34;

/// What a model allows in the shared tables, and its defaults there.
struct ModelTraits {
  std::vector<std::string> starts; ///< start configurations; the first is the default
  std::string start_meaning = "start configuration";
  bool field = false;                          ///< it has one
  std::optional<double> temperature = {};      ///< where schedule.T is left out
  bool energy = false;                         ///< it has one, as tempering needs
  bool population = true;                      ///< its configurations can be copied one by one
  bool backward = true;                        ///< its sweeps can be made in reverse order
  bool structure = false;                      ///< it has a field, of which there are structure factors
  bool overlaps = false;                       ///< that field is of pairs of replicas: no components, no basis
  bool any_length = false;                     ///< periodic axes may be odd: there are no sublattices
  std::array<bool, 3> images{};                ///< axes that are periodic even of one cell: bonds lead to its images
  std::int64_t most_sites = input::most_sites; ///< of a system
  int bins = 128;                              ///< where measure.bins is left out
  std::string bins_default = {}, bins_meaning = {}; ///< for `neel keys`
  std::vector<std::string> update{"metropolis"};    ///< where algorithm.update is left out
  std::vector<std::string> updates{"metropolis"};   ///< kinds of moves; "overrelax" alone would keep the energy
  std::string systems_meaning = "independent systems side by side, each with random numbers of its own";
};

/// Reads [model], the name being one of `models`.
void read_model(Reader& in, const std::vector<std::string>& models, RunInput& run);
/// The unit of the run that has this resolved input; `name` of its file, for messages.
EnergyUnit unit_of_input(const std::string& resolved, const std::string& name);
/// Notes an error where snapshots are of systems that are not there; there are so many.
void check_snapshots(Reader& in, const SnapshotsInput& snapshots, std::int64_t systems);
/// Reads all other shared tables; [model] and the material's moment unit must be known.
void read_run(Reader& in, const ModelTraits& model, RunInput& run);

/// A key in which two inputs differ, with both values as written ("-" where it is missing).
struct Difference {
  std::string key, before, now;
};
/// Compares two resolved inputs.
std::vector<Difference> differences(const std::string& before, const std::string& now);
} // namespace neel::input
