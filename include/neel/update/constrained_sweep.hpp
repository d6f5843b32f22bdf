// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sweeps of spins that keep the direction of the magnetisation (models/constraint.hpp). M is of a whole system, so that a thread has one,
// and visits its spins one by one, in the order of their entries; each moves together with another that is drawn. Systems are independent.

#include <neel/models/constraint.hpp>
#include <neel/models/graph_gather.hpp>
#include <neel/models/heisenberg_graph.hpp>

namespace neel::update {

/// The entries that have a spin, (system, spin): as many in each system.
template <ExecutionSpace Exec>
using SpinEntries = Kokkos::View<const int**, Kokkos::LayoutRight, typename Exec::memory_space>;

template <models::GraphPhysics P, ExecutionSpace Exec, models::Move M>
class ConstrainedSweep {
  static_assert(M == models::Move::metropolis || M == models::Move::cone);

public:
  /// Move `index` of sweep `number`, M along the unit vector n. `accepted`: a counter per system, or null.
  ConstrainedSweep(const P& physics, const models::GraphState<P, Exec>& state, const SpinEntries<Exec>& spins,
                   const models::DoubleVector& n, const Seed& seed, std::uint64_t number, std::uint32_t index,
                   std::int64_t* accepted)
      : physics_(physics), all_(state.contents()), spins_(spins), n_(n), seed_(seed), number_(number), index_(index),
        accepted_(accepted) {}

  void launch(const Exec& exec, int systems) const {
    Kokkos::parallel_for("neel::update::constrained_sweep",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, systems), *this);
  }

  KOKKOS_FUNCTION void operator()(int system) const {
    models::DoubleVector total; // made of the spins each time, so that roundings of a sweep end with it
    for (int k = 0; k < spins(); ++k) {
      const Mobile m = mobile(system, k);
      total = models::add_scaled(total, m.occupant.moment, models::exact(m.spin));
    }
    const random::Stream stream(seed_, random::Purpose::update, static_cast<std::uint32_t>(system), number_, index_);
    std::int64_t accepted = 0;
    for (int k = 0; k < spins(); ++k) {
      accepted += move(stream, system, k, total) ? 1 : 0;
    }
    if (accepted_ != nullptr) {
      accepted_[system] += accepted;
    }
  }

private:
  struct Mobile {
    int entry; ///< counted from the first system's first
    lattice::RowPart at;
    models::Spin spin;
    typename P::SiteSpecies occupant;
  };

  NEEL_FUNCTION int spins() const { return static_cast<int>(spins_.extent(1)); }
  NEEL_FUNCTION Mobile mobile(int system, int k) const {
    const int in_system = spins_(system, k), entry = system * all_.graph.entries + in_system;
    return {entry, models::place_of(all_.graph, in_system), all_.sites.read()[entry],
            all_.occupants[all_.occupant[entry]]};
  }
  /// Any spin but number k.
  NEEL_FUNCTION int other(int k, std::uint32_t word) const {
    const auto j = static_cast<int>((std::uint64_t{word} * static_cast<std::uint32_t>(spins() - 1)) >> 32);
    return j < k ? j : j + 1;
  }
  NEEL_FUNCTION static models::Spin proposed(const typename P::Conditions& at, const models::Spin& from,
                                             const random::Draw& draw) {
    if constexpr (M == models::Move::metropolis) {
      return models::uniform_on_sphere(draw.a, draw.b);
    } else {
      return models::in_cap(from, at.width, draw.a, draw.b);
    }
  }
  /// Of the energy, if one spin alone turns.
  NEEL_FUNCTION float change(const typename P::Conditions& at, int system, const Mobile& m,
                             const models::Spin& to) const {
    typename P::LocalField felt = physics_.onsite_field(at, m.occupant);
    const models::SomeNeighbours first(all_.graph, system * all_.graph.entries, m.at, 0);
    models::gather_one<models::GatherField<P>>(all_, system, m.at, first, m.spin, felt);
    return P::change(m.occupant, m.spin, to, felt);
  }

  NEEL_FUNCTION bool move(const random::Stream& stream, int system, int k, models::DoubleVector& total) const {
    const typename P::Conditions at = all_.conditions[system];
    const Mobile one = mobile(system, k);
    const random::Draw draw = stream(all_.graph.number[one.at.entry]);
    const Mobile two = mobile(system, other(k, draw.d));
    const models::Spin to = proposed(at, one.spin, draw);
    const models::Turn turn{one.occupant.moment, one.spin, to}; // by name: nvcc loses the type of a nameless one
    const models::Compensation c = models::compensation(n_, total, turn, two.occupant.moment, two.spin);
    if (!c.possible) {
      return false;
    }
    const float first = change(at, system, one, to);
    all_.sites.store(one.entry, to); // so that a bond between the two is counted as it will be
    const float both = first + change(at, system, two, c.spin);
    const float x = both * at.acceptance_scale - random::acceptance_scale(math::log(c.weight));
    if (!random::accepted(draw.c, x)) {
      all_.sites.store(one.entry, one.spin);
      return false;
    }
    all_.sites.store(two.entry, c.spin);
    total = c.total;
    return true;
  }

  P physics_;
  models::GraphContents<P> all_;
  SpinEntries<Exec> spins_;
  models::DoubleVector n_;
  Seed seed_;
  std::uint64_t number_;
  std::uint32_t index_;
  std::int64_t* accepted_;
};

} // namespace neel::update
