// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What reweighting needs of result files: the states of a lattice, and what was measured in them.

#include "analysis/reweighting.hpp"
#include "input/units.hpp"
#include "input/value.hpp"

#include <set>

namespace neel::analysis {

inline constexpr std::size_t jackknife_blocks = 20; ///< at least

/// The block of a draw, for the jackknife. Chains are independent, draws of a chain are not: so blocks are of one chain and as many
/// consecutive draws as can be, or of whole chains where these are many.
inline std::uint32_t jackknife_block(std::size_t chain, std::size_t chains, std::size_t draw, std::size_t draws) {
  const std::size_t parts = (jackknife_blocks + chains - 1) / chains; // of a chain
  return static_cast<std::uint32_t>(parts > 1 ? chain * parts + draw * parts / draws
                                              : chain * jackknife_blocks / chains);
}

/// What states may differ in: temperature, field, a coupling, a composition.
struct Coordinate {
  std::string name, key, long_name, units; ///< `key` of the input; empty where the file does not tell
  bool linear = false;                     ///< the energy is linear in it, and its derivative was measured
};

/// A state, and what some chains measured in it.
struct State {
  std::vector<double> at; ///< of each coordinate
  std::size_t source = 0; ///< the run that it is of, where there are several
  std::uint64_t seed = 0; ///< of that run
  std::string order;      ///< name of the moment that is |m|
  bool disorder = false;  ///< chains are disorder samples
  double sites = 1;       ///< that averages are over
  std::size_t chains = 0;
  std::size_t draws = 0;
  std::vector<double> energy, moment;           ///< (chain, draw), per site
  std::vector<std::vector<double>> derivatives; ///< of the energy by each coordinate that it is linear in, likewise
};

/// States that differ along the axis alone.
struct Group {
  std::vector<double> at; ///< of each of the other coordinates that differ
  std::vector<std::size_t> states;
};

/// One lattice: the states of a run, or of several.
struct RunData {
  std::string path, name, model, input; ///< the file (of several, the first), and the input that is stored in it
  std::string order_unit;               ///< of |m|
  input::EnergyUnit unit;               ///< of T and energies
  bool susceptibility_over_temperature = true;
  std::vector<std::int64_t> size;      ///< cells
  std::vector<Coordinate> coordinates; ///< the first is T
  std::vector<State> states;
  std::string points; ///< the coordinate that points of a run differ in; empty if each has one

  // Set by follow():
  std::size_t axis = 0; ///< the coordinate that curves follow
  struct Other {
    std::size_t coordinate;
    std::vector<double> values; ///< as they come
  };
  std::vector<Other> others; ///< coordinates that groups differ in
  std::vector<Group> groups; ///< all combinations of their values, those of the last one first

  std::int64_t cells() const;
  /// That averages of a group are over.
  double sites(std::size_t group) const { return states[groups[group].states.front()].sites; }
  /// The side of a cube or square of as many cells.
  double length() const;
  const Coordinate& along() const { return coordinates[axis]; }
  bool along_temperature() const { return axis == 0; }
  /// Values along the axis in rising order, each once: of a group, of all.
  std::vector<double> values(std::size_t group) const;
  std::vector<double> values() const;
  /// Of a group: the moment that is |m|; are its chains disorder samples?
  const std::string& order(std::size_t group) const { return states[groups[group].states.front()].order; }
  bool disorder(std::size_t group) const { return states[groups[group].states.front()].disorder; }
  std::size_t chains(std::size_t group) const;
  std::size_t systems(std::size_t group) const; ///< chains of all seeds
  std::size_t draws() const;                    ///< at the longest state
  /// The moments that are |m|, each once: "A" or "A or B".
  std::string order_parameter() const;
  Definition definition(std::size_t group) const;
  /// The measurements of a chain of a group at some values along the axis, added to `all` (which may be empty).
  void add(std::size_t group, std::size_t chain, std::span<const double> at, Measurements& all) const;
};

/// The lattice of a run, or those of a scan in its own file. Throws FileError if the file is not a result of Neel or
/// contradicts itself, InputError with one clear sentence if it cannot be reweighted.
std::vector<RunData> read_runs(const std::string& path);
/// The input that is stored in a file; throws FileError if it is none.
input::Value stored_input(const std::string& text, const std::string& path);

/// Throws InputError if two inputs differ in more than size, coordinates of both, and how states were come to and measured;
/// keys and tables of `others` may differ, too.
void check_inputs(const RunData& a, const RunData& b, const std::set<std::string>& others = {});
/// Joins runs of one lattice in different states, or of different seeds; by increasing size. Throws InputError if they differ in more than
/// size, state, schedule and statistics.
std::vector<RunData> join_by_size(std::vector<RunData> runs);
/// What curves are to follow: what the points of a run differ in, or else the runs of a scan, or else T.
std::string varied(std::span<const RunData> runs);
/// Sets axis and groups. Throws InputError if the states are not fit for it.
void follow(RunData& run, const std::string& axis);

/// A group of chains at some values along the axis that it has, in rising order.
Reweighting reweighting(const RunData& run, std::size_t group, std::span<const double> at);

} // namespace neel::analysis
