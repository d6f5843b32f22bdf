// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The classical Heisenberg model of mixed perovskites, after Billoni et al., J. Phys.:
// Condens. Matter 28, 476003 (2016).
//
// Unit vectors S on a simple cubic lattice, each site holding an ion of some species. With every bond counted once, from
// its even site e to its odd site o, and J > 0 antiferromagnetic,
//
//   E = sum_bonds [ J(e,o) S_e . S_o + D(e,o) (S_e x S_o) . d ] - sum_i K(i) (S_i . k)^2 - H sum_i m(i) S_i . h
//
// where d, k and h are the axes of the Dzyaloshinskii-Moriya vector, of the anisotropy and of the field. The DM vector
// alternates from bond to bond, because the even site always comes first.

#include <neel/core/fixed_point.hpp>
#include <neel/core/math.hpp>
#include <neel/lattice/neighbourhood.hpp>
#include <neel/models/concepts.hpp>
#include <neel/models/spin.hpp>

namespace neel::models {

/// The species of the ion on a site, and which of its neighbours are alike: bit d of `alike`, that in direction d.
struct Ion {
  using Component = std::uint8_t;
  static constexpr int components = 2;
  std::uint8_t species, alike = 0;
  static constexpr const char* label = "species"; ///< as files call the first

  template <int K>
  NEEL_FUNCTION std::uint8_t component() const {
    return K == 0 ? species : alike;
  }
  /// Called for each neighbour once all are placed.
  NEEL_FUNCTION void meet(int direction, const Ion& neighbour) {
    alike = static_cast<std::uint8_t>(alike | (neighbour.species == species ? 1U << direction : 0U));
  }
};

/// A property of each pair of species, the same in either order. Species: 1, 2, or any_species (a table in memory).
inline constexpr int any_species = 0;

template <int Species>
struct PairTable {
  float same[2] = {0, 0}, mixed = 0; ///< one or two species: held in registers, selected without a load
  const float* table = nullptr;      ///< any number: row-major, 256 columns

  /// One or two species: the sum over neighbours of this property times their vectors, given the sums of all of these and of
  /// those of the site's own species.
  NEEL_FUNCTION Spin sum(Ion a, const Spin& all, const Spin& alike) const {
    return Species == 1 ? scaled(same[0], all) : add_scaled(scaled(mixed, all), (*this)(a, a) - mixed, alike);
  }
  NEEL_FUNCTION float operator()(Ion a, Ion b) const {
    if constexpr (Species == 1) {
      return same[0];
    } else if constexpr (Species == 2) {
      return math::select(a.species != b.species, mixed, math::select(a.species != 0, same[1], same[0]));
    } else {
      return table[256 * a.species + b.species];
    }
  }
};

/// A property of each species.
template <int Species>
struct IonTable {
  float value[2] = {0, 0};
  const float* table = nullptr;
  NEEL_FUNCTION float operator()(Ion a) const {
    if constexpr (Species == 1) {
      return value[0];
    } else if constexpr (Species == 2) {
      return math::select(a.species != 0, value[1], value[0]);
    } else {
      return table[a.species];
    }
  }
};

template <int Species>
struct Heisenberg {
  using Site = Spin;
  using Quenched = Ion;
  using Conditions = models::Conditions;

  PairTable<Species> exchange;  ///< J
  PairTable<Species> dm;        ///< D
  IonTable<Species> anisotropy; ///< K
  IonTable<Species> moment;     ///< m
  Spin dm_axis{0, 1, 0}, anisotropy_axis{1, 0, 0}, field_axis{0, 0, 1};
  /// Factor of all that is drawn for odd sites. With -1, a run is that of -J with 1, its odd spins turned round: where D = 0
  /// and H = 0, the energy is the same function of both, and their bits agree.
  float odd = 1.0F;

  /// Sums over neighbours j of J S_j and D S_j.
  struct Coupled {
    Spin exchange, dm;
  };
  template <class Neighbourhood>
  NEEL_FUNCTION Coupled coupled(const Neighbourhood& n) const {
    const Ion own = n.quenched();
    if constexpr (Species == any_species) {
      Coupled sum{{0, 0, 0}, {0, 0, 0}};
      lattice::for_each_neighbour(n, [&](const Spin& s, const Ion& ion, int) NEEL_INLINE_LAMBDA {
        sum.exchange = add_scaled(sum.exchange, exchange(own, ion), s);
        sum.dm = add_scaled(sum.dm, dm(own, ion), s);
      });
      return sum;
    } else {
      const Alike sum = alike(n);
      return {exchange.sum(own, sum.all, sum.same), dm.sum(own, sum.all, sum.same)};
    }
  }

  /// The field g of the part of the energy that is linear in the site's spin S: E = S . g - K (S . k)^2 + const.
  template <class Neighbourhood>
  NEEL_FUNCTION Spin linear_field(const Conditions& at, const Neighbourhood& n) const {
    const float sign = n.colour() == lattice::Colour::even ? 1.0F : -1.0F;
    const Spin external = scaled(-at.field * moment(n.quenched()), field_axis);
    if constexpr (Species == 1) {
      const Spin sum = alike(n).all;
      return add_cross(add_scaled(external, exchange.same[0], sum), sum, scaled(sign * dm.same[0], dm_axis));
    } else {
      const Coupled sum = coupled(n);
      return add_cross(added(external, sum.exchange), sum.dm, scaled(sign, dm_axis));
    }
  }

