// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Lattices as cluster moves see them (cluster_kernels.hpp).
//
// A Layout is a lattice as these kernels see it: items of storage, and the places of sites;
//
//   int items, Place place(int item)                          a Place has the site's number, below 2^31, or no_site; and whether it is
//                                                             the rank's own, not a copy of another's
//   Site site(int system, const Place&), void store(int system, const Place&, const Site&)
//   float weight(int system, const Place&)                    of the spin in the field, at most 1 in size
//   void bonds(int system, const Place&, use)                 calls use(k, site, J) for each bond that the place draws, number k of
//                                                             its bonds, to a site; E = -J S.S'
//   ClusterConditions conditions(int system)
//   bool in_rows                                              items follow one another in rows: bond 0 leads to the next site, a site
//                                                             has eight bonds at most, and those of one number are parallel. Then
//   bool follows(const Place&)                                it is not the first of its row
//   bool goes_on(const Place&)                                the next one is of the same part of a row, which are alike on all ranks
//   int parts, int begin_of_part(int part)                    parts of rows, and the first item of each
//                                                             bonds() of copies of other ranks' sites calls use for bond 0 alone

#include <neel/clusters/cluster_kernels.hpp>
#include <neel/core/divisor.hpp>
#include <neel/models/field_state.hpp>
#include <neel/models/graph_state.hpp>
#include <neel/models/state.hpp>

namespace neel::clusters {

/// Sites of a simple cubic lattice, or of a slab of it with its halo, in natural order.
class CubicSites {
public:
  struct At {
    int x, y, z; ///< in the whole lattice
    int plane;   ///< in storage
    std::uint32_t number;
    bool own;
  };

  CubicSites(const lattice::Geometry& whole, const lattice::Geometry& part)
      : whole_(whole), begin_(part.begin_z), own_(part.own_z()), halo_(part.halo), by_x_(part.lx), by_y_(part.ly),
        by_parts_(parts_of_row()), items(static_cast<int>(part.sites())), parts(part.ly * part.lz * parts_of_row()) {}

  NEEL_FUNCTION At place(int item) const {
    const int row = by_x_.quotient(item), plane = by_y_.quotient(row);
    At a{item - row * whole_.lx, row - plane * whole_.ly, begin_ + plane, plane, no_site, plane < own_};
    if (!a.own) { // planes that follow, then those before
      const int k = plane - own_;
      a.z = k < halo_ ? begin_ + own_ + k : begin_ + k - 2 * halo_;
      if (a.z < 0 || a.z >= whole_.lz) {
        if (!whole_.periodic_z) {
          return a;
        }
        a.z += a.z < 0 ? whole_.lz : -whole_.lz;
      }
    }
    a.number = whole_.short_number(a.x, a.y, a.z);
    return a;
  }
  /// Calls use(k, neighbour's number, its x, y, plane) for the next site along each axis, bond number k. Bonds between rows are number
  /// 1, also where rows are planes. Of the halo, bonds of rows alone.
  template <class Use>
  NEEL_FUNCTION void next(const At& a, const Use& use) const {
    const int x = after(a.x, whole_.lx, whole_.periodic_x), y = after(a.y, whole_.ly, whole_.periodic_y),
              z = after(a.z, whole_.lz, whole_.periodic_z);
    if (x >= 0) {
      use(0, whole_.short_number(x, a.y, a.z), x, a.y, a.plane);
    }
    if (y >= 0 && a.own) {
      use(1, whole_.short_number(a.x, y, a.z), a.x, y, a.plane);
    }
    if (z >= 0 && a.own) {
      use(whole_.ly == 1 ? 1 : 2, whole_.short_number(a.x, a.y, z), a.x, a.y, halo_ > 0 ? a.plane + 1 : z);
    }
  }

  NEEL_FUNCTION bool goes_on(const At& a) const { return a.x + 1 < whole_.lx && a.x % part_length != part_length - 1; }
  NEEL_FUNCTION int begin_of_part(int part) const {
    const int row = by_parts_.quotient(part);
    return row * whole_.lx + (part - row * parts_of_row()) * part_length;
  }

private:
  static constexpr int part_length = 16; ///< of a row

  NEEL_FUNCTION int parts_of_row() const { return (whole_.lx + part_length - 1) / part_length; }
  static NEEL_FUNCTION int after(int at, int size, bool periodic) {
    return size == 1 ? -1 : lattice::Geometry::after(at, size, periodic);
  }

