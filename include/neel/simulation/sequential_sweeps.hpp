// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sweeps of a network where more than bonds and single spins counts: site by site, where all of a system changes with every move (dipoles, a
// constraint on the magnetisation), or colour by colour (four-spin interactions).

#include <neel/models/heisenberg_graph.hpp>

#include <concepts>
#include <cstdint>
#include <vector>

namespace neel::simulation {

/// What such sweeps keep of a system beside its spins follows these: it is made again once spins have changed in another way than
/// by sweep().
class SequentialSweeps {
public:
  SequentialSweeps() = default;
  virtual ~SequentialSweeps() = default;
  SequentialSweeps(const SequentialSweeps&) = delete;
  SequentialSweeps& operator=(const SequentialSweeps&) = delete;

  virtual void sweep(std::uint64_t number, std::int64_t* fixed, std::int64_t* adapting) = 0;
  virtual void spins_changed() {}
  virtual void measure(int slot) = 0;
  /// Of all measurements, (slot, system, number): numbers that stand behind the terms of the model's own sums.
  virtual std::vector<double> measured() const = 0;
  virtual void clear() = 0;
  /// Energy beside that of bonds and single spins: of all systems, without sums that follow the spins.
  virtual double energy() const { return 0; }
  /// Adds those of sites of one system, `first` and those behind it.
  virtual void add_energies(int /*system*/, std::uint64_t /*first*/, std::vector<float>& /*to*/) {}
};

/// Kernels for these are those of the most general bonds and energies of single spins alone.
template <class P>
concept SequentialPhysics = std::same_as<P, models::HeisenbergGraph<models::BondTerms::biquadratic, true>>;

} // namespace neel::simulation
