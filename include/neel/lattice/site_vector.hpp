// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A site vector: four sites of one colour that follow one another in a row. Its neighbours in y and z are site vectors, too, and so is one of
// those in x; the other is that one shifted by a site.

#include <neel/lattice/neighbourhood.hpp>
#include <neel/lattice/packed.hpp>

namespace neel::lattice {

/// site vectors in a row of one colour; the last may be short.
NEEL_FUNCTION constexpr int vectors_x(const Geometry& g) { return (g.half_x() + vector_length - 1) / vector_length; }
/// The number of a slab's first even site vector.
NEEL_FUNCTION constexpr std::uint32_t first_vector(const Geometry& g) {
  return 2 * static_cast<std::uint32_t>(vectors_x(g)) * static_cast<std::uint32_t>(g.row_number(0, 0));
}
/// The number that names a site vector in random counters, given its place among those of its colour.
NEEL_FUNCTION constexpr std::uint32_t vector_number(std::uint32_t place, Colour c) {
  return 2 * place + static_cast<std::uint32_t>(c);
}

/// Four sites with their neighbours, or one of them, in a device's registers.
template <class Site, class Quenched, int Sites = vector_length>
struct SiteVector {
  Site own[Sites], others[directions][Sites];
  Quenched own_quenched[Sites], others_quenched[directions][Sites];
  Colour colour_;
  int count;            ///< of sites from its first to the end of the row: four or more, or those that it has
  Index entry;          ///< of its first, in the launch's systems
  std::uint32_t number; ///< of the site vector, as it keys random numbers

  /// Site j with its neighbours.
  struct At {
    const SiteVector& all;
    int j;
    NEEL_FUNCTION Site site() const { return all.own[j]; }
    NEEL_FUNCTION Quenched quenched() const { return all.own_quenched[j]; }
    template <int D>
    NEEL_FUNCTION Site neighbour() const {
      return all.others[D][j];
    }
    template <int D>
    NEEL_FUNCTION Quenched neighbour_quenched() const {
      return all.others_quenched[D][j];
    }
    NEEL_FUNCTION Colour colour() const { return all.colour_; }
  };
  NEEL_FUNCTION At at(int j) const { return {*this, j}; }
};

namespace detail {

template <class S, int... K>
NEEL_FUNCTION S select_site(bool condition, const S& a, const S& b, std::integer_sequence<int, K...>) {
  return S{(condition ? a.template component<K>() : b.template component<K>())...};
}

} // namespace detail

/// a where the condition holds, else b.
template <class S>
NEEL_FUNCTION S select_site(bool condition, const S& a, const S& b) {
  return detail::select_site(condition, a, b, std::make_integer_sequence<int, S::components>{});
}
template <class S>
NEEL_FUNCTION void clear_if(bool condition, S (&sites)[vector_length]) {
  for (S& site : sites) {
    site = select_site(condition, S{}, site);
  }
}

} // namespace neel::lattice
