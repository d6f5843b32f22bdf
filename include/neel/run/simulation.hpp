// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the run loop asks of a model with its lattice: independent systems that advance together.

#include <neel/run/array.hpp>
#include <neel/run/communicator.hpp>
#include <neel/run/site_range.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <stdexcept>

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

/// How a sweep is made.
enum class Sweep : std::uint32_t {
  adapting, ///< before measuring begins: the algorithm may adapt
  plain,
  backward, ///< moves, and the colours of each, in reverse order (capabilities.hpp, Undo)
  measured  ///< a measurement of the configuration that it leaves, and of its acceptance, follows
};

/// What does not change as long as there is a simulation.
struct Shape {
  int systems = 1;
  std::int64_t sites = 1;       ///< per system
  std::size_t moments = 1;      ///< raw ones, of a measurement of a system; where there is an energy, it comes first
  int capacity = 1;             ///< measurements that can be held before collect() must be called
  int configurations = systems; ///< that can be exchanged: the systems, or the replicas of each
  bool moves_configurations = false; ///< an exchange moves configurations, not temperatures
  double largest_field = std::numeric_limits<double>::infinity(); ///< that sums have room for
};

/// Where ranks share a lattice, each has a Simulation, all of which get the same calls in the same order, and answer alike; but
/// save() is that of rank 0. What only some simulations can do is in capabilities.hpp.
class Simulation {
public:
  virtual ~Simulation() = default;

  const Shape& shape() const { return shape_; }
  int systems() const { return shape_.systems; }
  std::int64_t sites() const { return shape_.sites; }
  std::size_t moments() const { return shape_.moments; }
  int capacity() const { return shape_.capacity; }
  int configurations() const { return shape_.configurations; }
  bool moves_configurations() const { return shape_.moves_configurations; }

  /// From now on, conditions have no stronger field.
  void limit_field(double largest) { shape_.largest_field = largest; }
  /// Temperature and field of all systems from now on.
  void set_conditions(double temperature, double field) {
    if (!(std::abs(field) <= shape_.largest_field)) {
      throw std::logic_error("this simulation was made for fields up to " + std::to_string(shape_.largest_field) +
                             ", found " + std::to_string(field) + ": its sums would overflow");
    }
    apply_conditions(temperature, field);
  }
  void thermalize(std::uint64_t number) { advance(number, Sweep::adapting); }
  void sweep(std::uint64_t number) { advance(number, Sweep::plain); }
  void sweep_and_measure(std::uint64_t number) { advance(number, Sweep::measured); }
  /// The present configuration of one system; where ranks share it, on rank 0 alone: on the others one without values.
  Configuration configuration(int system) { return configuration_of(system, {}); }

  virtual void apply_conditions(double temperature, double field) = 0;
  /// One sweep of all systems, the `number`-th of the run. May return before it is done.
  virtual void advance(std::uint64_t number, Sweep kind) = 0;
  /// Measures the present configuration, with an acceptance of 0. May return before it is done.
  virtual void measure() = 0;
  /// Waits for all work under way.
  virtual void wait() = 0;
  /// Hands over the measurements taken since the last call, oldest first, as receive(system, raw moments).
  virtual void collect(const std::function<void(int, std::span<const double>)>& receive) = 0;
  /// The hash of the present configuration of all systems.
  virtual std::uint64_t hash() = 0;
  /// The configuration of a range of sites. Whoever wants all of them, range by range, begins with the first, and does nothing else
  /// between.
  virtual Configuration configuration_of(int system, const SiteRange& range) = 0;
  /// Each site's share of the energy of a system, in natural order; none where there is no energy by site.
  virtual std::vector<float> local_energy(int /*system*/, const SiteRange& /*range*/) { return {}; }
  /// Examines the last configuration of a run.
  virtual FinalReport ending() { return {}; }
  /// All that the next sweep depends on, beyond the input and the sweep's number.
  virtual std::vector<Array> save() = 0;
  /// Goes back to what save() gave, on whatever backend. Throws std::invalid_argument if the arrays do not fit.
  virtual void load(std::vector<Array>& arrays) = 0;
  /// Looks for impossible values: a site that is not valid, an energy that differs when it is added up in another way.
  /// Returns a sentence on the first one found, or nothing. No measurement may be waiting for collect().
  virtual std::string check() = 0;
  /// The simulation around which this one is, if its capabilities are this one's, too; else null.
  virtual Simulation* inner() { return nullptr; }

protected:
  explicit Simulation(const Shape& shape) : shape_(shape) {}

  Shape shape_;
};

} // namespace neel::run
