// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Samples among coded systems: where their spins lie in arrays, and what sums of bits are theirs. Each bit of a word is a sample
// (asynchronous coding), or all bits are sites of one (`slabs`: synchronous coding).

#include "models/edwards_anderson/engine.hpp"

#include <neel/lattice/ordered.hpp>
#include <neel/run/communicator.hpp>

#include <numeric>

namespace neel::models {

/// The spins of a sample in arrays as checkpoints have them, of a rank's part of the lattice.
template <int W, bool slabs, class Order>
struct SamplePlaces {
  Order order;
  lattice::Geometry sites, cells; ///< of the whole lattice
  lattice::Geometry part;         ///< of the cells
  run::Communicator* ranks;

  /// Calls visit(word, bit in it, site number) for this rank's spins of a sample of `systems` systems, whose own is one from `first` on.
  template <class Visit>
  void for_each(int systems, int first, int sample, const Visit& visit) const {
    const int system = slabs ? sample : sample / (32 * W);
    for (int colour = 0; colour < 2; ++colour) {
      for (int entry = 0; entry < static_cast<int>(part.own_half_volume()); ++entry) {
        const int index = order.row_of(entry);
        const lattice::Position p =
            order.position(order.row(static_cast<lattice::Colour>(colour), index), order.place_of(entry, index));
        const std::int64_t site = (std::int64_t{colour} * systems + first + system) * part.half_volume() + entry;
        for (int bit = slabs ? 0 : sample % (32 * W); bit < 32 * W; bit += slabs ? 1 : 32 * W) {
          const auto n = slabs ? sites.short_number(p.x, bit / 32 * cells.ly + p.y, bit % 32 * cells.lz + p.z)
                               : sites.short_number(p.x, p.y, p.z);
          visit(static_cast<std::size_t>(site * W + bit / 32), bit % 32, n);
        }
      }
    }
  }

  /// The sample in natural order, on rank 0: +1 or -1; on the others nothing.
  std::vector<float> natural(const run::Array& spins, int systems, int first, int sample) const {
    const auto* const word = reinterpret_cast<const std::uint32_t*>(spins.bytes.data());
    const auto all = static_cast<std::size_t>(sites.sites());
    std::vector<std::int64_t> up((all + 31) / 32); // a bit each
    for_each(systems, first, sample, [&](std::size_t at, int bit, std::uint32_t site) {
      up[site / 32] |= std::int64_t{word[at] >> bit & 1U} << site % 32;
    });
    ranks->add(up);
    std::vector<float> natural(ranks->rank() == 0 ? all : 0);
    for (std::size_t site = 0; site < natural.size(); ++site) {
      natural[site] = (up[site / 32] >> site % 32 & 1) != 0 ? 1.0F : -1.0F;
    }
    return natural;
  }
  /// The inverse: what is above 0 is up.
  void set(run::Array& spins, int systems, int first, int sample, std::span<const float> natural) const {
    auto* const word = reinterpret_cast<std::uint32_t*>(spins.bytes.data());
    for_each(systems, first, sample, [&](std::size_t at, int bit, std::uint32_t site) {
      word[at] = (word[at] & ~(1U << bit)) | (natural[site] > 0 ? 1U << bit : 0U);
    });
  }
};

/// Of shape (group of a system, bit).
using SumsOfBits = Kokkos::View<std::int64_t**, Kokkos::LayoutRight, Kokkos::HostSpace>;

/// Of these systems, by sample.
template <bool slabs>
void by_sample(const SumsOfBits& sums, EdwardsAndersonEngine::Counts& counts) {
  const std::int64_t* const first = sums.data();
  if constexpr (slabs) {
    counts.clear();
    for (std::size_t system = 0; system < sums.extent(0); ++system) {
      const std::int64_t* const row = first + system * sums.extent(1);
      counts.push_back(std::accumulate(row, row + sums.extent(1), std::int64_t{0}));
    }
  } else {
    counts.assign(first, first + sums.size());
  }
}

} // namespace neel::models
