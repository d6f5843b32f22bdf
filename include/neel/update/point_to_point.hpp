// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What threads hand to one another while several sweeps are made in one launch.

#include <neel/core/backend/cooperative.hpp>
#include <neel/core/backend/stamped.hpp>
#include <neel/lattice/geometry.hpp>

namespace neel::update {

/// Values on their way: (colour, entry of all systems that are swept at the same time, word).
template <class Site, ExecutionSpace Exec>
using StampedSites = Kokkos::View<typename Stamped<Site>::Word***, Kokkos::LayoutRight, typename Exec::memory_space>;

/// Words of a value of a wide site at most: six of more do not fit a thread's registers.
inline constexpr std::size_t most_stamped_words = 3;
/// Bytes of values under way where so many wide sites of a colour wait for their neighbours, each of so many bytes; 0 where a device
/// cannot have a thread for each.
template <ExecutionSpace Exec>
std::size_t stamped_bytes(std::size_t sites, std::size_t bytes_of_site) {
  if constexpr (!runs_on_host<Exec> && launches_cooperatively<Exec>) {
    const std::size_t words = (bytes_of_site + 5) / 6;
    if (words <= most_stamped_words && Kokkos::is_initialized() &&
        sites <= static_cast<std::size_t>(Exec().concurrency())) {
      return 2 * sites * words * sizeof(std::uint64_t);
    }
  }
  return 0;
}

/// Versions of one launch, so that they differ from those of the one before.
inline constexpr std::uint32_t stamps_of_a_launch = 1U << 15;

/// Reads the values of neighbours, so many entries from `here`, until all are of this version; `none`: there is no such neighbour, and its
/// value is not waited for. A warp does so until each of its threads has what it needs: threads that went on alone would take one
/// another's time.
template <class Site>
NEEL_FUNCTION void receive(Stamped<Site> (&got)[lattice::directions], typename Stamped<Site>::Word* here,
                           const int (&step)[lattice::directions], const bool (&none)[lattice::directions],
                           bool needs_them, std::uint32_t stamp) {
  bool all = false;
  while (!GridThread::all_of_warp(all)) {
    all = true;
    if (needs_them) {
      NEEL_UNROLLED_LOOP
      for (int d = 0; d < lattice::directions;
           ++d) { // all again: to look for those alone that were missing takes longer
        got[d] = Stamped<Site>::load(here + Stamped<Site>::words * step[d]);
      }
      NEEL_UNROLLED_LOOP
      for (int d = 0; d < lattice::directions; ++d) {
        all = all && (none[d] || got[d].is(stamp));
      }
    }
  }
}

} // namespace neel::update
