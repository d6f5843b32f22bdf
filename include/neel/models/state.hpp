// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a kernel works on: the lattice, its contents, and the conditions of each system.

#include <neel/lattice/traversal.hpp>

namespace neel::models {

template <class Model, ExecutionSpace Exec>
struct State {
  using Site = typename Model::Site;
  using Quenched = typename Model::Quenched;
  using Buffer = lattice::BlockBuffer<Site, Quenched>;
  using Rows = lattice::Rows<Site, Quenched>;
  template <class T>
  using View = Kokkos::View<T, Kokkos::LayoutRight, typename Exec::memory_space>;

  lattice::Geometry geometry;
  int systems = 0;
  lattice::Field<Site, Exec> sites;
  lattice::Field<Quenched, Exec> quenched;
  View<typename Model::Conditions*> conditions; ///< per system

  State() = default;
  State(const lattice::Geometry& g, int count)
      : geometry(g), systems(count), sites("sites", g, count), quenched("quenched", g, count),
        conditions("neel::models::conditions", count) {}

  /// The halves that an update of colour `c` of one system touches.
  NEEL_FUNCTION lattice::Around<Site, Quenched> around(lattice::Colour c, int system) const {
    return {sites.sites(c, system).read(), sites.sites(other(c), system).read(), quenched.sites(c, system).read(),
            quenched.sites(other(c), system).read()};
  }
};

} // namespace neel::models
