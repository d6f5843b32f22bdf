// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Fields, site by site, on the host.

#include <neel/core/copy.hpp>
#include <neel/lattice/field.hpp>

namespace neel::simulation {

/// Calls visit(site number, component, value) for the sites of a system of a field that are no halo, by all threads of the host,
/// component by component. With `Back`, what it makes of the value becomes the field's.
template <bool Back = false, class Site, class Exec, class Visit>
void visit_sites(const lattice::Geometry& g, const lattice::Field<Site, Exec>& field, int system, const Visit& visit) {
  using Component = typename Site::Component;
  const auto volume = static_cast<std::size_t>(g.half_volume());
  const Kokkos::View<Component*, Kokkos::HostSpace> host(
      Kokkos::view_alloc("neel::simulation::host_copy", Kokkos::WithoutInitializing), volume);
  for (const lattice::Colour colour : {lattice::Colour::even, lattice::Colour::odd}) {
    for (int k = 0; k < Site::components; ++k) {
      const Kokkos::View<Component*, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> there(
          field.sites(colour, system).at[k], volume);
      copy_numbers(host, there);
      Kokkos::parallel_for(
          "neel::simulation::visit_sites",
          Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, g.own_y() * g.own_z()), [&](int row) {
            const int y = row % g.own_y(), z = row / g.own_y(), s = lattice::Geometry::first_x(colour, y, z);
            for (int i = 0; 2 * i + s < g.lx; ++i) {
              visit(static_cast<std::size_t>(g.site_number(2 * i + s, y, z)), static_cast<std::size_t>(k),
                    host(static_cast<std::size_t>(g.entry(i, y, z))));
            }
          });
      Kokkos::DefaultHostExecutionSpace().fence("neel::simulation::visit_sites");
      if constexpr (Back) {
        copy_numbers(there, host);
      }
    }
  }
}

} // namespace neel::simulation
