// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A model ready to run, as the program sees it: what it was told, what it measures, and its simulation.

#include "input/run_input.hpp"
#include "models/observables.hpp"

#include <neel/lattice/geometry.hpp>
#include <neel/run/simulation.hpp>

#include <memory>

namespace neel::models {

inline lattice::Geometry to_geometry(const input::LatticeInput& l) {
  return {l.size[0], l.size[1], l.size[2], l.periodic[0], l.periodic[1], l.periodic[2]};
}

/// A quantity of which each system has its own value because the input scans it, such as a composition.
struct Scan {
  std::string name, long_name, units;
  std::vector<double> values; ///< one per group of systems; empty where nothing is scanned
};

/// The final configuration of one system, in natural site order (x fastest).
struct Configuration {
  std::vector<float> spins;          ///< three per site
  std::vector<std::uint8_t> species; ///< one per site
};

class ModelRun {
public:
  virtual ~ModelRun() = default;
  virtual const std::vector<Moment>& moments() const = 0;
  virtual const std::vector<Observable>& observables() const = 0;
  virtual const Scan& scan() const = 0;
  /// Systems in all: those of the input times the scanned values. System s belongs to group s / (systems / groups).
  virtual int systems() const = 0;
  /// All tables of the input as TOML, defaults filled in.
  virtual std::string resolved() const = 0;
  /// What the log starts with: the Hamiltonian, each coupling with its unit and count, mean-field temperature.
  virtual std::string description() const = 0;
  /// Bytes that make_simulation() takes on the device.
  virtual std::size_t memory() const = 0;
  /// Builds the lattice and its start configuration.
  virtual std::unique_ptr<run::Simulation> make_simulation() = 0;
  /// Reads the present configuration of one system back.
  virtual Configuration configuration(int system) = 0;
};

/// Reads the whole input; throws InputError with all that is wrong with it.
std::unique_ptr<ModelRun> read_input(input::Reader& in, input::RunInput& run);

} // namespace neel::models
