// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The tables of a graph as kernels see them: neighbours and kinds of bonds, and the site vectors of a colour.

#include <neel/core/divisor.hpp>
#include <neel/core/platform.hpp>
#include <neel/crystal/tables.hpp>
#include <neel/lattice/packed.hpp>

#include <algorithm>

namespace neel::lattice {

static_assert(vector_length == crystal::vector_length);

/// Four consecutive entries of a row.
struct RowPart {
  int row, place, entry; ///< of the first of them: its place in the row, its entry in the system
};

/// The neighbours that a slot holds for the sites of a row: for the site at place i, that at place i + shift of the row of `count`
/// sites that begins at entry `start`. One access loads it.
struct alignas(16) RowLink {
  int start, shift, count;
  int kind; ///< of the bonds; crystal::Tables::none: neither this slot nor those behind it hold any
};

/// Plain pointers to a Network's tables.
struct GraphPointers {
  static constexpr int at_once = 6;              ///< slots that are read together, the next before these are done with
  static constexpr int behind = 2 * at_once - 1; ///< slots that are read so beyond the last
  const std::uint32_t* number = nullptr;         ///< (entry)
  const RowLink* link = nullptr;                 ///< lined: (slot, row), `behind` slots of none more, as the last
  const int* neighbour = nullptr;                ///< else, and on hosts where rows are short: (slot, entry)
  // The kinds of bonds, where they are not those of rows: (sample, slot, entry); system s is of sample s / replicas mod samples.
  const std::uint8_t* small = nullptr;
  const std::uint32_t* large = nullptr; ///< where bytes do not suffice
  bool each = false;                    ///< no two bonds have one kind: it is the bond's place, (sample, slot, entry)
  std::int64_t kinds_at = 0;            ///< where those of the system begin
  int samples = 1;
  Divisor by_samples{}, by_replicas{};
  const std::uint8_t* repeats =
      nullptr; ///< lined: (row), whether its links are of the kinds of those of the row before
  int rows = 0, entries = 0, slots = 0, vacuum = 0;
  bool lined = true, wraps = false;
  int kind =
      crystal::Tables::none; ///< of all bonds, if each site has as many as there are slots and all are of one kind

  /// Each site's bonds have kinds of their own, not only each row's.
  NEEL_FUNCTION bool kinds_by_site() const { return each || small != nullptr || large != nullptr; }
  /// Where the kinds of a slot begin, from an entry on.
  NEEL_FUNCTION std::int64_t kinds_from(int slot, int entry) const {
    return kinds_at + std::int64_t{slot} * entries + entry;
  }
  /// Where there is no bond, that of a coupling of zero.
  NEEL_FUNCTION std::int64_t kind_of_site(int slot, int entry) const {
    const std::int64_t at = kinds_from(slot, entry);
    return each ? at : (small != nullptr ? std::int64_t{small[at]} : std::int64_t{large[at]});
  }
  /// As a system sees it.
  NEEL_FUNCTION GraphPointers of_system(int system) const {
    GraphPointers n = *this;
    const int place = by_replicas.quotient(system), sample = place - by_samples.quotient(place) * samples;
    n.kinds_at = std::int64_t{sample} * slots * entries;
    return n;
  }
  NEEL_FUNCTION RowLink link_of(int row, int slot) const { return link[std::int64_t{slot} * rows + row]; }
  /// The neighbour of the site at place i of a row with this link.
  NEEL_FUNCTION int follow(const RowLink& l, int i) const {
    i += l.shift;
    if (wraps) {
      i += i < 0 ? l.count : 0;
      i -= i >= l.count ? l.count : 0;
    }
    return 0 <= i && i < l.count ? l.start + i : vacuum;
  }
  /// The neighbour in `slot` of the j-th site from `at` on.
  NEEL_FUNCTION int neighbour_of(const RowPart& at, int slot, int j) const {
    return lined ? follow(link_of(at.row, slot), at.place + j) : neighbour[std::int64_t{slot} * entries + at.entry + j];
  }
  /// Calls use(k, neighbour's entry, kind) for bond number k of a site, met at both of its ends. `row_length`: entries of a row, where
  /// the graph is lined.
  template <class Use>
  NEEL_FUNCTION void for_each_bond(int entry, int row_length, const Use& use) const {
    const int row = lined ? entry / row_length : 0;
    const RowPart at{row, entry - row * row_length, entry};
    for (int slot = 0; slot < slots; ++slot) {
      const int other = neighbour_of(at, slot, 0);
      if (other < vacuum) {
        const std::int64_t of = kinds_by_site() ? kind_of_site(slot, entry) : std::int64_t{link_of(row, slot).kind};
        if (of >= 0) {
          use(slot, other, of);
        }
      }
    }
  }
};

/// The rows of one colour, to find site vectors in.
struct ColourVectors {
  int first_row = 0, first_entry = 0, vectors = 0, vectors_per_row = 1;
  int before = 0; ///< site vectors of the colour that others have
  Divisor by_row{};

  ColourVectors() = default;
  explicit ColourVectors(const crystal::ColourRows& c)
      : first_row(c.first_row), first_entry(c.first_entry), vectors(c.vectors()),
        vectors_per_row(std::max(1, c.vectors_per_row)), before(c.before * c.vectors_per_row), by_row(vectors_per_row) {
  }

  /// Those of some of its rows, counted from its first.
  ColourVectors rows(int first, int past) const {
    ColourVectors c = *this;
    c.first_row += first;
    c.first_entry += crystal::vector_length * first * vectors_per_row;
    c.vectors = (past - first) * vectors_per_row;
    c.before += first * vectors_per_row;
    return c;
  }

  NEEL_FUNCTION RowPart operator()(int q) const {
    const int row = by_row.quotient(q);
    return {first_row + row, crystal::vector_length * (q - row * vectors_per_row),
            first_entry + crystal::vector_length * q};
  }

  /// Host: so many of the site vectors from q on, before `end`, can be gathered at once (RowGather): those of a row, or of several
  /// rows that have lists, as long as their bonds are of the same kinds.
  NEEL_HOST_FUNCTION int together(const GraphPointers& n, int q, int end) const {
    int row = by_row.quotient(q), last = (row + 1) * vectors_per_row;
    if (n.neighbour != nullptr) {
      for (++row; last < end && (n.kinds_by_site() || n.repeats[first_row + row] != 0); ++row) {
        last += vectors_per_row;
      }
    }
    return std::min(last, end) - q;
  }
};

} // namespace neel::lattice
