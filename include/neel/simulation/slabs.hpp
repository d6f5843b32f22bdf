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

namespace detail {

inline constexpr std::size_t z_axis = 3; ///< of (colour, component, system, z, ...)

inline std::uint64_t product(std::vector<std::uint64_t>::const_iterator begin,
                             std::vector<std::uint64_t>::const_iterator end) {
  return std::accumulate(begin, end, std::uint64_t{1}, std::multiplies<>());
}
/// Blocks before the axis, each of as many planes as it is long; and bytes of a plane.
struct Shape {
  std::size_t blocks, plane;
  explicit Shape(const run::Array& a)
      : blocks(product(a.sizes.begin(), a.sizes.begin() + z_axis)),
        plane(size_of(a.number) * product(a.sizes.begin() + z_axis + 1, a.sizes.end())) {}
};

} // namespace detail

/// The whole array, of `planes`, on rank 0; nothing on the others. `slab`: an array of shape (colour, component, system, z, ...)
/// whose last two planes are its halo.
inline run::Array joined_slabs(run::Array slab, int planes, run::Ranks& ranks) {
  if (ranks.size() == 1) {
    return slab;
  }
  const detail::Shape shape(slab);
  const std::size_t stored = slab.sizes[detail::z_axis], own = stored - 2;
  std::vector<std::byte> mine(shape.blocks * own * shape.plane);
  for (std::size_t b = 0; b < shape.blocks; ++b) {
    std::copy_n(slab.bytes.data() + b * stored * shape.plane, own * shape.plane, mine.data() + b * own * shape.plane);
  }
  run::Array all{std::move(slab.name), slab.number, std::move(slab.sizes), {}};
  const auto whole = static_cast<std::size_t>(planes);
  all.sizes[detail::z_axis] = whole;
  if (ranks.rank() == 0) {
    all.bytes.resize(shape.blocks * whole * shape.plane);
  }
  std::size_t begin = 0;
  ranks.gather(mine, [&](int /*rank*/, std::span<const std::byte> piece) {
    const std::size_t block = piece.size() / shape.blocks;
    for (std::size_t b = 0; ranks.rank() == 0 && b < shape.blocks; ++b) {
      std::copy_n(piece.data() + b * block, block, all.bytes.data() + (b * whole + begin) * shape.plane);
    }
    begin += block / shape.plane;
  });
  return all;
}

/// The inverse: leaves the slab of the array of that name, its halo zero. One of another lattice stays as it is, for whoever reads
/// it to refuse.
inline void cut_slab(std::vector<run::Array>& arrays, const std::string& name, const lattice::Geometry& whole,
                     const lattice::Geometry& slab) {
  const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const run::Array& a) { return a.name == name; });
  if (!slab.slab || found == arrays.end() || found->sizes.size() <= detail::z_axis ||
      found->sizes[detail::z_axis] != static_cast<std::uint64_t>(whole.lz)) {
    return; // whole, or refused by whoever reads it
  }
  const detail::Shape shape(*found);
  const auto planes = static_cast<std::size_t>(whole.lz), stored = static_cast<std::size_t>(slab.lz),
             begin = static_cast<std::size_t>(slab.begin_z);
  if (found->bytes.size() != shape.blocks * planes * shape.plane) {
    return;
  }
  std::vector<std::byte> bytes(shape.blocks * stored * shape.plane);
  for (std::size_t b = 0; b < shape.blocks; ++b) {
    std::copy_n(found->bytes.data() + (b * planes + begin) * shape.plane, (stored - 2) * shape.plane,
                bytes.data() + b * stored * shape.plane);
  }
  found->bytes = std::move(bytes);
  found->sizes[detail::z_axis] = stored;
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
