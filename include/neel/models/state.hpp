// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a kernel works on: the lattice, its contents, and the conditions of each system.

#include <neel/lattice/traversal.hpp>
#include <neel/models/moves.hpp>

namespace neel::models {

/// The contents of a State as kernels hold them: plain pointers, so that a kernel's arguments stay small (Kokkos takes a
/// slower way to launch a CUDA kernel with more than 512 bytes of them).
template <class Model>
struct Contents {
  using Site = typename Model::Site;
  using Quenched = typename Model::Quenched;
  using Buffer = lattice::BlockBuffer<Site, Quenched>;
  using Rows = lattice::Rows<Site, Quenched>;

  lattice::Geometry geometry;
  lattice::SitePointer<Site, false> sites[2];
  lattice::SitePointer<Quenched, true> quenched[2];
  const typename Model::Conditions* conditions;

  NEEL_FUNCTION lattice::SitePointer<Site, false> own(lattice::Colour c) const { return sites[static_cast<int>(c)]; }
  /// The halves that an update of colour `c` touches.
  NEEL_FUNCTION lattice::Around<Site, Quenched> around(lattice::Colour c) const {
    const auto own = static_cast<int>(c);
    return {sites[own].read(), sites[1 - own].read(), quenched[own], quenched[1 - own]};
  }
  /// The contents from `system` on, as if it were the first.
  Contents from(int system) const {
    const std::int64_t offset = system * geometry.half_volume();
    return {geometry,
            {sites[0] + offset, sites[1] + offset},
            {quenched[0] + offset, quenched[1] + offset},
            conditions + system};
  }
};

/// The lattice as threads share its planes.
template <class Model>
lattice::Geometry in_planes(const lattice::Geometry& g) {
  return std::is_same_v<typename Model::Quenched, NoQuenched> ? g.tall() : g;
}

/// Owns the lattice's contents in Exec's memory. Replicas of a system have its quenched data in common; replica a of system s
/// is system a systems + s of `sites`.
template <class Model, ExecutionSpace Exec>
struct State {
  template <class T>
  using View = Kokkos::View<T, Kokkos::LayoutRight, typename Exec::memory_space>;

  lattice::Geometry geometry;
  int systems = 0, replicas = 1;
  lattice::Field<typename Model::Site, Exec> sites;
  lattice::Field<typename Model::Quenched, Exec> quenched;
  View<typename Model::Conditions*> conditions; ///< per system

  State() = default;
  State(const lattice::Geometry& g, int count, int copies = 1)
      : geometry(g), systems(count), replicas(copies), sites("sites", g, count * copies),
        quenched("quenched", g, count), conditions("neel::models::conditions", static_cast<std::size_t>(count)) {}

  /// Entries from one replica to the next.
  std::int64_t replica_stride() const { return systems * geometry.half_volume(); }

  Contents<Model> contents() const {
    using lattice::Colour;
    return {geometry,
            {sites.sites(Colour::even, 0), sites.sites(Colour::odd, 0)},
            {quenched.sites(Colour::even, 0).read(), quenched.sites(Colour::odd, 0).read()},
            conditions.data()};
  }
};

} // namespace neel::models
