// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// From arrays of slabs to those of the whole lattice, and back.

#include <neel/lattice/geometry.hpp>
#include <neel/run/array.hpp>
#include <neel/run/ranks.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace neel::simulation {

/// How a slab's arrays lie in those of the whole: along one axis, of whose `stored` entries the slab's own begin at `first`.
struct Cut {
  std::size_t axis;
  std::uint64_t stored, first, own;
  std::uint64_t begin, whole; ///< of the whole array: where the slab's own entries begin; its length

  /// Of fields on half-lattices: (colour, component, system, z, ...).
  static Cut of(const lattice::Geometry& whole, const lattice::Geometry& slab) {
    const auto n = [](int v) { return static_cast<std::uint64_t>(v); };
    return {3, n(slab.lz), 0, n(slab.own_z()), n(slab.begin_z), n(whole.lz)};
  }
};

namespace detail {

inline std::uint64_t product(std::vector<std::uint64_t>::const_iterator begin,
                             std::vector<std::uint64_t>::const_iterator end) {
  return std::accumulate(begin, end, std::uint64_t{1}, std::multiplies<>());
}
/// Blocks before the axis; and bytes of an entry of it.
struct Blocks {
  std::size_t count, entry;
  Blocks(const run::Array& a, std::size_t axis)
      : count(product(a.sizes.begin(), a.sizes.begin() + static_cast<std::ptrdiff_t>(axis))),
        entry(size_of(a.number) * product(a.sizes.begin() + static_cast<std::ptrdiff_t>(axis) + 1, a.sizes.end())) {}
};

} // namespace detail

/// The whole array on rank 0; nothing on the others.
inline run::Array joined_slabs(run::Array slab, const Cut& cut, run::Ranks& ranks) {
  if (ranks.size() == 1) {
    return slab;
  }
  const detail::Blocks blocks(slab, cut.axis);
  const std::size_t own = cut.own * blocks.entry;
  std::vector<std::byte> mine(blocks.count * own);
  for (std::size_t b = 0; b < blocks.count; ++b) {
    std::copy_n(slab.bytes.data() + (b * cut.stored + cut.first) * blocks.entry, own, mine.data() + b * own);
  }
  run::Array all{std::move(slab.name), slab.number, std::move(slab.sizes), {}};
  all.sizes[cut.axis] = cut.whole;
  if (ranks.rank() == 0) {
    all.bytes.resize(blocks.count * cut.whole * blocks.entry);
  }
  std::size_t begin = 0;
  ranks.gather(mine, [&](int /*rank*/, std::span<const std::byte> piece) {
    const std::size_t block = piece.size() / blocks.count;
    for (std::size_t b = 0; ranks.rank() == 0 && b < blocks.count; ++b) {
      std::copy_n(piece.data() + b * block, block, all.bytes.data() + b * cut.whole * blocks.entry + begin);
    }
    begin += block;
  });
  return all;
}

/// The inverse: leaves the slab of the array of that name, its halo zero. One of another lattice stays as it is, for whoever reads
/// it to refuse.
inline void cut_slab(std::vector<run::Array>& arrays, const std::string& name, const Cut& cut) {
  const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const run::Array& a) { return a.name == name; });
  if (cut.own == cut.whole || found == arrays.end() || found->sizes.size() <= cut.axis ||
      found->sizes[cut.axis] != cut.whole) {
    return;
  }
  const detail::Blocks blocks(*found, cut.axis);
  if (found->bytes.size() != blocks.count * cut.whole * blocks.entry) {
    return;
  }
  std::vector<std::byte> bytes(blocks.count * cut.stored * blocks.entry);
  for (std::size_t b = 0; b < blocks.count; ++b) {
    std::copy_n(found->bytes.data() + (b * cut.whole + cut.begin) * blocks.entry, cut.own * blocks.entry,
                bytes.data() + (b * cut.stored + cut.first) * blocks.entry);
  }
  found->bytes = std::move(bytes);
  found->sizes[cut.axis] = cut.stored;
}

/// Fills a list of so many numbers per site, in natural order, of which this rank has set those of its slab.
template <class T>
void join_slabs(std::vector<T>& all, const lattice::Geometry& whole, const lattice::Geometry& slab, run::Ranks& ranks) {
  if (ranks.size() == 1) {
    return;
  }
  const std::size_t plane = all.size() / static_cast<std::size_t>(whole.lz);
  const std::span<T> mine(all.data() + plane * static_cast<std::size_t>(slab.begin_z),
                          plane * static_cast<std::size_t>(slab.own_z()));
  auto* to = reinterpret_cast<std::byte*>(all.data());
  ranks.gather(std::as_bytes(mine), [&](int rank, std::span<const std::byte> piece) {
    if (rank != ranks.rank()) {
      std::copy(piece.begin(), piece.end(), to);
    }
    to += piece.size();
  });
}

} // namespace neel::simulation
