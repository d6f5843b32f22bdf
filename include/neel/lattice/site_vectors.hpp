// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How the sites of one colour map to the threads of a device: a site vector to each, loaded as a whole where rows are made of whole ones.

#include <neel/core/divisor.hpp>
#include <neel/lattice/site_vector.hpp>

namespace neel::lattice {

/// Finds the site vectors of one colour. A team has `team_size` of them: neighbours along rows and, as far as that has enough, planes,
/// which have most of their neighbours in common.
class SiteVectors {
public:
  static constexpr int team_size = 128;

  SiteVectors() = default;
  explicit SiteVectors(const Geometry& g)
      : row_(g.half_x()), plane_(Index(row_) * Index(g.ly)), wrap_z_(plane_ * Index(g.lz - 1)), last_y_(g.ly - 1),
        last_z_(g.lz - 1), in_row_(vectors_x(g)), in_plane_(in_row_ * g.ly), open_x_(!g.periodic_x),
        open_y_(!g.periodic_y), open_z_(!g.periodic_z), open_(open_x_ || open_y_ || open_z_), odd_x_(g.lx % 2),
        by_row_(in_row_), by_plane_(in_plane_) {
    while (along_ > 4 && (1 << (along_ - 1)) >= in_plane_) {
      --along_;
    }
    for (int narrower = along_ - 1; g.halo == 0 && narrower >= 4; --narrower) {
      along_ = 20 * places(g, narrower) < 19 * places(g, along_) ? narrower : along_;
    }
    across_ = in_whole(in_plane_, 1 << along_);
    by_across_ = Divisor(across_);
  }

  /// The lattice has an open axis, or rows of whole site vectors.
  bool open() const { return open_; }
  bool whole() const { return row_ % vector_length == 0; }
  /// They have an even number of entries.
  NEEL_FUNCTION bool pairs() const { return row_ % 2 == 0; }

  /// Teams of these planes of a system, each of whose threads has `deep` site vectors above one another; and all its site vectors.
  int teams(const Planes& planes, int deep = 1) const {
    return across_ * in_whole(planes.count, (team_size >> along_) * deep);
  }
  NEEL_FUNCTION int count() const { return in_plane_ * (last_z_ + 1); }

  struct VectorPlace {
    int column, y, z; ///< of the site vector; the column counts site vectors
    bool exists;
  };
  NEEL_FUNCTION VectorPlace operator()(const Planes& planes, int team, int rank) const {
    int deep = 1;
    return (*this)(planes, team, rank, deep);
  }
  /// The lowest of `deep` site vectors above one another, of which so many are in these planes.
  NEEL_FUNCTION VectorPlace operator()(const Planes& planes, int team, int rank, int& deep) const {
    const int down = by_across_.quotient(team);
    const int in_plane = ((team - down * across_) << along_) + (rank & ((1 << along_) - 1));
    const int k = (down * (team_size >> along_) + (rank >> along_)) * deep, y = by_row_.quotient(in_plane);
    deep = Kokkos::min(deep, planes.count - k);
    return {in_plane - y * in_row_, y, planes[k], in_plane < in_plane_ && deep > 0};
  }
  /// Site vector `index` of count().
  NEEL_FUNCTION VectorPlace operator()(int index) const {
    const int z = by_plane_.quotient(index), in_plane = index - z * in_plane_, y = by_row_.quotient(in_plane);
    return {in_plane - y * in_row_, y, z, true};
  }

  /// The number of a site vector of colour `c`, as it keys random numbers; in a slab, from the slab's first on; in a block, as if its planes
  /// had no more rows in the lattice.
  NEEL_FUNCTION std::uint32_t number(const VectorPlace& at, Colour c) const {
    return vector_number(Index(at.z * (last_y_ + 1) + at.y) * Index(in_row_) + Index(at.column), c);
  }

  /// For site vectors above one another: entries and numbers from one to the next; and to the neighbours above plane z.
  NEEL_FUNCTION Index plane() const { return plane_; }
  NEEL_FUNCTION std::uint32_t numbers_of_plane() const { return 2U * Index(in_row_) * Index(last_y_ + 1); }
  NEEL_FUNCTION Index z_plus(int z) const { return z == last_z_ ? -wrap_z_ : plane_; }
  NEEL_FUNCTION bool no_z_plus(int z) const { return z == last_z_ && open_z_; }
  NEEL_FUNCTION int odd_x() const { return odd_x_; }

  /// Loads a site vector of colour `c`, of the system whose entries start at `start` in `halves`.
  /// `Access`: sites that one access to memory is of, four only where rows are made of whole site vectors, two where they are made of pairs
  /// (else one). `Open`: an axis is open.
  template <int Access, bool Open, class Site, class Quenched>
  NEEL_FUNCTION void load(const VectorPlace& at, Index start, Colour c, const Around<Site, Quenched>& halves,
                          SiteVector<Site, Quenched>& q) const {
    load<Access, Open>(Place(*this, at, c), start, halves, q);
    q.number = number(at, c);
  }

