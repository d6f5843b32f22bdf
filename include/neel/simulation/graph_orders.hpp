// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Order parameters of a network that take a pass of their own over its bonds or triangles: helicity modulus, topological charge.

#include <neel/measure/helicity_sums.hpp>
#include <neel/measure/skyrmion_sums.hpp>
#include <neel/simulation/slabs.hpp>

namespace neel::simulation {

/// What there is to measure; empty lists: not measured.
struct OrderLists {
  measure::HelicityBonds twist; ///< of spins of two or three components
  std::vector<int> triangles;   ///< of three components: entries of three corners each
};

template <models::GraphPhysics P, ExecutionSpace Exec>
class GraphOrders {
public:
  using All = Kokkos::View<std::int64_t***, Kokkos::LayoutRight, typename Exec::memory_space>;
  using Host = Kokkos::View<std::int64_t***, Kokkos::LayoutRight, Kokkos::HostSpace>; ///< (slot, system, term)

  GraphOrders(const OrderLists& lists, int held, int systems)
      : twist_(lists.twist), skyrmions_(lists.triangles),
        sums_("neel::simulation::order_sums", static_cast<std::size_t>(twist_.empty() && skyrmions_.empty() ? 0 : held),
              static_cast<std::size_t>(systems), terms) {}

  void measure(const Exec& exec, const models::GraphState<P, Exec>& state, int slot) const {
    std::int64_t* const to = sums_.data() + std::int64_t{slot} * state.systems * terms;
    if constexpr (P::vector_components > 1) {
      twist_.launch(exec, state, to, terms);
    }
    if constexpr (P::vector_components == 3) {
      skyrmions_.launch(exec, state, to + charge, terms);
    }
  }
  Host host(run::Communicator& ranks) const { return of_all_ranks(sums_, ranks); }
  void clear(const Exec& exec) const { set_zero(exec, sums_); }

  /// The sum over bonds of g (e.r)^2 S.S' (k = 0), or of component k - 1 of g (e.r) S x S' (measure::HelicityTerms).
  double twist(const Host& all, std::size_t slot, std::size_t system, std::size_t axis, std::size_t k) const {
    return twist_.value(static_cast<int>(k), all(slot, system, axis * Twist::Terms::per_axis + k));
  }
  std::int64_t skyrmions(const Host& all, std::size_t slot, std::size_t system) const {
    return all(slot, system, charge);
  }

private:
  using Twist = measure::HelicitySums<P, Exec>;
  static constexpr int charge = Twist::Terms::count, terms = charge + 1;

  Twist twist_;
  measure::SkyrmionSums<P, Exec> skyrmions_;
  All sums_;
};

} // namespace neel::simulation
