// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The halo of fields on half-lattices.

#include <neel/lattice/field.hpp>
#include <neel/simulation/halo.hpp>

namespace neel::simulation {

/// The halo of a field on half-lattices, a colour at a time. `OneStrategy`: even sites are seen from below only, odd ones from above only,
/// and a plane is two of the geometry's, as in the sliced order. Of a block, planes travel while its inside is updated, and then rows.
template <lattice::SiteValue S, ExecutionSpace Exec, bool OneStrategy = false>
class FieldHalo {
public:
  using Field = lattice::Field<S, Exec>;

  /// Of a part of `whole`, `along_y` of which lie beside each other.
  FieldHalo(const lattice::Geometry& whole, const lattice::Geometry& part, int systems, run::Communicator& ranks,
            int along_y = 1)
      : part_(part) {
    const int pieces = S::components * systems;
    if (part.halo > 0) {
      planes_.emplace(pieces, part.half_volume(), plane_runs(lattice::Colour::even).most(), whole.periodic_z, ranks,
                      Line::of_z(ranks, along_y));
    }
    if (part.halo_y > 0) {
      rows_.emplace(pieces * part.lz, std::int64_t{part.half_x()} * part.ly, row_runs().most(), whole.periodic_y, ranks,
                    Line::of_y(ranks, along_y), true);
    }
  }

  template <class Edges, class Inner>
  void swap(const Exec& exec, const Field& field, lattice::Colour c, const Edges& edges, const Inner& inner) const {
    auto* const data = field.half(c).data();
    if (planes_) {
      planes_->swap(exec, data, plane_runs(c), edges, inner);
    } else {
      edges(exec);
      inner();
    }
    if (rows_) {
      rows_->swap(exec, data, row_runs(), [](const Exec&) {}, [] {});
    }
  }
  void fill(const Exec& exec, const Field& field) const {
    for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
      swap(exec, field, c, [](const Exec&) {}, [] {});
    }
    exec.fence("neel::simulation::field_halo"); // what came must not change before
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
  /// In each plane.
  HaloRuns row_runs() const {
    const int own = part_.own_y(), row = part_.half_x();
    const auto run = [&](int y) { return HaloRuns::Run{std::int64_t{y} * row, row}; };
    HaloRuns r;
    r.to_below = run(0);
    r.to_above = run(own - 1);
    r.from_above = run(own);
    r.from_below = run(own + 1);
    return r;
  }

  lattice::Geometry part_;
  std::optional<Halo<typename S::Component, Exec>> planes_, rows_;
};

} // namespace neel::simulation
