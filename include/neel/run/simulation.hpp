// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the run loop asks of a model with its lattice: independent systems that advance together.

#include <neel/run/array.hpp>

#include <functional>
#include <span>
#include <stdexcept>
#include <utility>

namespace neel::run {

class Simulation {
public:
  virtual ~Simulation() = default;

  virtual int systems() const = 0;
  virtual std::int64_t sites() const = 0; ///< per system
  /// Number of raw moments that one measurement of one system yields; where there is an energy, it comes first.
  virtual std::size_t moments() const = 0;
  /// Measurements that can be held before collect() must be called.
  virtual int capacity() const = 0;

  /// Temperature and field of all systems from now on.
  virtual void set_conditions(double temperature, double field) = 0;
  /// One sweep of all systems, the `number`-th of the run. May return before it is done.
  virtual void sweep(std::uint64_t number) = 0;
  /// The same while nothing is measured yet: the algorithm may adapt itself.
  virtual void thermalize(std::uint64_t number) { sweep(number); }
  /// Measures the present configuration (its acceptance: none). May return before it is done.
  virtual void measure() = 0;
  /// One sweep, then a measurement of the configuration it leaves and of its acceptance. May return before it is done.
  virtual void sweep_and_measure(std::uint64_t number) = 0;
  /// Waits for all work under way.
  virtual void wait() = 0;
  /// Hands over the measurements taken since the last call, oldest first, as receive(system, raw moments).
  virtual void collect(const std::function<void(int, std::span<const double>)>& receive) = 0;
  /// The hash of the present configuration of all systems.
  virtual std::uint64_t hash() = 0;

  /// All that the next sweep depends on, beyond the input and the sweep's number.
  virtual std::vector<Array> save() = 0;
  /// Goes back to what save() gave, on whatever backend. Throws std::invalid_argument if the arrays do not fit.
  virtual void load(std::vector<Array>& arrays) = 0;
  // What tempering asks for, of models that have an energy.
  /// Temperatures of all systems, one for each.
  virtual void set_temperatures(std::span<const double> /*each*/) { throw std::logic_error("no tempering"); }
  /// Configurations that can be exchanged: the systems, or the replicas of each.
  virtual int configurations() const { return systems(); }
  /// Energies of the configurations, in all. No measurement may be waiting for collect().
  virtual std::vector<double> energies() {
    std::vector<double> all(static_cast<std::size_t>(systems()));
    measure();
    collect([&](int system, std::span<const double> raw) {
      all[static_cast<std::size_t>(system)] = raw.front() * static_cast<double>(sites());
    });
    return all;
  }
  /// Exchanges what the configurations of each pair are exposed to: temperatures, and what was adapted to them; or, if
  /// moves_configurations(), the configurations themselves.
  virtual void exchange(std::span<const std::pair<int, int>> /*pairs*/) { throw std::logic_error("no tempering"); }
  virtual bool moves_configurations() const { return false; }

  /// Looks for what cannot be (a site value that is not valid, an energy that two ways of adding it up disagree on);
  /// returns one sentence on the first such thing, or nothing. No measurement may be waiting for collect().
  virtual std::string check() = 0;
};

} // namespace neel::run
