// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How the sites of one colour map to hardware, for models that are moved by update/colour_sweep.hpp.
//
// Host: a block is a run of consecutive entries of one plane (whole rows, or a part of a long one). Most of its neighbour
// rows lie in memory as they are; where they do not (x_shifted always, y at the first and last row of a plane) they are
// copied to small buffers, so that the loop over the block has unit stride everywhere and no branch.
// Device: a flat index, one thread per entry (for checks; site vectors.hpp has the way of moves and measurements).

#include <neel/lattice/neighbourhood.hpp>

namespace neel::lattice {

/// Splits the entries of one colour of one system into blocks of about equal size (host).
class Blocks {
public:
  static constexpr int capacity = 512; ///< entries per block at most: its buffers stay in the first-level cache

  explicit Blocks(const Geometry& g) : ly_(g.ly), half_x_(g.half_x()), segments_((half_x_ + capacity - 1) / capacity) {
    const int most = g.lx % 2 == 0 ? Kokkos::max(1, capacity / half_x_) : 1;
    bands_ = (ly_ + most - 1) / most;
    rows_ = (ly_ + bands_ - 1) / bands_;
  }

  /// The rows [y0, y1) and entries [i0, i1) of a plane; more than one row only if it takes them whole.
  struct Block {
    int z, y0, y1, i0, i1;
  };

  int per_plane() const { return bands_ * segments_; }
  /// How many runs of rows a plane is cut into: each is the rows of one block, or one row of several blocks.
  int bands() const { return bands_; }

  /// Block `index` of a system, of per_plane() * lz.
  Block operator()(int index) const {
    const int z = index / per_plane();
    const int band = index % per_plane() / segments_;
    const int segment = index % segments_;
    return {z, Kokkos::min(band * rows_, ly_), Kokkos::min((band + 1) * rows_, ly_), segment * capacity,
            Kokkos::min(half_x_, (segment + 1) * capacity)};
  }

private:
  int ly_, half_x_, segments_, bands_, rows_;
};

/// The neighbour rows of one block that do not lie in memory as they are (host).
template <class Site, class Quenched>
class BlockBuffer {
public:
  /// Prepares the neighbour rows of a block of colour `c`; returns its number of sites.
  NEEL_HOST_FUNCTION int prepare(const Geometry& g, const Blocks::Block& b, Colour c,
                                 const Around<Site, Quenched>& halves, Rows<Site, Quenched>& rows) {
    const std::int64_t start = g.entry(b.i0, b.y0, b.z);
    rows.colour_ = c;
    rows.site = halves.own + start;
    rows.quenched = halves.own_quenched + start;
    point(g, b, c, halves.others, sites_, rows.neighbour);
    point(g, b, c, halves.others_quenched, quenched_, rows.neighbour_quenched);
    const bool last_is_no_site = g.lx % 2 == 1 && b.i1 == g.half_x() && Geometry::first_x(c, b.y0, b.z) == 1;
    return (b.i1 - b.i0) * (b.y1 - b.y0) - (last_is_no_site ? 1 : 0);
  }

private:
  template <class S>
  struct Buffers {
    using Component = typename S::Component;
    using Buffer = Component[S::components][Blocks::capacity];
    Buffer x_shifted, y_minus, y_plus;
    static inline const Buffer vacuum{};

    static NEEL_HOST_FUNCTION SitePointer<S, true> pointer(const Buffer& buffer) {
      SitePointer<S, true> p;
      for (int k = 0; k < S::components; ++k) {
        p.at[k] = buffer[k];
      }
      return p;
    }
  };

  /// Sets the six neighbour pointers of a block, filling buffers where it must.
  template <class S>
  static NEEL_HOST_FUNCTION void point(const Geometry& g, const Blocks::Block& b, Colour c,
                                       const SitePointer<S, true>& from, Buffers<S>& buffers,
                                       SitePointer<S, true> (&neighbour)[directions]) {
    const auto at = [&](Direction d) NEEL_INLINE_LAMBDA {
      const std::int64_t entry = g.neighbour(d, b.i0, b.y0, b.z, 0);
      return entry < 0 ? Buffers<S>::pointer(Buffers<S>::vacuum) : from + entry;
    };
    const bool one_row = b.y1 - b.y0 == 1;
    neighbour[0] = at(Direction::x_same);
    neighbour[1] = Buffers<S>::pointer(buffers.x_shifted);
    neighbour[2] = one_row || b.y0 > 0 ? at(Direction::y_minus) : Buffers<S>::pointer(buffers.y_minus);
    neighbour[3] = one_row || b.y1 < g.ly ? at(Direction::y_plus) : Buffers<S>::pointer(buffers.y_plus);
    neighbour[4] = at(Direction::z_minus);
    neighbour[5] = at(Direction::z_plus);
    copy_shifted(g, b, c, from, buffers.x_shifted);
    if (!one_row && b.y0 == 0) {
      copy_beside(g, b, -1, from, buffers.y_minus);
    }
    if (!one_row && b.y1 == g.ly) {
      copy_beside(g, b, 1, from, buffers.y_plus);
    }
  }

