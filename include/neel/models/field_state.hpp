// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What a kernel on a field in natural order works on: the lattice, the field, and the conditions of each system.

#include <neel/lattice/field_grid.hpp>

namespace neel::models {

/// The contents of a FieldState as kernels hold them.
template <class Field>
struct FieldContents {
  lattice::Geometry geometry;
  float* field;
  const typename Field::Conditions* conditions;
  std::int64_t volume; ///< sites of a system

  /// From the number of a site in the lattice to its place in a system: the geometry can be a slab.
  NEEL_FUNCTION std::int64_t place(std::uint32_t number) const { return number - geometry.short_number(0, 0, 0); }
  /// The values of one system; its components are `volume` numbers apart.
  NEEL_FUNCTION float* system(int s) const { return field + s * Field::components * volume; }
  NEEL_FUNCTION lattice::FieldSite<Field::components> site(int s, int x, int y, int z) const {
    return {geometry, system(s), static_cast<int>(volume), x, y, z};
  }
};

/// A Field has components and Conditions; physics of several stencils can be of one field.
template <class Field, ExecutionSpace Exec>
struct FieldState {
  lattice::Geometry geometry;
  int systems = 0;
  lattice::Grid<Exec> field;
  Kokkos::View<typename Field::Conditions*, Kokkos::LayoutRight, typename Exec::memory_space>
      conditions; ///< per system

  FieldState() = default;
  FieldState(const lattice::Geometry& g, int count)
      : geometry(g), systems(count),
        field("neel::lattice::field", static_cast<std::size_t>(count), static_cast<std::size_t>(Field::components),
              static_cast<std::size_t>(g.sites())),
        conditions("neel::models::conditions", static_cast<std::size_t>(count)) {}

  FieldContents<Field> contents() const { return {geometry, field.data(), conditions.data(), geometry.sites()}; }
};

} // namespace neel::models
