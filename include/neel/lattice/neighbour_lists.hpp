// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Neighbour lists for kernels that keep a system in shared memory: the neighbours of a site are few loads, which a thread can prefetch.

#include <neel/lattice/graph.hpp>

#include <algorithm>
#include <cstdint>

namespace neel::lattice {

/// Entries of a system that short numbers name.
inline constexpr int most_listed = 1 << 16;

/// Up to seven neighbours of a site, whose bonds are of one kind: a load of sixteen bytes.
struct alignas(16) ListPart {
  static constexpr int most = 7;
  std::uint32_t two[4]; ///< short numbers: entries of neighbours, then eight times the kind plus the count

  NEEL_FUNCTION int entry(int j) const { return static_cast<int>(two[j / 2] >> 16 * (j % 2) & 0xFFFFU); }
  NEEL_FUNCTION int count() const { return static_cast<int>(two[3] >> 16 & 7U); } ///< 0: the list has ended
  NEEL_FUNCTION int kind() const { return static_cast<int>(two[3] >> 19); }
  NEEL_FUNCTION void add(int entry, int kind) {
    const int n = count();
    two[n / 2] |= static_cast<std::uint32_t>(entry) << 16 * (n % 2);
    two[3] = (two[3] & 0xFFFFU) | static_cast<std::uint32_t>(kind << 3 | (n + 1)) << 16;
  }
};

/// Owns the lists in Exec's memory.
template <ExecutionSpace Exec>
class NeighbourLists {
public:
  /// Whether short numbers do, for entries and for so many kinds of bonds; not where each site has kinds of its own.
  static bool fits(const Graph<Exec>& graph, std::size_t kinds) {
    constexpr std::size_t most_kinds = 1 << 13;
    return graph.entries() <= most_listed && kinds <= most_kinds && graph.pointers().lined &&
           !graph.pointers().kinds_by_site();
  }

  explicit NeighbourLists(const Graph<Exec>& graph) {
    const Parts parts{graph.pointers(), graph.all_colours()};
    const Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>> sites(0, crystal::vector_length * parts.all.vectors);
    Kokkos::parallel_reduce("neel::lattice::parts_of_lists", sites, parts, Kokkos::Max<int>(parts_));
    parts_ = std::max(parts_, 1);
    list_ = View("neel::lattice::neighbour_lists", static_cast<std::size_t>(parts_),
                 static_cast<std::size_t>(graph.entries()));
    Kokkos::parallel_for("neel::lattice::list_neighbours", sites, Fill{parts, list_});
  }

  /// (part, entry), so that threads side by side read what is side by side; and parts of each list, of which the last may be empty.
  const ListPart* data() const { return list_.data(); }
  int parts() const { return parts_; }

  using View = Kokkos::View<ListPart**, Kokkos::LayoutRight, typename Exec::memory_space>;

  /// Kernels, which nvcc wants in public: the parts of a site's list, and its list.
  struct Parts {
    GraphPointers graph;
    ColourVectors all;

    /// Calls use(part, neighbour's entry, kind of the bond) for the neighbours of site j of a site vector.
    template <class Use>
    NEEL_FUNCTION void each(int q, int j, const Use& use) const {
      const RowPart at = all(q);
      int part = -1, count = 0, kind = crystal::Tables::none;
      for (int slot = 0; slot < graph.slots; ++slot) {
        const RowLink link = graph.link_of(at.row, slot);
        if (link.kind == crystal::Tables::none) {
          break;
        }
        const bool more = link.kind == kind && count < ListPart::most;
        part += more ? 0 : 1;
        count = more ? count + 1 : 1;
        kind = link.kind;
        use(part, graph.follow(link, at.place + j), kind);
      }
    }
    KOKKOS_FUNCTION void operator()(int site, int& most) const {
      each(site / crystal::vector_length, site % crystal::vector_length,
           [&](int part, int, int) NEEL_INLINE_LAMBDA { most = Kokkos::max(most, part + 1); });
    }
  };
  struct Fill {
    Parts parts;
    View list;

    KOKKOS_FUNCTION void operator()(int site) const {
      const int q = site / crystal::vector_length, j = site % crystal::vector_length;
      const int own = parts.all(q).entry + j;
      parts.each(q, j, [&](int part, int entry, int kind) NEEL_INLINE_LAMBDA { list(part, own).add(entry, kind); });
    }
  };

private:
  int parts_ = 0;
  View list_;
};

} // namespace neel::lattice
