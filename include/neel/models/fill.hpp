// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Runs a function over every site of every system, to set its value: start configurations and disorder.

#include <neel/models/state.hpp>

namespace neel::models {

/// Where a site is.
struct Place {
  int system;
  lattice::Colour colour;
  int x, y, z;
  std::uint32_t number; ///< Geometry::site_number
};

/// Sets site values to value(place), for a functor `value` callable in Exec. `name` labels the kernel.
template <lattice::SiteValue S, class Exec, class Value>
class Fill {
public:
  Fill(const lattice::Geometry& g, const lattice::Field<S, Exec>& field, lattice::Colour c, const Value& value)
      : geometry_(g), field_(field), colour_(c), value_(value) {}

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const std::int64_t volume = geometry_.half_volume();
    const int system = static_cast<int>(index / volume);
    const int entry = static_cast<int>(index - system * volume);
    const int row = entry / geometry_.half_x();
    const int y = row % geometry_.ly;
    const int z = row / geometry_.ly;
    const int x = 2 * (entry % geometry_.half_x()) + lattice::Geometry::first_x(colour_, y, z);
    if (x < geometry_.lx) {
      field_.sites(colour_, system)
          .store(entry, value_(Place{system, colour_, x, y, z, geometry_.site_number(x, y, z)}));
    }
  }

private:
  lattice::Geometry geometry_;
  lattice::Field<S, Exec> field_;
  lattice::Colour colour_;
  Value value_;
};

template <lattice::SiteValue S, ExecutionSpace Exec, class Value>
void fill(const std::string& name, const Exec& exec, const lattice::Geometry& g, int systems,
          const lattice::Field<S, Exec>& field, const Value& value) {
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    Kokkos::parallel_for("neel::models::" + name,
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, systems * g.half_volume()),
                         Fill<S, Exec, Value>(g, field, c, value));
  }
}

} // namespace neel::models
