// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The values of a system as fields in natural order, in double precision: (component, basis site, z, y, x), x fastest.

#include <neel/lattice/order.hpp>
#include <neel/models/field_state.hpp>
#include <neel/models/graph_state.hpp>
#include <neel/models/state.hpp>

namespace neel::measure {

/// Of two half-lattices.
template <lattice::SiteValue S>
struct NaturalOrderOfHalves {
  lattice::Geometry geometry;
  lattice::Standard order;
  lattice::SitePointer<S, true> even, odd;
  double* to;

  KOKKOS_FUNCTION void operator()(std::int64_t at) const {
    const lattice::Entry e = lattice::entry_at(order, at); // of the colour that its system is
    const auto colour = static_cast<lattice::Colour>(e.system);
    const lattice::Row r = order.row(colour, e.row);
    const int x = 2 * e.i + r.s;
    if (x < geometry.lx) {
      const lattice::SitePointer<S, true>& from = colour == lattice::Colour::even ? even : odd;
      for (int k = 0; k < S::components; ++k) {
        to[k * geometry.sites() + static_cast<std::int64_t>(geometry.site_number(x, r.y, r.z))] =
            shown(from.at[k][e.number]);
      }
    }
  }

  static NEEL_FUNCTION double shown(typename S::Component value) {
    if constexpr (requires { S::shown(value); }) {
      return S::shown(value);
    } else {
      return value;
    }
  }
};

template <lattice::SiteValue S, ExecutionSpace Exec>
void dense(const Exec& exec, const lattice::Geometry& g, const lattice::Field<S, Exec>& sites, int system, double* to) {
  const NaturalOrderOfHalves<S> kernel{g, lattice::Standard(g), sites.sites(lattice::Colour::even, system).read(),
                                       sites.sites(lattice::Colour::odd, system).read(), to};
  Kokkos::parallel_for("neel::measure::dense",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, 2 * g.half_volume()),
                       kernel);
}

/// Of a field that is in natural order.
struct NaturalOrderOfField {
  const float* from;
  double* to;
  KOKKOS_FUNCTION void operator()(std::int64_t at) const { to[at] = from[at]; }
};

template <class Field, ExecutionSpace Exec>
void dense(const Exec& exec, const models::FieldState<Field, Exec>& state, int system, double* to) {
  const auto contents = state.contents();
  Kokkos::parallel_for(
      "neel::measure::dense",
      Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, Field::components * contents.volume),
      NaturalOrderOfField{contents.system(system), to});
}

/// Of a network with `basis` sites in a cell.
template <models::GraphPhysics P>
struct NaturalOrderOfGraph {
  models::GraphContents<P> contents;
  Divisor by_basis;
  int basis, cells;
  double* to;

  KOKKOS_FUNCTION void operator()(int entry) const {
    const std::uint32_t number = contents.graph.number[entry];
    if (number != crystal::Tables::no_site) {
      const int cell = by_basis.quotient(static_cast<int>(number)), b = static_cast<int>(number) - cell * basis;
      const typename P::Site s = contents.sites[entry];
      for (int k = 0; k < P::vector_components; ++k) {
        to[(std::int64_t{k} * basis + b) * cells + cell] = P::vector_component(s, k);
      }
    }
  }
};

template <models::GraphPhysics P, ExecutionSpace Exec>
void dense(const Exec& exec, const models::GraphState<P, Exec>& state, int basis, int system, double* to) {
  const NaturalOrderOfGraph<P> kernel{state.contents().from(system), Divisor(basis), basis,
                                      static_cast<int>(state.graph.sites() / basis), to};
  Kokkos::parallel_for("neel::measure::dense",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(exec, 0, state.graph.entries()), kernel);
}

} // namespace neel::measure
