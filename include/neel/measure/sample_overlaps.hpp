// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The overlaps of a spin glass sample's replicas as fields, which structure factors are made of.

#include <neel/lattice/ordered.hpp>
#include <neel/measure/glass_sums.hpp>

namespace neel::measure {

/// Writes the overlaps of all pairs a < b of replicas of a sample in natural order, +1 or -1, as (pair, site). `slabs`: the bits of a word
/// are sites of one sample (lattice/ordered.hpp), of which `cells` are those of a word.
template <int W, bool slabs, class Order>
struct SampleOverlaps {
  Order order;
  lattice::Geometry sites, cells;
  const Word<W>* spins[2]; ///< by colour: of the sample's system, of the first replica
  std::int64_t stride;     ///< from replica to replica
  int replicas, bit;       ///< the sample's, unless `slabs`
  double* to;

  KOKKOS_FUNCTION void operator()(std::int64_t index) const {
    const std::int64_t entries = cells.half_volume();
    const int colour = index < entries ? 0 : 1, entry = static_cast<int>(index - colour * entries);
    const int n = order.row_of(entry);
    const lattice::Row row = order.row(static_cast<lattice::Colour>(colour), n);
    const lattice::Position p = order.position(row, order.place_of(entry, n));
    if constexpr (slabs) {
      for (int b = 0; b < 32 * W; ++b) {
        write(colour, entry, b, sites.short_number(p.x, b / 32 * cells.ly + p.y, b % 32 * cells.lz + p.z));
      }
    } else {
      write(colour, entry, bit, sites.short_number(p.x, p.y, p.z));
    }
  }

private:
  NEEL_FUNCTION std::uint32_t spin(int colour, int entry, int b, int replica) const {
    return spins[colour][replica * stride + entry][b / 32] >> b % 32 & 1U;
  }
  NEEL_FUNCTION void write(int colour, int entry, int b, std::uint32_t site) const {
    double* at = to + site;
    for (int first = 0; first < replicas; ++first) {
      for (int second = first + 1; second < replicas; ++second, at += sites.sites()) {
        *at = spin(colour, entry, b, first) == spin(colour, entry, b, second) ? 1 : -1;
      }
    }
  }
};

/// See SampleOverlaps; `to` in memory of Exec.
template <bool slabs, class Model, class Order, ExecutionSpace Exec>
void sample_overlaps(const Exec& exec, const models::State<Model, Exec>& state, const Order& order,
                     const lattice::Geometry& sites, int sample, double* to) {
  constexpr int bits = 32 * Model::words;
  const std::int64_t entries = state.geometry.half_volume(), first = (slabs ? sample : sample / bits) * entries;
  const SampleOverlaps<Model::words, slabs, Order> write{
      order,
      sites,
      state.geometry,
      {detail::replica_of(state, 0, 0) + first, detail::replica_of(state, 1, 0) + first},
      state.replica_stride(),
      state.replicas,
      sample % bits,
      to};
  Kokkos::parallel_for("neel::measure::sample_overlaps",
                       Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, 2 * entries), write);
}

} // namespace neel::measure
