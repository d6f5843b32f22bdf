// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Where the sites of a crystal lie in memory, and which of them are bound to which: what src/crystal works out and kernels
// read (lattice/network.hpp). Plain C++, without Kokkos.
//
// Sites of one colour, none of which are bound to one another, lie side by side, in rows. A crystal whose colours repeat from
// cell to cell is *lined*: every p-th cell along x lies in the same row, and the sites that a row's sites are bound to in the
// same way are a row, too, perhaps shifted and wrapped around. So a few numbers per row say who is bound to whom. Otherwise all
// sites of a colour are one row, and each of them has a list of its own. Rows begin at multiples of four entries; the last four
// entries of a system are no site (the *vacuum*), and stand for what is beyond an open edge.
//
// A lined crystal can be cut into slabs, the rows of some planes of cells for each process. Behind the rows of all colours a slab
// has copies of the rows of others that its sites are bound to. Their entries count as no sites: nothing but bonds leads there.

#include <cstdint>
#include <limits>
#include <vector>

namespace neel::crystal {

inline constexpr int vector_length = 4; ///< entries that lie, and draw random numbers, together

/// The rows of one colour, all of them of the same number of site vectors.
struct ColourRows {
  int first_row = 0, rows = 0, vectors_per_row = 0;
  int first_entry = 0;
  int before = 0; ///< rows of the colour that slabs below have
  int vectors() const { return rows * vectors_per_row; }
};

/// What a slab shows its neighbours and has of them, of one colour, in rows.
struct SlabColour {
  int low = 0, high = 0;         ///< how many of its first are seen from below, of its last from above
  int above = 0, from_above = 0; ///< the first copy of those above, and how many there are
  int below = 0, from_below = 0;
};

struct Tables {
  static constexpr int none = -1;
  static constexpr std::uint32_t no_site = std::numeric_limits<std::uint32_t>::max();

  std::int64_t sites = 0; ///< of a system, of which this can be a slab
  int entries = 0;        ///< of a system
  int copies = 0;         ///< rows that a slab has of others
  std::vector<ColourRows> colours;
  std::vector<std::uint32_t> number; ///< per entry: of its site, or no_site
  int slots = 0;                     ///< neighbours of a site at most

  bool lined = true;
  bool wraps = false; ///< rows are periodic (lined)
  // Lined. The site at place i of a row has, in each slot, the neighbour at place i + shift of the row of `count` sites that
  // begins at entry `start`; beyond its ends there is the vacuum, or its other end if rows wrap. Kinds of a row are those of its
  // type, in rising order, `none` behind the last.
  std::vector<int> type;                ///< per row
  std::vector<int> start, shift, count; ///< (slot, row)
  int types = 0;
  // Not lined.
  std::vector<int> neighbour; ///< (slot, entry): an entry, the vacuum where there is none
  /// Lined: (type, slot). Not lined: (slot, entry). The kind of each bond as its site sees it, `none` where there is none.
  std::vector<int> kind;

  int rows() const { return copies + (colours.empty() ? 0 : colours.back().first_row + colours.back().rows); }
  int vacuum() const { return entries - vector_length; }
};

} // namespace neel::crystal