  struct Place;
  /// The same, but for its number.
  template <int Access, bool Open, class Site, class Quenched>
  NEEL_FUNCTION void load(const Place& at, Index start, const Around<Site, Quenched>& halves,
                          SiteVector<Site, Quenched>& q) const {
    q.colour_ = at.colour;
    q.entry = start + at.entry;
    q.count = count_of(at);
    load<Access, Open>(q.entry, at.left, at.s, at.beside, halves.own, halves.others, q.own, q.others);
    load<Access, Open>(q.entry, at.left, at.s, at.beside, halves.own_quenched, halves.others_quenched, q.own_quenched,
                       q.others_quenched);
  }

  /// Loads site j of a site vector alone. False where the row ends before it.
  template <bool Open, class Site, class Quenched>
  NEEL_FUNCTION bool load_one(const VectorPlace& at, int j, Index start, Colour c, const Around<Site, Quenched>& halves,
                              SiteVector<Site, Quenched, 1>& q) const {
    const int s = Geometry::first_x(c, at.y, at.z), i = vector_length * at.column, row = at.z * (last_y_ + 1) + at.y;
    q.colour_ = c;
    q.entry = start + Index(row) * Index(row_) + Index(i + j);
    q.count = row_ - i - (odd_x_ & s) - j;
    q.number = number(at, c);
    if (q.count <= 0) {
      return false;
    }
    Index step[directions];
    bool none[directions];
    steps_one<Open>(at, j, c, step, none);
    load_one<Open>(q.entry, step, none, halves.own, halves.others, q.own, q.others);
    load_one<Open>(q.entry, step, none, halves.own_quenched, halves.others_quenched, q.own_quenched, q.others_quenched);
    return true;
  }

  /// Steps from the entry of site j to those of its neighbours, and whether there is none.
  template <bool Open>
  NEEL_FUNCTION void steps_one(const VectorPlace& at, int j, Colour c, Index (&step)[directions],
                               bool (&none)[directions]) const {
    const int s = Geometry::first_x(c, at.y, at.z), left = row_ - vector_length * at.column;
    const Beside beside(*this, at, s);
    const bool end = s == 0 ? j == 0 : j == Kokkos::min(int{vector_length}, left) - 1;
    const bool no_same = (odd_x_ & (1 - s)) != 0 && j == left - 1; // an entry that is no site
    const Index beyond = end ? beside.beyond - Index(j) : Index(s == 0 ? -1 : 1);
    const Index steps[directions] = {0, beyond, beside.y_minus, beside.y_plus, beside.z_minus, beside.z_plus};
    const bool nones[directions] = {no_same,          end && beside.no_beyond, beside.no_y_minus,
                                    beside.no_y_plus, beside.no_z_minus,       beside.no_z_plus};
    for (int d = 0; d < directions; ++d) {
      step[d] = steps[d];
      none[d] = Open && nones[d];
    }
  }

  /// Sites of a site vector: four or more, or those that it has.
  NEEL_FUNCTION int count_of(const Place& at) const { return at.left - (odd_x_ & at.s); }
  /// Stores the first `count` sites of a site vector.
  template <int Access, class Site>
  NEEL_FUNCTION void store(const SitePointer<Site, false>& to, Index entry, int count,
                           const Site (&site)[vector_length]) const {
    if (Access == vector_length && count >= vector_length) {
      store_vector(to, entry, site);
    } else if (Access == 2 && pairs() && (count >= vector_length || count % 2 == 0)) {
      store_pair(to, entry, site[0], site[1]);
      if (count > 2) {
        store_pair(to, entry + 2, site[2], site[3]);
      }
    } else {
      for (int j = 0; j < vector_length; ++j) {
        if (j < count) {
          to.store(entry + Index(j), site[j]);
        }
      }
    }
  }

  /// Entries from a site vector to its neighbours, around the edges; and where there is none.
  struct Beside {
    Index y_minus, y_plus, z_minus, z_plus;
    Index beyond; ///< the neighbour in x that is not at the same place, of the site at that end
    bool no_y_minus, no_y_plus, no_z_minus, no_z_plus, no_beyond;

    Beside() = default;
    NEEL_FUNCTION Beside(const SiteVectors& q, const VectorPlace& at, int s) {
      const int last_column = q.in_row_ - 1, short_by = vector_length * q.in_row_ - q.row_;
      const bool first_y = at.y == 0, last_y = at.y == q.last_y_, first_z = at.z == 0, last_z = at.z == q.last_z_;
      const bool end = at.column == (s == 0 ? 0 : last_column);
      const Index row(q.row_), plane = q.plane_, around = q.wrap_z_;
      y_minus = first_y ? plane - row : -row;
      y_plus = last_y ? row - plane : row;
      z_minus = first_z ? around : -plane;
      z_plus = last_z ? -around : plane;
      beyond = Index(s == 0 ? (end ? q.row_ - 1 : -1) : (end ? vector_length - short_by - q.row_ : vector_length));
      no_y_minus = first_y && q.open_y_;
      no_y_plus = last_y && q.open_y_;
      no_z_minus = first_z && q.open_z_;
      no_z_plus = last_z && q.open_z_;
      no_beyond = end && q.open_x_;
    }
  };

