// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A model ready to run, as the program sees it: what it was told, what it measures, and its simulation.

#include "input/run_input.hpp"
#include "models/observables.hpp"

#include <neel/lattice/geometry.hpp>
#include <neel/run/simulation.hpp>

#include <functional>
#include <memory>

namespace neel::models {

inline lattice::Geometry to_geometry(const input::LatticeInput& l) {
  return {l.size[0], l.size[1], l.size[2], l.periodic[0], l.periodic[1], l.periodic[2]};
}

/// "site (1, 2, 3) of system 0".
inline std::string place_name(const lattice::Geometry& g, int system, std::uint32_t site) {
  const auto x = site % static_cast<std::uint32_t>(g.lx), rows = site / static_cast<std::uint32_t>(g.lx);
  return "site (" + std::to_string(x) + ", " + std::to_string(rows % static_cast<std::uint32_t>(g.ly)) + ", " +
         std::to_string(rows / static_cast<std::uint32_t>(g.ly)) + ") of system " + std::to_string(system);
}

/// The final configuration of one system, in natural site order (x fastest).
struct Configuration {
  std::vector<float> spins; ///< `components` per site, or none
  std::size_t components = 3;
  std::vector<std::uint8_t> labels; ///< one per site, or none
  std::string name = "spin", label_name = "species";
  bool picture = false; ///< labels are 0 or 1 on a plane: also written as a picture
};

/// A simulation, and how to read the configuration of one of its systems back.
struct MadeSimulation {
  std::unique_ptr<run::Simulation> simulation;
  std::function<Configuration(int system)> configuration; ///< valid as long as the simulation
};

/// What is looked at when a run ends: a sentence for the log, and lists of whole numbers.
struct Ending {
  struct Numbers {
    std::string name, long_name;
    std::string axis; ///< what they are counted by; the name itself if they are such a coordinate
    std::vector<std::int64_t> values;
  };
  std::string text;
  std::vector<Numbers> numbers;
};

/// Kernels work in the host's memory.
inline constexpr bool on_host = runs_on_host<Kokkos::DefaultExecutionSpace>;

/// Memory that a simulation takes, in bytes.
struct Memory {
  std::size_t device = 0;     ///< where it runs, at most at once: what it is made of, and what measuring adds
  std::size_t saved = 0;      ///< on the host: what its save() gives
  std::size_t collecting = 0; ///< on the host: while a measurement is taken and handed over
  std::size_t ending = 0;     ///< on the host: while its end is looked at, or the configuration of a system written
};

class ModelRun {
public:
  virtual ~ModelRun() = default;
  virtual const std::vector<Moment>& moments() const = 0;
  virtual const std::vector<Observable>& observables() const = 0;
  /// What the elements of vector moments and observables are counted by.
  virtual const std::vector<Coordinate>& axes() const = 0;
  /// A quantity of which each group of systems has its own value because the input scans it, such as a composition.
  /// Without values: nothing is scanned.
  virtual const Coordinate& scan() const = 0;
  /// Systems in all: those of the input times the scanned values. System s belongs to group s / (systems / groups).
  virtual int systems() const = 0;
  /// So many consecutive systems share random numbers, and may not be taken for independent (Observable::by_family).
  virtual int family() const { return 1; }
  /// The systems of a group differ in more than their random numbers, so that only their spread tells the error of an
  /// average over them.
  virtual bool disordered(std::size_t /*group*/) const { return false; }
  /// Name of the moment that is the magnitude of the order parameter; of a scan whose groups differ in it, one name for each
  /// group, between commas. Empty: there is none.
  virtual std::string order_parameter() const { return {}; }
  /// All tables of the input as TOML, defaults filled in.
  virtual std::string resolved() const = 0;
  /// What the log starts with: the Hamiltonian, each coupling with its unit and count, mean-field temperature.
  virtual std::string description() const = 0;
  /// Of make_simulation() and what comes after it, known before.
  virtual Memory memory() const = 0;
  /// Proposals of one sweep.
  virtual double updates() const = 0;
  /// Builds the lattice and its start configuration.
  virtual std::unique_ptr<run::Simulation> make_simulation() = 0;
  /// Reads the present configuration of one system back.
  virtual Configuration configuration(int system) = 0;
  virtual Ending ending() { return {}; }
  /// Files that the input names, and the key that does: a run must not write over them.
  virtual std::vector<std::pair<std::string, std::string>> files_read() const { return {}; }
};

/// Names of all models.
std::vector<std::string> names();
/// Reads the whole input; throws InputError with all that is wrong with it.
std::unique_ptr<ModelRun> read_input(input::Reader& in, input::RunInput& run);

} // namespace neel::models
