// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The halo of fields on half-lattices.

#include <neel/lattice/field.hpp>
#include <neel/simulation/halo.hpp>

namespace neel::simulation {

/// The halo of a field on half-lattices, a colour at a time. `OneWay`: even sites are seen from below only, odd ones from above only,
/// and a plane is two of the geometry's, as in the sliced order.
template <lattice::SiteValue S, ExecutionSpace Exec, bool OneWay = false>
class FieldHalo {
public:
  using Field = lattice::Field<S, Exec>;

  FieldHalo(const lattice::Geometry& slab, int systems, bool periodic, run::Ranks& ranks)
      : slab_(slab),
        halo_(S::components * systems, slab.half_volume(), runs(lattice::Colour::even).most(), periodic, ranks) {}

  template <class Edges, class Inner>
  void swap(const Exec& exec, const Field& field, lattice::Colour c, const Edges& edges, const Inner& inner) const {
    halo_.swap(exec, field.half(c).data(), runs(c), edges, inner);
  }
  void fill(const Exec& exec, const Field& field) const {
    for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
      halo_.fill(exec, field.half(c).data(), runs(c));
    }
  }

private:
  HaloRuns runs(lattice::Colour c) const {
    const int thick = OneWay ? 2 : 1, own = slab_.own_z(), plane = slab_.half_x() * slab_.ly;
    const auto run = [&](int z) { return HaloRuns::Run{std::int64_t{z} * plane, thick * plane}; };
    HaloRuns r;
    if (!OneWay || c == lattice::Colour::even) {
      r.to_below = run(0);
      r.from_above = run(own);
    }
    if (!OneWay || c == lattice::Colour::odd) {
      r.to_above = run(own - thick);
      r.from_below = run(OneWay ? own : own + 1);
    }
    return r;
  }

  lattice::Geometry slab_;
  Halo<typename S::Component, Exec> halo_;
};

} // namespace neel::simulation