  /// Sums of the neighbours' spins: of all, and of those of the site's own species (for two species).
  struct Alike {
    Spin all, same;
  };
  template <class Neighbourhood>
  static NEEL_FUNCTION Alike alike(const Neighbourhood& n) {
    const Ion own = n.quenched();
    Alike sum{};
    lattice::for_each_neighbour(n, [&](const Spin& s, const Ion&, int direction) NEEL_INLINE_LAMBDA {
      const float one = Species == 2 && (own.alike >> direction & 1) != 0 ? 1.0F : 0.0F;
      sum = direction == 0 ? Alike{s, scaled(one, s)} : Alike{added(sum.all, s), add_scaled(sum.same, one, s)};
    });
    return sum;
  }

  static constexpr unsigned moves = SpinMoves::known;
  /// Random words per site.
  static NEEL_FUNCTION constexpr int words(Move m) { return SpinMoves::words(m); }

  template <Move M, class Neighbourhood>
  NEEL_FUNCTION Step<Spin> update(const Conditions& at, const Neighbourhood& n, const random::Draw& draw) const {
    const Uniaxial rest{anisotropy_axis, anisotropy(n.quenched())};
    const float sign = n.colour() == lattice::Colour::even ? 1.0F : odd;
    return SpinMoves::move<M>(at, n.site(), linear_field(at, n), rest, sign, draw);
  }

  /// J of E = -J S.S' of a bond, and m of E = -H m S.h, for cluster moves.
  NEEL_FUNCTION float ferromagnetic(const Ion& a, const Ion& b) const { return -exchange(a, b); }
  NEEL_FUNCTION float moment_of(const Ion& a) const { return moment(a); }

  static NEEL_FUNCTION bool valid(const Spin& s) { return is_unit(s); }

  /// The site's share of the energy: half of that of its bonds, and all of its own. Straight from the formula above, in
  /// double precision; for checks.
  template <class Neighbourhood>
  NEEL_FUNCTION double energy(const Conditions& at, const Neighbourhood& n) const {
    const Spin s = n.site();
    const Ion own = n.quenched();
    const double sign = n.colour() == lattice::Colour::even ? 1 : -1;
    const auto product = [](const Spin& a, const Spin& b)
                             NEEL_INLINE_LAMBDA { return double{a.x} * b.x + double{a.y} * b.y + double{a.z} * b.z; };
    double bonds = 0;
    lattice::for_each_neighbour(n, [&](const Spin& other, const Ion& ion, int) NEEL_INLINE_LAMBDA {
      const double twist = dm_axis.x * (double{s.y} * other.z - double{s.z} * other.y) +
                           dm_axis.y * (double{s.z} * other.x - double{s.x} * other.z) +
                           dm_axis.z * (double{s.x} * other.y - double{s.y} * other.x);
      bonds += exchange(own, ion) * product(s, other) + sign * dm(own, ion) * twist;
    });
    const double along = product(s, anisotropy_axis);
    return bonds / 2 - anisotropy(own) * along * along - double{at.field} * moment(own) * product(s, field_axis);
  }

  /// What one site contributes to the sums over its colour, in units of the formats below. Two species a pass: `first`
  /// and `first + 1`. Bonds count at their even site.
  enum Term : int { spin_first = 0, spin_second = 3, exchange_energy = 6, dm_energy, anisotropy_energy, zeeman_energy };
  static constexpr int terms = 10;
  struct Terms {
    std::int32_t value[terms];
  };
  struct Formats {
    FixedPoint spin{1.0001F}, exchange, dm, anisotropy, zeeman;
    int first = 0;

    Formats of_pass(int pass) const {
      Formats f = *this;
      f.first = 2 * pass;
      return f;
    }
    double value(int term, std::int64_t sum) const {
      const FixedPoint& format = term == exchange_energy     ? exchange
                                 : term == dm_energy         ? dm
                                 : term == anisotropy_energy ? anisotropy
                                 : term == zeeman_energy     ? zeeman
                                                             : spin;
      return format.value(sum);
    }
  };
  template <lattice::Colour C, class Neighbourhood>
  NEEL_FUNCTION Terms measure(const Conditions& at, const Neighbourhood& n, const Formats& f) const {
    const Spin s = n.site();
    const Ion ion = n.quenched();
    const std::int32_t in_first = Species == 1 || ion.species == f.first ? -1 : 0;
    const std::int32_t in_second = Species != 1 && ion.species == f.first + 1 ? -1 : 0;
    const std::int32_t x = f.spin(s.x), y = f.spin(s.y), z = f.spin(s.z);
    const float along = dot(s, anisotropy_axis);
    Terms t{{x & in_first, y & in_first, z & in_first, x & in_second, y & in_second, z & in_second, 0, 0,
             f.anisotropy(-anisotropy(ion) * (along * along)), f.zeeman(-at.field * moment(ion) * dot(s, field_axis))}};
    if constexpr (C == lattice::Colour::even) {
      const Coupled sum = coupled(n);
      t.value[exchange_energy] = f.exchange(dot(s, sum.exchange));
      t.value[dm_energy] = f.dm(dot(s, cross(sum.dm, dm_axis)));
    }
    return t;
  }
};
static_assert(SitePhysics<Heisenberg<1>> && SitePhysics<Heisenberg<2>> && SitePhysics<Heisenberg<any_species>>);

} // namespace neel::models
