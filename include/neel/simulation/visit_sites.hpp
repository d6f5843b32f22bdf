// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Fields, site by site, on the host.

#include <neel/core/copy.hpp>
#include <neel/lattice/field.hpp>
#include <neel/simulation/own_sites.hpp>

namespace neel::simulation {

/// Calls visit(site number, component, value) for the sites of a system of a field that are no halo, of these rows, by all threads of the
/// host, component by component. With `Back`, what it makes of the value becomes the field's.
template <bool Back = false, class Site, class Exec, class Visit>
void visit_sites(const lattice::Geometry& g, const lattice::Field<Site, Exec>& field, int system, const StoredRows& of,
                 const Visit& visit) {
  using Component = typename Site::Component;
  const int begin = of.first, rows = of.count;
  const auto entries = static_cast<std::size_t>(g.half_x()) * static_cast<std::size_t>(rows);
  const Kokkos::View<Component*, Kokkos::HostSpace> host(
      Kokkos::view_alloc("neel::simulation::host_copy", Kokkos::WithoutInitializing), entries);
  for (const lattice::Colour colour : {lattice::Colour::even, lattice::Colour::odd}) {
    for (int k = 0; k < Site::components; ++k) {
      const Kokkos::View<Component*, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> there(
          field.sites(colour, system).at[k] + std::int64_t{begin} * g.half_x(), entries);
      copy_numbers(host, there);
      Kokkos::parallel_for("neel::simulation::visit_sites",
                           Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, rows), [&](int row) {
                             const int y = (begin + row) % g.ly, z = (begin + row) / g.ly,
                                       s = lattice::Geometry::first_x(colour, y, z);
                             for (int i = 0; y < g.ly && 2 * i + s < g.lx; ++i) {
                               visit(g.site_number(2 * i + s, y, z), static_cast<std::size_t>(k),
                                     host(static_cast<std::size_t>(row) * static_cast<std::size_t>(g.half_x()) +
                                          static_cast<std::size_t>(i)));
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
