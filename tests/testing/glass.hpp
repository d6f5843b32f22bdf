// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Spin glasses side by side, and their bits read back in natural order.

#include <neel/measure/hash.hpp>
#include <neel/models/edwards_anderson_start.hpp>
#include <neel/update/multispin_sweep.hpp>

#include <vector>

namespace neel::testing {

/// A cubic lattice, periodic.
inline lattice::Geometry cube(int l) { return {l, l, l, true, true, true}; }

/// Words of all sites in natural order, of one component of a field: (site, word).
template <class S, ExecutionSpace Exec, class Order>
std::vector<std::uint32_t> natural(const lattice::Field<S, Exec>& field, const lattice::Geometry& g, const Order& order,
                                   int system, int component) {
  constexpr int words = S::Component::words;
  std::vector<std::uint32_t> all(static_cast<std::size_t>(g.sites() * words));
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    const auto half = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), field.half(c));
    const auto* const entries = &half(static_cast<std::size_t>(component), static_cast<std::size_t>(system), 0, 0, 0);
    for (int r = 0; r < order.rows(); ++r) {
      const lattice::Row row = order.row(c, r);
      for (int i = 0; i < order.length(); ++i) {
        const lattice::Position p = order.position(row, i);
        for (int w = 0; w < words; ++w) {
          all[static_cast<std::size_t>(static_cast<int>(g.site_number(p.x, p.y, p.z)) * words + w)] =
              entries[r * order.length() + i][w];
        }
      }
    }
  }
  return all;
}

/// Asynchronous coding, started at random, couplings drawn.
template <int W, class Order, ExecutionSpace Exec>
class Glass {
public:
  using Model = models::EdwardsAnderson<W>;

  Glass(const lattice::Geometry& g, int systems, int replicas, double temperature, double positive = 0.5,
        std::uint64_t seed_ = 1)
      : order(g), state(g, systems, replicas), seed(seed_) {
    set(temperature);
    models::fill("start", exec, g, systems * replicas, state.sites, models::StartBits<W>{seed, true, systems}, order);
    models::fill("bonds", exec, g, systems, state.quenched,
                 models::SampleBonds<W, Order>{g, state.systems, {7, random::threshold(1 - positive)}}, order);
  }

  void set(double temperature) { Kokkos::deep_copy(exec, state.conditions, models::thresholds(temperature)); }
  void sweep(int count) {
    for (int s = 0; s < count; ++s) {
      update::ordered_sweep(exec, model, state, order, seed, number++);
    }
  }
  std::uint64_t hash() {
    const int systems = state.systems * state.replicas;
    return measure::hash(exec, state.geometry, systems, state.sites, order, measure::SystemNumbers::of(systems));
  }
  std::vector<std::uint32_t> spins(int system, int replica) {
    return natural(state.sites, state.geometry, order, replica * state.systems + system, 0);
  }

  Exec exec;
  Order order;
  Model model;
  models::State<Model, Exec> state;
  std::uint64_t seed, number = 0;
};

} // namespace neel::testing