  lattice::Geometry whole_;
  int begin_, own_, halo_;
  Divisor by_x_, by_y_, by_parts_;

public:
  int items, parts;
};

/// Physics whose clusters are known: J of E = -J S.S' of each bond, and the moment of a site in the field.
template <class P>
concept ClusterPhysics = requires(const P& physics, const typename P::Quenched& site) {
  { physics.ferromagnetic(site, site) } -> std::same_as<float>;
  { physics.moment_of(site) } -> std::same_as<float>;
};
template <class P>
concept ClusterGraphPhysics = requires(const typename P::Coupling& coupling) {
  { P::ferromagnetic(coupling) } -> std::same_as<float>;
};

/// Two half-lattices.
template <models::SitePhysics P>
struct HalfLayout {
  using Site = typename P::Site;
  static constexpr bool in_rows = true;

  P physics;
  models::Contents<P> all;
  CubicSites places;
  float largest_moment = 1;
  int items = places.items, parts = places.parts;

  using Place = CubicSites::At;
  NEEL_FUNCTION Place place(int item) const { return places.place(item); }
  NEEL_FUNCTION bool follows(const Place& a) const { return a.x > 0; }
  NEEL_FUNCTION bool goes_on(const Place& a) const { return places.goes_on(a); }
  NEEL_FUNCTION int begin_of_part(int part) const { return places.begin_of_part(part); }
  NEEL_FUNCTION Site site(int system, const Place& a) const {
    return all.own(colour(a.x, a.y, a.z))[entry(system, a.x, a.y, a.plane)];
  }
  NEEL_FUNCTION void store(int system, const Place& a, const Site& s) const {
    all.own(colour(a.x, a.y, a.z)).store(entry(system, a.x, a.y, a.plane), s);
  }
  NEEL_FUNCTION float weight(int system, const Place& a) const {
    return physics.moment_of(quenched(system, colour(a.x, a.y, a.z), a.x, a.y, a.plane)) / largest_moment;
  }
  template <class Use>
  NEEL_FUNCTION void bonds(int system, const Place& a, const Use& use) const {
    const lattice::Colour c = colour(a.x, a.y, a.z);
    const auto own = quenched(system, c, a.x, a.y, a.plane);
    places.next(a, [&](int k, std::uint32_t number, int x, int y, int plane) {
      use(k, number, physics.ferromagnetic(own, quenched(system, lattice::other(c), x, y, plane)));
    });
  }
  NEEL_FUNCTION ClusterConditions conditions(int system) const {
    const models::Conditions& at = all.conditions[system];
    return {at.inverse_temperature, 2.0F * at.field * largest_moment};
  }

private:
  static NEEL_FUNCTION lattice::Colour colour(int x, int y, int z) { return lattice::Geometry::colour(x, y, z); }
  NEEL_FUNCTION std::int64_t entry(int system, int x, int y, int plane) const {
    return system * all.geometry.half_volume() + all.geometry.entry(x / 2, y, plane);
  }
  NEEL_FUNCTION typename P::Quenched quenched(int system, lattice::Colour c, int x, int y, int plane) const {
    if constexpr (std::is_same_v<typename P::Quenched, models::NoQuenched>) {
      return {};
    } else {
      return all.quenched[static_cast<int>(c)][entry(system, x, y, plane)];
    }
  }
};

/// A crystal or any graph, whose bonds are exchange alone. Each bond is drawn by the one of its sites with the smaller number.
template <models::GraphPhysics P>
struct GraphLayout {
  using Site = typename P::Site;
  static constexpr bool in_rows = false;

  models::GraphContents<P> all;
  const std::uint32_t* number = nullptr; ///< (item): of its site in the whole crystal
  float largest_moment = 1;
  int items = 0, own_items = 0; ///< copies of other ranks' sites stand behind the rank's own
  int per_row = 1;              ///< entries of a row of a lined graph

