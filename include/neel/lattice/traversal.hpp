// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How the sites of one colour map to hardware, decided once for all models.
//
// Host: a block is a run of consecutive entries of one plane (whole rows, or a part of a long one). Five of its six
// neighbour rows lie in memory as they are; the sixth, x_shifted, is copied to a small buffer, and so are the site
// numbers, so that the loop over the block has unit stride everywhere and no branch.
// Device: a flat index, one thread per entry.

#include <neel/lattice/neighbourhood.hpp>

#include <algorithm>

namespace neel::lattice {

/// Splits the entries of one colour of one system into blocks.
class Blocks {
public:
  static constexpr int capacity = 512; ///< sites per block at most: its buffers stay in the first-level cache

  explicit Blocks(const Geometry& g)
      : ly_(g.ly), half_x_(g.half_x()), rows_(g.lx % 2 == 0 ? std::max(1, capacity / half_x_) : 1),
        segments_((half_x_ + capacity - 1) / capacity),
        inner_(ly_ > 2 ? (ly_ - 2 + rows_ - 1) / rows_ : 0) {}

  /// The rows [y0, y1) and entries [i0, i1) of a plane; more than one row only if it takes them whole.
  struct Block {
    int z, y0, y1, i0, i1;
  };

  KOKKOS_FUNCTION int per_plane() const { return (inner_ + std::min(ly_, 2)) * segments_; }

  /// Block `index` of a system, of per_plane() * lz. The first and last row of a plane are blocks of their own, since
  /// their neighbours in y lie elsewhere.
  KOKKOS_FUNCTION Block operator()(int index) const {
    const int z = index / per_plane();
    const int in_plane = index % per_plane();
    const int band = in_plane / segments_;
    const int segment = in_plane % segments_;
    Block b{z, 0, 1, segment * capacity, std::min(half_x_, (segment + 1) * capacity)};
    if (band > inner_) {
      b.y0 = ly_ - 1;
      b.y1 = ly_;
    } else if (band > 0) {
      b.y0 = 1 + (band - 1) * rows_;
      b.y1 = std::min(b.y0 + rows_, ly_ - 1);
    }
    return b;
  }

private:
  int ly_, half_x_, rows_, segments_, inner_;
};

/// The buffers of one block: its x_shifted neighbours and its site numbers.
template <class Site, class Quenched>
class BlockBuffer {
public:
  /// Prepares the neighbour rows of a block of colour `c`; returns its number of sites.
  NEEL_FUNCTION int prepare(const Geometry& g, const Blocks::Block& b, Colour c, const Around<Site, Quenched>& halves,
                            Rows<Site, Quenched>& rows) {
    const int width = b.i1 - b.i0;
    const int start = g.entry(b.i0, b.y0, b.z);
    rows.colour_ = c;
    rows.site = halves.own + start;
    rows.quenched = halves.own_quenched + start;
    for (int d = 0; d < directions; ++d) {
      const int at = g.neighbour(static_cast<Direction>(d), b.i0, b.y0, b.z, 0);
      const bool beyond = at < 0 || d == static_cast<int>(Direction::x_shifted);
      rows.neighbour[d] = beyond ? pointer<Site>(vacuum_) : halves.others + at;
      rows.neighbour_quenched[d] = beyond ? pointer<Quenched>(quenched_vacuum_) : halves.others_quenched + at;
    }
    rows.neighbour[1] = pointer<Site>(shifted_);
    rows.neighbour_quenched[1] = pointer<Quenched>(quenched_shifted_);
    for (int y = b.y0; y < b.y1; ++y) {
      const int s = Geometry::first_x(c, y, b.z);
      const int offset = (y - b.y0) * width;
      copy_shifted<Site>(g, b, y, s, offset, halves.others, shifted_);
      copy_shifted<Quenched>(g, b, y, s, offset, halves.others_quenched, quenched_shifted_);
      const std::uint32_t first = g.site_number(2 * b.i0 + s, y, b.z);
      for (int i = 0; i < width; ++i) {
        number_[offset + i] = first + 2 * i;
      }
    }
    const bool last_is_no_site = g.lx % 2 == 1 && b.i1 == g.half_x() && Geometry::first_x(c, b.y0, b.z) == 1;
    return width * (b.y1 - b.y0) - (last_is_no_site ? 1 : 0);
  }

  /// Geometry::site_number of site i of the block.
  NEEL_FUNCTION std::uint32_t number(int i) const { return number_[i]; }

private:
  template <class S>
  using Buffer = typename S::Component[S::components][Blocks::capacity];

  template <class S>
  static NEEL_FUNCTION SitePointer<S, true> pointer(const Buffer<S>& buffer) {
    SitePointer<S, true> p;
    for (int k = 0; k < S::components; ++k) {
      p.at[k] = buffer[k];
    }
    return p;
  }

  template <class S>
  static NEEL_FUNCTION void copy_shifted(const Geometry& g, const Blocks::Block& b, int y, int s, int offset,
                                         SitePointer<S, true> from, Buffer<S>& to) {
    const int shift = s == 0 ? -1 : 1;
    const int width = b.i1 - b.i0;
    const int edge = s == 0 ? 0 : width - 1; // the one entry that can wrap around or fall off
    const int beyond = g.neighbour(Direction::x_shifted, b.i0 + edge, y, b.z, s);
    for (int k = 0; k < S::components; ++k) {
      typename S::Component* const target = to[k] + offset;
      const auto* const source = from.at[k] + g.entry(b.i0, y, b.z) + shift;
      for (int i = 1 - s; i < width - s; ++i) {
        target[i] = source[i];
      }
      target[edge] = beyond < 0 ? typename S::Component{} : from.at[k][beyond];
    }
  }

  Buffer<Site> shifted_;
  Buffer<Quenched> quenched_shifted_;
  std::uint32_t number_[Blocks::capacity];
  static inline const Buffer<Site> vacuum_{};
  static inline const Buffer<Quenched> quenched_vacuum_{};
};

/// The neighbours of entry `entry` of colour `c`, and its site number; `exists` is false for an entry that is no site.
template <class Site, class Quenched>
struct Located {
  Lookup<Site, Quenched> at;
  std::uint32_t number;
  bool exists;
};

/// Finds the neighbours of one entry of a half-lattice: the device's way.
template <class Site, class Quenched>
NEEL_FUNCTION Located<Site, Quenched> locate(const Geometry& g, int entry, Colour c,
                                             const Around<Site, Quenched>& halves) {
  const int row = entry / g.half_x();
  const int i = entry - row * g.half_x();
  const int z = row / g.ly;
  const int y = row - z * g.ly;
  const int s = Geometry::first_x(c, y, z);
  Located<Site, Quenched> here{{halves, entry, {}, c},
                               g.site_number(2 * i + s, y, z), 2 * i + s < g.lx};
  for (int d = 0; d < directions; ++d) {
    here.at.neighbour_entry[d] = g.neighbour(static_cast<Direction>(d), i, y, z, s);
  }
  return here;
}

} // namespace neel::lattice
