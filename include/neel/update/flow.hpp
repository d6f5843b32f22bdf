// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What threads hand to one another while several sweeps are made in one launch.

#include <neel/core/tagged.hpp>
#include <neel/core/together.hpp>
#include <neel/lattice/geometry.hpp>

namespace neel::update {

/// Values on their way: (colour, entry of all systems that are swept at the same time, word).
template <class Site, ExecutionSpace Exec>
using Flow = Kokkos::View<typename Tagged<Site>::Word***, Kokkos::LayoutRight, typename Exec::memory_space>;

/// Words of a value of a wide site at most: six of more do not fit a thread's registers.
inline constexpr std::size_t most_flow_words = 3;
/// Bytes of values under way where so many wide sites of a colour wait for their neighbours, each of so many bytes; 0 where another way is
/// faster: loads that find nothing new hold up those that do, from a megabyte on (measured).
template <ExecutionSpace Exec>
std::size_t flow_bytes(std::size_t sites, std::size_t bytes_of_site) {
  if constexpr (!runs_on_host<Exec> && runs_together<Exec>) {
    const std::size_t words = (bytes_of_site + 5) / 6, bytes = 2 * sites * words * sizeof(std::uint64_t);
    if (words <= most_flow_words && bytes <= 1 << 20 && Kokkos::is_initialized() &&
        4 * sites <= static_cast<std::size_t>(Exec().concurrency())) {
      return bytes;
    }
  }
  return 0;
}

/// Versions of one launch, so that they differ from those of the one before.
inline constexpr std::uint32_t versions_of_a_launch = 1U << 15;

/// Reads the values of neighbours, so many entries from `here`, until all are of this version; `none`: there is no such neighbour, and its
/// value is not waited for. A warp does so until each of its threads has what it needs: threads that went on alone would take one
/// another's time.
template <class Site>
NEEL_FUNCTION void receive(Tagged<Site> (&got)[lattice::directions], typename Tagged<Site>::Word* here,
                           const int (&step)[lattice::directions], const bool (&none)[lattice::directions],
                           bool needs_them, std::uint32_t version) {
  bool all = false;
  while (!Together::agreed(all)) {
    all = true;
    if (needs_them) {
      NEEL_UNROLLED_LOOP
      for (int d = 0; d < lattice::directions;
           ++d) { // all again: to look for those alone that were missing takes longer
        got[d] = Tagged<Site>::load(here + Tagged<Site>::words * step[d]);
      }
      NEEL_UNROLLED_LOOP
      for (int d = 0; d < lattice::directions; ++d) {
        all = all && (none[d] || got[d].is(version));
      }
    }
  }
}

} // namespace neel::update
