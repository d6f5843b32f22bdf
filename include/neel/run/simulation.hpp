// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the run loop asks of a model with its lattice: independent systems that advance together.

#include <neel/run/array.hpp>
#include <neel/run/communicator.hpp>
#include <neel/run/ladder.hpp>
#include <neel/run/site_range.hpp>
#include <neel/run/spectra.hpp>

#include <functional>
#include <span>
#include <stdexcept>
#include <utility>

namespace neel::run {

/// The execution space of a simulation: Kokkos' default, the host's default, or one thread of the host. In builds with
/// fewer of them, some are the same.
enum class Space { default_space, host, serial };

/// What a simulation works with: an execution space, and the ranks that have a part of its lattice each.
struct ExecutionContext {
  Space space = Space::default_space;
  Communicator* ranks = &alone();

  ExecutionContext() = default;
  ExecutionContext(Space s) : space(s) {} // NOLINT: by itself
  ExecutionContext(Space s, Communicator& all) : space(s), ranks(&all) {}
};

/// The configuration of one system, in natural site order (x fastest), or that of a range of its sites.
struct Configuration {
  std::vector<float> values; ///< `components` per site, or none
  std::size_t components = 3;
  std::vector<std::uint8_t> labels; ///< one per site, or none
  std::string name = "spin", label_name = "species";
  bool picture = false;          ///< labels are 0 or 1 on a plane: also written as a picture
  std::vector<float> overlaps{}; ///< of replicas: spin times that of each other one, (site, other replica), or none
};

/// What a model reports at the end of a run: a sentence for the log, and lists of whole numbers.
struct FinalReport {
  struct Numbers {
    std::string name, long_name;
    std::string axis; ///< what they are counted by; the name itself if they are such a coordinate
    std::vector<std::int64_t> values;
  };
  std::string text;
  std::vector<Numbers> numbers;
};

struct LowestSeen;

/// Where ranks share a lattice, each has a Simulation, all of which get the same calls in the same order, and answer alike; but
/// save() is that of rank 0.
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
  /// A sweep before measuring begins: the algorithm may adapt.
  virtual void thermalize(std::uint64_t number) { sweep(number); }
  /// Measures the present configuration, with an acceptance of 0. May return before it is done.
  virtual void measure() = 0;
  /// One sweep, then a measurement of the configuration it leaves and of its acceptance. May return before it is done.
  virtual void sweep_and_measure(std::uint64_t number) = 0;
  /// Waits for all work under way.
  virtual void wait() = 0;
  /// Hands over the measurements taken since the last call, oldest first, as receive(system, raw moments).
  virtual void collect(const std::function<void(int, std::span<const double>)>& receive) = 0;
  /// The hash of the present configuration of all systems.
  virtual std::uint64_t hash() = 0;
  /// From now on the systems are number `first` and following of `all`: the hashes of such parts add up to that of all.
  virtual void be_part(int /*first*/, int /*all*/) { throw std::logic_error("no part of others"); }
  /// The present configuration of one system; where ranks share it, on rank 0 alone: on the others one without values.
  Configuration configuration(int system) { return configuration_of(system, {}); }
  /// The same of a range of its sites. Whoever wants all of them, range by range, begins with the first, and does nothing else between.
  virtual Configuration configuration_of(int system, const SiteRange& range) = 0;
  /// Lets a system start from what configuration() gave, before the first sweep. It must be of this size and have these labels.
  virtual void set_configuration(int /*system*/, const Configuration& /*c*/) { throw std::logic_error("no start"); }
  /// Each site's share of the energy of a system, in natural order; none where there is no energy by site.
  virtual std::vector<float> local_energy(int /*system*/, const SiteRange& /*range*/) { return {}; }
  /// The system at a place. Measurements are counted by places: systems, or with tempering (rung, chain).
  virtual int system_at(int place) const { return place; }
  /// Examines the last configuration of a run.
  virtual FinalReport ending() { return {}; }

  /// All that the next sweep depends on, beyond the input and the sweep's number.
  virtual std::vector<Array> save() = 0;
  /// Goes back to what save() gave, on whatever backend. Throws std::invalid_argument if the arrays do not fit.
  virtual void load(std::vector<Array>& arrays) = 0;

  // For tempering and population annealing, which only models with an energy support.
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
  /// Copies each first configuration over the second; none is both.
  virtual void copy(std::span<const std::pair<int, int>> /*pairs*/) { throw std::logic_error("no populations"); }
  /// The ladder of a simulation with tempering, with its counts since the temperatures were fixed; else null.
  virtual const Ladder* ladder() const { return nullptr; }
  /// The place whose configuration a run shows.
  virtual int shown() const { return 0; }

  // For structure factors, which only models with a field support.
  /// Writes the values of a system to memory of the simulation's space: (component, basis site, z, y, x). May return before it
  /// is done; what is submitted to the default instance of that space afterwards finds them. False, and nothing written, where ranks
  /// share them: configuration() has the same values.
  virtual bool fields(int /*system*/, double* /*to*/) { throw std::logic_error("no field"); }
  /// The system whose measurements collect() hands over as those of `index`.
  virtual int system_of(int index) const { return index; }
  /// Of a simulation with structure factors; else null.
  virtual Spectra* spectra() { return nullptr; }
  // For the lowest energies that a run has seen (run/lowest.hpp).
  /// Makes room for a configuration of each sample, which save() holds from now on, too.
  virtual void make_room(int /*samples*/) { throw std::logic_error("no room for configurations"); }
  /// Copies present configurations to the rooms of samples; no two to one.
  virtual void keep(std::span<const std::pair<int, int>> /*pairs*/) {
    throw std::logic_error("no room for configurations");
  }
  /// Hands over what is in these rooms, sample by sample.
  virtual void kept(const std::function<void(int sample, const Configuration&)>& /*receive*/) {
    throw std::logic_error("no room for configurations");
  }
  /// Null where nobody looks.
  virtual const LowestSeen* lowest() const { return nullptr; }

  /// Looks for impossible values: a site that is not valid, an energy that differs when it is added up in another way.
  /// Returns a sentence on the first one found, or nothing. No measurement may be waiting for collect().
  virtual std::string check() = 0;
};

} // namespace neel::run