  struct Place {
    int item;
    std::uint32_t number;
    bool own;
  };
  NEEL_FUNCTION Place place(int item) const { return {item, number[item], item < own_items}; }
  NEEL_FUNCTION Site site(int system, const Place& a) const { return all.sites[entry(system, a.item)]; }
  NEEL_FUNCTION void store(int system, const Place& a, const Site& s) const {
    all.sites.store(entry(system, a.item), s);
  }
  NEEL_FUNCTION float weight(int system, const Place& a) const {
    return all.occupants[all.occupant[entry(system, a.item)]].moment / largest_moment;
  }
  template <class Use>
  NEEL_FUNCTION void bonds(int system, const Place& a, const Use& use) const {
    all.graph.of_system(system).for_each_bond(a.item, per_row, [&](int k, int other, std::int64_t kind) {
      if (number[other] != no_site && number[other] > a.number) {
        use(k, number[other], P::ferromagnetic(all.couplings[kind]));
      }
    });
  }
  NEEL_FUNCTION ClusterConditions conditions(int system) const {
    const models::Conditions& at = all.conditions[system];
    return {at.inverse_temperature, 2.0F * at.field * largest_moment};
  }

private:
  NEEL_FUNCTION std::int64_t entry(int system, int item) const {
    return std::int64_t{system} * all.graph.entries + item;
  }
};

/// Pairs of systems with the same couplings, for moves that leave the sum of their energies as it is (J. Houdayer, Eur. Phys. J. B 22,
/// 479 (2001)): a cluster is connected by bonds, and its sites have the same overlap q = s s'. Both spins of each are turned, which
/// for q = -1 exchanges them. At its edge q changes its sign, so the two energies of a bond cancel before and after. In a field only
/// clusters with q = -1 move.
template <models::GraphPhysics P>
struct PairLayout {
  static_assert(P::vector_components == 1);
  using Site = Overlap;
  static constexpr bool in_rows = false;

  GraphLayout<P> of;
  const int* pairs = nullptr; ///< (pair, 2): systems
  const int* field = nullptr; ///< not 0: one acts
  int items = of.items;

  using Place = typename GraphLayout<P>::Place;
  NEEL_FUNCTION Place place(int item) const { return of.place(item); }
  NEEL_FUNCTION Site site(int pair, const Place& a) const {
    const int q = of.site(pairs[2 * pair], a).value() * of.site(pairs[2 * pair + 1], a).value();
    return {q > 0 && *field != 0 ? 0.0F : static_cast<float>(q)};
  }
  NEEL_FUNCTION void store(int pair, const Place& a, const Site& /*s*/) const {
    for (int k = 0; k < 2; ++k) {
      const int system = pairs[2 * pair + k];
      of.store(system, a, P::Site::of(-of.site(system, a).value()));
    }
  }
  NEEL_FUNCTION float weight(int /*pair*/, const Place& /*a*/) const { return 0; }
  template <class Use>
  NEEL_FUNCTION void bonds(int pair, const Place& a, const Use& use) const {
    constexpr float certain = 1e30F; // J/T
    of.bonds(pairs[2 * pair], a, [&](int k, std::uint32_t there, float coupling) {
      if (coupling != 0.0F) {
        use(k, there, certain);
      }
    });
  }
  static NEEL_FUNCTION ClusterConditions conditions(int /*pair*/) { return {}; }
};

/// A field in natural order, whose bonds are those of nearest neighbours: -phi.phi' / T, which its conditions hold.
template <class Field>
struct FieldLayout {
  using Site = lattice::Vector<Field::components>;
  static constexpr bool in_rows = true;

  models::FieldContents<Field> all;
  CubicSites places;
  int items = places.items, parts = places.parts;

  using Place = CubicSites::At;
  NEEL_FUNCTION Place place(int item) const { return places.place(item); }
  NEEL_FUNCTION bool follows(const Place& a) const { return a.x > 0; }
  NEEL_FUNCTION bool goes_on(const Place& a) const { return places.goes_on(a); }
  NEEL_FUNCTION int begin_of_part(int part) const { return places.begin_of_part(part); }
  NEEL_FUNCTION Site site(int system, const Place& a) const {
    const float* const values = all.system(system) + item_of(a);
    return Site::each([&](int k) NEEL_INLINE_LAMBDA { return values[k * all.volume]; });
  }
  NEEL_FUNCTION void store(int system, const Place& a, const Site& s) const {
    float* const values = all.system(system) + item_of(a);
    for (int k = 0; k < Field::components; ++k) {
      values[k * all.volume] = s.v[k];
    }
  }
  NEEL_FUNCTION float weight(int /*system*/, const Place& /*a*/) const { return 0; }
  template <class Use>
  NEEL_FUNCTION void bonds(int /*system*/, const Place& a, const Use& use) const {
    places.next(a, [&](int k, std::uint32_t number, int, int, int) { use(k, number, 1.0F); });
  }
  NEEL_FUNCTION ClusterConditions conditions(int system) const {
    return {all.conditions[system].number[Field::nearest], 0};
  }

private:
  NEEL_FUNCTION std::int64_t item_of(const Place& a) const {
    return a.x + std::int64_t{all.geometry.lx} * (a.y + std::int64_t{all.geometry.ly} * a.plane);
  }
};

} // namespace neel::clusters