  /// Where a site vector of a colour is stored, and its neighbours.
  struct Place {
    Colour colour;
    int s;       ///< see Geometry
    Index entry; ///< of its first site, from the system's start
    int left;    ///< entries from there to the row's end
    Beside beside;

    Place() = default;
    NEEL_FUNCTION Place(const SiteVectors& q, const VectorPlace& at, Colour c)
        : colour(c), s(Geometry::first_x(c, at.y, at.z)),
          entry(Index(at.z * (q.last_y_ + 1) + at.y) * Index(q.row_) + Index(vector_length * at.column)),
          left(q.row_ - vector_length * at.column), beside(q, at, s) {}
  };

private:
  static int in_whole(int n, int size) { return (n + size - 1) / size; }
  /// Threads of teams with 2^along site vectors of a plane.
  std::int64_t places(const Geometry& g, int along) const {
    return std::int64_t{team_size} * in_whole(in_plane_, 1 << along) * in_whole(g.own_z(), team_size >> along);
  }

  template <int Access, bool Open, class S>
  NEEL_FUNCTION void load(Index entry, int left, int s, const Beside& beside, const SitePointer<S, true>& own,
                          const SitePointer<S, true>& others, S (&to)[vector_length],
                          S (&around)[directions][vector_length]) const {
    const auto towards = [&](Direction d)
                             NEEL_INLINE_LAMBDA -> S(&)[vector_length] { return around[static_cast<int>(d)]; };
    load_four<Access>(others, entry, left, towards(Direction::x_same));
    load_four<Access>(others, entry + beside.y_minus, left, towards(Direction::y_minus));
    load_four<Access>(others, entry + beside.y_plus, left, towards(Direction::y_plus));
    load_four<Access>(others, entry + beside.z_minus, left, towards(Direction::z_minus));
    load_four<Access>(others, entry + beside.z_plus, left, towards(Direction::z_plus));
    S beyond = others[entry + beside.beyond];
    load_four<Access>(own, entry, left, to);
    if constexpr (Open) {
      clear_if(beside.no_y_minus, towards(Direction::y_minus));
      clear_if(beside.no_y_plus, towards(Direction::y_plus));
      clear_if(beside.no_z_minus, towards(Direction::z_minus));
      clear_if(beside.no_z_plus, towards(Direction::z_plus));
      beyond = select_site(beside.no_beyond, S{}, beyond);
    }
    const S(&same)[vector_length] = towards(Direction::x_same);
    S(&shifted)[vector_length] = towards(Direction::x_shifted);
    for (int j = 0; j < vector_length; ++j) {
      const S before = j == 0 ? beyond : same[j > 0 ? j - 1 : 0];
      const S after =
          (Access == vector_length ? j == vector_length - 1 : j >= Kokkos::min(int{vector_length}, left) - 1)
              ? beyond
              : same[j < vector_length - 1 ? j + 1 : j];
      shifted[j] = select_site(s == 0, before, after);
    }
  }

  template <bool Open, class S>
  static NEEL_FUNCTION void load_one(Index entry, const Index (&step)[directions], const bool (&none)[directions],
                                     const SitePointer<S, true>& own, const SitePointer<S, true>& others, S (&to)[1],
                                     S (&around)[directions][1]) {
    to[0] = own[entry];
    NEEL_UNROLLED_LOOP
    for (int d = 0; d < directions; ++d) {
      const S there = others[entry + step[d]];
      around[d][0] = Open ? select_site(none[d], S{}, there) : there;
    }
  }

  /// Entries `entry` to `entry` + 3, of which `left` are in the row; the others are copies of entries there.
  template <int Access, class S>
  NEEL_FUNCTION void load_four(const SitePointer<S, true>& from, Index entry, int left, S (&to)[vector_length]) const {
    if constexpr (Access == vector_length) {
      load_vector(from, entry, to);
    } else if (Access == 2 && pairs()) {
      load_pair(from, entry, to);
      load_pair(from, entry + (left > 2 ? 2U : 0U), to + 2);
    } else {
      for (int j = 0; j < vector_length; ++j) {
        to[j] = from[entry + Index(Kokkos::min(j, left - 1))];
      }
    }
  }

  int row_ = 1;
  Index plane_ = 1, wrap_z_ = 0;  ///< entries
  int last_y_ = 0, last_z_ = 0;   ///< coordinates
  int in_row_ = 1, in_plane_ = 1; ///< site vectors
  bool open_x_ = true, open_y_ = true, open_z_ = true, open_ = true;
  int odd_x_ = 0;
  int along_ = 6, across_ = 1; ///< 2^along_ site vectors of a plane to a team; teams along a plane
  Divisor by_row_, by_plane_, by_across_;
};

/// Calls use.template operator()<Whole, Open>() with what a lattice needs.
template <class Use>
void with_vectors_of(const Geometry& geometry, const Use& use) {
  const SiteVectors vectors(geometry);
  if (!vectors.whole()) {
    use.template operator()<false, true>();
  } else if (vectors.open()) {
    use.template operator()<true, true>();
  } else {
    use.template operator()<true, false>();
  }
}

} // namespace neel::lattice
