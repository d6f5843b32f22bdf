// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// From arrays of slabs to those of the whole lattice, and back.

#include <neel/core/copy.hpp>
#include <neel/lattice/geometry.hpp>
#include <neel/run/array.hpp>
#include <neel/run/ranks.hpp>

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace neel::simulation {

/// How a slab's arrays lie in those of the whole: its own entries along one axis, in one run or several.
struct Cut {
  struct Run {
    std::uint64_t first, own; ///< of the slab's entries
    std::uint64_t begin;      ///< where these are in the whole
  };
  std::size_t axis;
  std::uint64_t stored, whole; ///< lengths of the axis
  std::vector<Run> runs;       ///< none: the slab is the whole

  /// Of fields on half-lattices: (colour, component, system, z, ...).
  static Cut of(const lattice::Geometry& whole, const lattice::Geometry& slab) {
    const auto n = [](int v) { return static_cast<std::uint64_t>(v); };
    Cut cut{3, n(slab.lz), n(whole.lz), {}};
    if (slab.halo > 0) {
      cut.runs = {{0, n(slab.own_z()), n(slab.begin_z)}};
    }
    return cut;
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
  if (cut.runs.empty()) {
    return slab;
  }
  const detail::Blocks blocks(slab, cut.axis);
  std::vector<std::byte> mine;
  for (std::size_t b = 0; b < blocks.count; ++b) {
    for (const Cut::Run& r : cut.runs) {
      const auto from = slab.bytes.begin() + static_cast<std::ptrdiff_t>((b * cut.stored + r.first) * blocks.entry);
      mine.insert(mine.end(), from, from + static_cast<std::ptrdiff_t>(r.own * blocks.entry));
    }
  }
  run::Array all{std::move(slab.name), slab.number, std::move(slab.sizes), {}};
  all.sizes[cut.axis] = cut.whole;
  slab.bytes = {};
  std::vector<std::vector<Cut::Run>> of_rank;
  ranks.gather(std::as_bytes(std::span(cut.runs)), [&](int /*rank*/, std::span<const std::byte> runs) {
    of_rank.emplace_back(runs.size() / sizeof(Cut::Run));
    std::memcpy(of_rank.back().data(), runs.data(), runs.size());
  });
  if (ranks.rank() == 0) {
    all.bytes.resize(blocks.count * cut.whole * blocks.entry);
  }
  ranks.gather(mine, [&](int rank, std::span<const std::byte> piece) {
    const std::byte* from = piece.data();
    for (std::size_t b = 0; ranks.rank() == 0 && b < blocks.count; ++b) {
      for (const Cut::Run& r : of_rank[static_cast<std::size_t>(rank)]) {
        std::copy_n(from, r.own * blocks.entry, all.bytes.data() + (b * cut.whole + r.begin) * blocks.entry);
        from += r.own * blocks.entry;
      }
    }
  });
  return all;
}

/// The inverse: leaves the slab of the array of that name, its halo zero. One of another lattice stays as it is, for whoever reads
/// it to refuse.
inline void cut_slab(std::vector<run::Array>& arrays, const std::string& name, const Cut& cut) {
  const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const run::Array& a) { return a.name == name; });
  if (cut.runs.empty() || found == arrays.end() || found->sizes.size() <= cut.axis ||
      found->sizes[cut.axis] != cut.whole) {
    return;
  }
  const detail::Blocks blocks(*found, cut.axis);
  if (found->bytes.size() != blocks.count * cut.whole * blocks.entry) {
    return;
  }
  std::vector<std::byte> bytes(blocks.count * cut.stored * blocks.entry);
  for (std::size_t b = 0; b < blocks.count; ++b) {
    for (const Cut::Run& r : cut.runs) {
      std::copy_n(found->bytes.data() + (b * cut.whole + r.begin) * blocks.entry, r.own * blocks.entry,
                  bytes.data() + (b * cut.stored + r.first) * blocks.entry);
    }
  }
  found->bytes = std::move(bytes);
  found->sizes[cut.axis] = cut.stored;
}

/// Sums of a device or a host on the host, of all ranks; a copy where there are others, whose sums these must not become.
template <class View>
auto of_all_ranks(const View& here, run::Ranks& ranks) {
  const auto host = ranks.size() > 1 ? Kokkos::create_mirror(Kokkos::HostSpace(), here)
                                     : Kokkos::create_mirror_view(Kokkos::HostSpace(), here);
  copy_numbers(host, here);
  ranks.add(std::span<std::int64_t>(host.data(), host.size()));
  return host;
}

/// Fills a list of which this rank has set `count` entries from `first` on; those of the ranks follow one another.
template <class T>
void join_ranges(std::vector<T>& all, std::size_t first, std::size_t count, run::Ranks& ranks) {
  if (ranks.size() == 1) {
    return;
  }
  auto* to = reinterpret_cast<std::byte*>(all.data());
  ranks.gather(std::as_bytes(std::span<const T>(all.data() + first, count)),
               [&](int rank, std::span<const std::byte> piece) {
                 if (rank != ranks.rank()) {
                   std::copy(piece.begin(), piece.end(), to);
                 }
                 to += piece.size();
               });
}
/// Of so many numbers per site, in natural order.
template <class T>
void join_slabs(std::vector<T>& all, const lattice::Geometry& whole, const lattice::Geometry& slab, run::Ranks& ranks) {
  const std::size_t plane = all.size() / static_cast<std::size_t>(whole.lz);
  join_ranges(all, plane * static_cast<std::size_t>(slab.begin_z), plane * static_cast<std::size_t>(slab.own_z()),
              ranks);
}

/// The same of a list that has the slab's sites alone.
template <class T>
void complete_slab(std::vector<T>& own, const lattice::Geometry& whole, const lattice::Geometry& slab,
                   run::Ranks& ranks) {
  if (ranks.size() > 1) {
    own.insert(own.begin(), slab.site_number(0, 0, 0), T{});
    own.resize(static_cast<std::size_t>(whole.sites()));
    join_slabs(own, whole, slab, ranks);
  }
}

} // namespace neel::simulation
