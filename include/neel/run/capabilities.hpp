// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What only some simulations can do, and how it is found behind those around them.

#include <neel/run/ladder.hpp>
#include <neel/run/simulation.hpp>

#include <typeinfo>
#include <utility>

namespace neel::run {

/// The outermost of a simulation and those inside it that is a C, or null.
template <class C>
C* find(Simulation& simulation) {
  C* found = nullptr;
  for (Simulation* at = &simulation; at != nullptr && found == nullptr; at = at->inner()) {
    found = dynamic_cast<C*>(at);
  }
  return found;
}
/// The same, where the input has made sure that there is one.
template <class C>
C& get(Simulation& simulation) {
  C* const found = find<C>(simulation);
  if (found == nullptr) {
    throw std::logic_error(std::string("this simulation lacks ") + typeid(C).name());
  }
  return *found;
}

/// Pairs of configurations, or of a configuration and a place.
using Pairs = std::span<const std::pair<int, int>>;

/// Before the first sweep.
class Start {
public:
  virtual ~Start() = default;
  /// Lets a system start from what configuration() gave. It must be of this size and have these labels.
  virtual void set_configuration(int system, const Configuration& c) = 0;
  /// From now on the systems are number `first` and following of `all`: the hashes of such parts add up to that of all.
  virtual void be_part(int first, int all) = 0;
};

class Energies {
public:
  virtual ~Energies() = default;
  /// Of the configurations, in all. No measurement may be waiting for collect().
  virtual std::vector<double> energies() = 0;
};

class Tempering {
public:
  virtual ~Tempering() = default;
  /// Temperatures of all systems, one for each.
  virtual void set_temperatures(std::span<const double> each) = 0;
  /// Exchanges what the configurations of each pair are exposed to: temperatures, and what was adapted to them; or, if
  /// moves_configurations(), the configurations themselves.
  virtual void exchange(Pairs pairs) = 0;
};

/// For population annealing.
class Resampling {
public:
  virtual ~Resampling() = default;
  /// Copies each first configuration over the second; none is both.
  virtual void copy(Pairs pairs) = 0;
};

/// For sweeps that are proposals (multicanonical.hpp): such a simulation knows Sweep::backward, too.
class Undo {
public:
  virtual ~Undo() = default;
  /// The present configurations are those to go back to.
  virtual void remember() = 0;
  virtual void go_back(std::span<const int> systems) = 0;
};

/// For the lowest energies that a run has seen (lowest.hpp).
class BestStates {
public:
  virtual ~BestStates() = default;
  /// Makes room for a configuration of each sample, which save() holds from now on, too.
  virtual void make_room(int samples) = 0;
  /// Copies present configurations to the rooms of samples; no two to one.
  virtual void keep(Pairs pairs) = 0;
  /// Hands over what is in these rooms, sample by sample.
  virtual void kept(const std::function<void(int sample, const Configuration&)>& receive) = 0;
};

/// The values of systems, where they lie on this rank alone.
class Fields {
public:
  virtual ~Fields() = default;
  /// Writes them to memory of the simulation's space: (component, basis site, z, y, x). May return before it is done; what is
  /// submitted to the default instance of that space afterwards finds them.
  virtual void fields(int system, double* to) = 0;
};

/// Measurements are counted by places, not by systems: with tempering (rung, chain).
class Places {
public:
  virtual ~Places() = default;
  /// The system at a place.
  virtual int system_at(int place) const = 0;
  /// With its counts since the temperatures were fixed; null without tempering.
  virtual const Ladder* ladder() const { return nullptr; }
};

inline int system_at(const Places* places, int place) { return places == nullptr ? place : places->system_at(place); }
inline int system_at(Simulation& simulation, int place) { return system_at(find<Places>(simulation), place); }
inline const Ladder* ladder_of(Simulation& simulation) {
  const Places* const places = find<Places>(simulation);
  return places == nullptr ? nullptr : places->ladder();
}
/// The place whose configuration a run shows: with tempering, the lowest temperature of the first chain.
inline int shown_place(Simulation& simulation) {
  const Ladder* const ladder = ladder_of(simulation);
  return ladder == nullptr ? 0 : ladder->coldest() * (simulation.systems() / ladder->rungs());
}

} // namespace neel::run
