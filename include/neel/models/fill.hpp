// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Runs a function over every site of every system, to set its value: start configurations and disorder.

#include <neel/lattice/order.hpp>
#include <neel/models/state.hpp>

namespace neel::models {

/// Where a site is.
struct Place {
  int system;
  lattice::Colour colour;
  int x, y, z;          ///< in the lattice, of which this can be a slab
  std::uint64_t number; ///< of the site, as it keys random numbers
};

/// Sets site values to value(place), for a functor `value` callable in Exec. `name` labels the kernel.
template <lattice::SiteValue S, class Exec, class Value, class Order>
class Fill {
public:
  Fill(const lattice::Geometry& g, const lattice::Field<S, Exec>& field, lattice::Colour c, const Value& value,
       const Order& order)
      : geometry_(g), field_(field), colour_(c), value_(value), order_(order) {}

  KOKKOS_FUNCTION void operator()(std::int64_t flat) const {
    const lattice::Entry e = lattice::entry_at(order_, flat);
    const lattice::Row row = order_.row(colour_, e.row);
    const lattice::Position at = order_.position(row, e.i);
    if (at.x < geometry_.lx && e.number < geometry_.own_half_volume()) {
      field_.sites(colour_, e.system)
          .store(e.number, value_(Place{e.system, colour_, at.x, at.y, at.z, order_.number(row, e.i)}));
    }
  }

private:
  lattice::Geometry geometry_;
  lattice::Field<S, Exec> field_;
  lattice::Colour colour_;
  Value value_;
  Order order_;
};

template <lattice::SiteValue S, ExecutionSpace Exec, class Value, class Order>
void fill(const std::string& name, const Exec& exec, const lattice::Geometry& g, int systems,
          const lattice::Field<S, Exec>& field, const Value& value, const Order& order) {
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    Kokkos::parallel_for("neel::models::" + name,
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, systems * g.half_volume()),
                         Fill<S, Exec, Value, Order>(g, field, c, value, order));
  }
}

/// In the standard order.
template <lattice::SiteValue S, ExecutionSpace Exec, class Value>
void fill(const std::string& name, const Exec& exec, const lattice::Geometry& g, int systems,
          const lattice::Field<S, Exec>& field, const Value& value) {
  fill(name, exec, g, systems, field, value, lattice::LargeStandard(g));
}

/// Lets the quenched data of each site of one colour meet those of its neighbours, if they wish to.
template <class Quenched, ExecutionSpace Exec>
class MaskNeighbours {
public:
  MaskNeighbours(const lattice::Geometry& g, const lattice::Field<Quenched, Exec>& field, lattice::Colour c)
      : geometry_(g), field_(field), colour_(c) {}

  KOKKOS_FUNCTION void operator()(std::int64_t flat) const {
    const lattice::Entry e = lattice::entry_at(order_, flat);
    const lattice::Row r = order_.row(colour_, e.row);
    if (2 * e.i + r.s < geometry_.lx && r.z < geometry_.own_z()) {
      const auto sites = field_.sites(colour_, e.system);
      const auto others = field_.sites(lattice::other(colour_), e.system);
      Quenched own = sites[e.number];
      for (int d = 0; d < lattice::directions; ++d) {
        const std::int64_t n = geometry_.neighbour(static_cast<lattice::Direction>(d), e.i, r.y, r.z, r.s);
        if (n >= 0) {
          own.meet(d, others[n]);
        }
      }
      sites.store(e.number, own);
    }
  }

private:
  lattice::Geometry geometry_;
  lattice::Standard order_{geometry_};
  lattice::Field<Quenched, Exec> field_;
  lattice::Colour colour_;
};

template <class Quenched, ExecutionSpace Exec>
void mask_neighbours(const Exec& exec, const lattice::Geometry& g, int systems,
                     const lattice::Field<Quenched, Exec>& field) {
  if constexpr (requires(Quenched own) { own.meet(0, own); }) {
    for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
      Kokkos::parallel_for(
          "neel::models::introduce",
          Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, systems * g.half_volume()),
          MaskNeighbours<Quenched, Exec>(g, field, c));
    }
  }
}

} // namespace neel::models