  template <class S>
  static NEEL_HOST_FUNCTION void copy_shifted(const Geometry& g, const Blocks::Block& b, Colour c,
                                              const SitePointer<S, true>& from, typename Buffers<S>::Buffer& to) {
    const int width = b.i1 - b.i0;
    for (int y = b.y0; y < b.y1; ++y) {
      const int s = Geometry::first_x(c, y, b.z);
      const int edge = s == 0 ? 0 : width - 1; // the one entry that can wrap around or fall off
      const std::int64_t beyond = g.neighbour(Direction::x_shifted, b.i0 + edge, y, b.z, s);
      for (int k = 0; k < S::components; ++k) {
        typename S::Component* const target = to[k] + (y - b.y0) * width;
        const auto* const source = from.at[k] + g.entry(b.i0, y, b.z) + (s == 0 ? -1 : 1);
        for (int i = 1 - s; i < width - s; ++i) {
          target[i] = source[i];
        }
        target[edge] = beyond < 0 ? typename S::Component{} : from.at[k][beyond];
      }
    }
  }

  /// Copies the rows above (step 1) or below (step -1) the block's whole rows.
  template <class S>
  static NEEL_HOST_FUNCTION void copy_beside(const Geometry& g, const Blocks::Block& b, int step,
                                             const SitePointer<S, true>& from, typename Buffers<S>::Buffer& to) {
    const int width = g.half_x();
    for (int y = b.y0; y < b.y1; ++y) {
      const int beside = step < 0 ? Geometry::before(y, g.ly, g.periodic_y) : Geometry::after(y, g.ly, g.periodic_y);
      for (int k = 0; k < S::components; ++k) {
        typename S::Component* const target = to[k] + (y - b.y0) * width;
        const auto* const source = beside < 0 ? Buffers<S>::vacuum[k] : from.at[k] + g.entry(0, beside, b.z);
        for (int i = 0; i < width; ++i) {
          target[i] = source[i];
        }
      }
    }
  }

  Buffers<Site> sites_;
  Buffers<Quenched> quenched_;
};

/// One entry of a half-lattice with its neighbours, its site number, and its place among all sites that are stored and no halo, x
/// fastest; `exists` is false for an entry that is no such site.
template <class Site, class Quenched>
struct Located {
  Lookup<Site, Quenched> at;
  std::uint64_t number;
  std::int64_t place;
  bool exists;
};

/// An entry of colour `c` of the system that `halves` begin with.
template <class Site, class Quenched>
NEEL_FUNCTION Located<Site, Quenched> locate(const Geometry& g, Colour c, std::int64_t entry,
                                             const Around<Site, Quenched>& halves) {
  const auto at = static_cast<std::uint32_t>(entry), half_x = static_cast<std::uint32_t>(g.half_x()), row = at / half_x;
  const auto z = static_cast<int>(row / static_cast<std::uint32_t>(g.ly)), y = static_cast<int>(row) - z * g.ly;
  const auto i = static_cast<int>(at - row * half_x);
  const int s = Geometry::first_x(c, y, z), x = 2 * i + s;
  Located<Site, Quenched> here{{halves, entry, {}, c},
                               g.site_number(x, y, z),
                               x + g.lx * (y + std::int64_t{g.ly} * z),
                               x < g.lx && z < g.own_z()};
  for (int d = 0; d < directions; ++d) {
    here.at.neighbour_entry[d] = g.neighbour(static_cast<Direction>(d), i, y, z, s);
  }
  return here;
}

/// For kernels over (system, something): systems that one launch takes so that its flat index stays below 2^31, if one system's does.
inline int systems_per_launch(int systems, std::int64_t per_system) {
  constexpr std::int64_t most = (std::int64_t{1} << 31) - 1;
  return static_cast<int>(Kokkos::clamp<std::int64_t>(most / per_system, 1, systems));
}

} // namespace neel::lattice
