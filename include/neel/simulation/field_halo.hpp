// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The halo of fields on half-lattices.

#include <neel/lattice/field.hpp>
#include <neel/simulation/halo.hpp>

namespace neel::simulation {

/// The halo of a field on half-lattices, a colour at a time. `OneStrategy`: even sites are seen from below only, odd ones from above only,
/// and a plane is two of the geometry's, as in the sliced order.
template <lattice::SiteValue S, ExecutionSpace Exec, bool OneStrategy = false>
class FieldHalo {
public:
  using Field = lattice::Field<S, Exec>;

  /// Of a slab of `whole`.
  FieldHalo(const lattice::Geometry& whole, const lattice::Geometry& part, int systems, run::Communicator& ranks)
      : part_(part), planes_(S::components * systems, part.half_volume(), plane_runs(lattice::Colour::even).most(),
                             whole.periodic_z, ranks) {}

  template <class Edges, class Inner>
  void swap(const Exec& exec, const Field& field, lattice::Colour c, const Edges& edges, const Inner& inner) const {
    planes_.swap(exec, field.half(c).data(), plane_runs(c), edges, inner);
  }
  void fill(const Exec& exec, const Field& field) const {
    for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
      planes_.fill(exec, field.half(c).data(), plane_runs(c));
    }
  }

private:
  HaloRuns plane_runs(lattice::Colour c) const {
    const int thick = OneStrategy ? 2 : 1, own = part_.own_z(), plane = part_.half_x() * part_.ly;
    const auto run = [&](int z) { return HaloRuns::Run{std::int64_t{z} * plane, thick * plane}; };
    HaloRuns r;
    if (!OneStrategy || c == lattice::Colour::even) {
      r.to_below = run(0);
      r.from_above = run(own);
    }
    if (!OneStrategy || c == lattice::Colour::odd) {
      r.to_above = run(own - thick);
      r.from_below = run(OneStrategy ? own : own + 1);
    }
    return r;
  }

  lattice::Geometry part_;
  Halo<typename S::Component, Exec> planes_;
};

} // namespace neel::simulation
