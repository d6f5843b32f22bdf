// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a kernel works on where sites form a network: a crystal, or any graph.

#include <neel/lattice/network.hpp>
#include <neel/models/concepts.hpp>

namespace neel::models {

/// As kernels hold it.
template <NetworkPhysics P>
struct NetworkContents {
  using Site = typename P::Site;

  lattice::NetworkPointers network;
  lattice::SitePointer<Site, false> sites; ///< of the first system
  const std::uint8_t* occupant = nullptr;  ///< (system, entry): index to `occupants`, 0 where there is no spin
  const typename P::Occupant* occupants = nullptr;
  const typename P::Coupling* couplings = nullptr; ///< by kind
  const typename P::Conditions* conditions = nullptr;
  bool alike = false; ///< all sites of a row that have a spin have the same occupant, which is that of its first
  int system = 0;     ///< the first, among all

  /// The contents from the system so much further on, as if it were the first.
  NEEL_FUNCTION NetworkContents from(int further) const {
    NetworkContents c = *this;
    const std::int64_t offset = std::int64_t{further} * network.entries;
    c.sites = sites + offset;
    c.occupant += offset;
    c.conditions += further;
    c.system += further;
    if (network.samples > 1) {
      c.network = network.of_system(c.system);
    }
    return c;
  }
};

/// Owns it, in Exec's memory.
template <NetworkPhysics P, ExecutionSpace Exec>
struct NetworkState {
  template <class T>
  using View = Kokkos::View<T, Kokkos::LayoutRight, typename Exec::memory_space>;

  lattice::Network<Exec> network;
  int systems = 0;
  lattice::NetworkField<typename P::Site, Exec> sites;
  View<std::uint8_t**> occupant;
  View<typename P::Occupant*> occupants;
  View<typename P::Coupling*> couplings;
  View<typename P::Conditions*> conditions;
  bool alike = false;

  NetworkState() = default;
  NetworkState(const lattice::Network<Exec>& n, int count, std::size_t kinds_of_sites, std::size_t kinds_of_bonds,
               bool all_alike)
      : network(n), systems(count), sites("sites", n.entries(), count),
        occupant("neel::models::occupant", static_cast<std::size_t>(count), static_cast<std::size_t>(n.entries())),
        occupants("neel::models::occupants", kinds_of_sites), couplings("neel::models::couplings", kinds_of_bonds),
        conditions("neel::models::conditions", static_cast<std::size_t>(count)), alike(all_alike) {}

  NetworkContents<P> contents() const {
    return {network.pointers(), sites.sites(0), occupant.data(), occupants.data(), couplings.data(),
            conditions.data(),  alike};
  }
};

} // namespace neel::models
