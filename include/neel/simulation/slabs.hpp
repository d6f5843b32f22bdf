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
#include <stdexcept>
#include <string>
#include <vector>

namespace neel::simulation {

/// How a slab's arrays lie in those of the whole: its own entries along one axis, or along two that follow one another, as one; in one
/// run or several.
struct Cut {
  using Lengths = std::vector<std::uint64_t>;
  struct Run {
    std::uint64_t first, own; ///< of the slab's entries
    std::uint64_t begin;      ///< where these are in the whole
  };
  std::size_t axis;
  Lengths stored, whole; ///< of the axis, or both
  std::vector<Run> runs; ///< none: the slab is the whole

  /// Of fields on half-lattices: (colour, component, system, z, y, ...).
  static Cut of(const lattice::Geometry& whole, const lattice::Geometry& slab) {
    const auto n = [](int v) { return static_cast<std::uint64_t>(v); };
    return {3, {n(slab.lz), n(slab.ly)}, {n(whole.lz), n(whole.ly)}, own_rows(slab)};
  }
  /// A slab's or block's own rows; none of the whole.
  static std::vector<Run> own_rows(const lattice::Geometry& slab) {
    const auto n = [](int v) { return static_cast<std::uint64_t>(v); };
    std::vector<Run> runs;
    for (int z = 0; slab.halo_y > 0 && z < slab.own_z(); ++z) {
      runs.push_back({n(z * slab.ly), n(slab.own_y()), slab.row_number(0, z)});
    }
    if (slab.halo_y == 0 && slab.halo > 0) {
      runs.push_back({0, n(slab.own_z() * slab.ly), slab.row_number(0, 0)});
    }
    return runs;
  }

  std::uint64_t entries() const { return product(stored); }
  std::uint64_t whole_entries() const { return product(whole); }
  bool fits(const run::Array& a) const {
    return a.sizes.size() >= axis + whole.size() &&
           std::equal(whole.begin(), whole.end(), a.sizes.begin() + static_cast<std::ptrdiff_t>(axis));
  }
  void set_lengths(run::Array& a, const Lengths& to) const {
    std::copy(to.begin(), to.end(), a.sizes.begin() + static_cast<std::ptrdiff_t>(axis));
  }

private:
  static std::uint64_t product(const Lengths& all) {
    return std::accumulate(all.begin(), all.end(), std::uint64_t{1}, std::multiplies<>());
  }
};

namespace detail {

inline std::uint64_t product(std::vector<std::uint64_t>::const_iterator begin,
                             std::vector<std::uint64_t>::const_iterator end) {
  return std::accumulate(begin, end, std::uint64_t{1}, std::multiplies<>());
}
/// Blocks before what is cut; and bytes of an entry of it.
struct Blocks {
  std::size_t count, entry;
  Blocks(const run::Array& a, const Cut& cut)
      : count(product(a.sizes.begin(), a.sizes.begin() + static_cast<std::ptrdiff_t>(cut.axis))),
        entry(size_of(a.number) *
              product(a.sizes.begin() + static_cast<std::ptrdiff_t>(cut.axis + cut.whole.size()), a.sizes.end())) {}
};

} // namespace detail

namespace detail {

/// Those of each rank.
inline std::vector<std::vector<Cut::Run>> runs_of_all(const std::vector<Cut::Run>& own, run::Ranks& ranks) {
  std::vector<std::vector<Cut::Run>> all;
  ranks.gather(std::as_bytes(std::span(own)), [&](int /*rank*/, std::span<const std::byte> runs) {
    all.emplace_back(runs.size() / sizeof(Cut::Run));
    std::memcpy(all.back().data(), runs.data(), runs.size());
  });
  return all;
}

} // namespace detail

/// The whole array on rank 0; nothing on the others.
inline run::Array joined_slabs(run::Array slab, const Cut& cut, run::Ranks& ranks) {
  if (cut.runs.empty()) {
    return slab;
  }
  const detail::Blocks blocks(slab, cut);
  std::vector<std::byte> mine;
  for (std::size_t b = 0; b < blocks.count; ++b) {
    for (const Cut::Run& r : cut.runs) {
      const auto from = slab.bytes.begin() + static_cast<std::ptrdiff_t>((b * cut.entries() + r.first) * blocks.entry);
      mine.insert(mine.end(), from, from + static_cast<std::ptrdiff_t>(r.own * blocks.entry));
    }
  }
  run::Array all{std::move(slab.name), slab.number, std::move(slab.sizes), {}};
  cut.set_lengths(all, cut.whole);
  slab.bytes = {};
  const std::vector<std::vector<Cut::Run>> of_rank = detail::runs_of_all(cut.runs, ranks);
  if (ranks.rank() == 0) {
    all.bytes.resize(blocks.count * cut.whole_entries() * blocks.entry);
  }
  std::size_t number = 0; // a rehearsal has one rank, whatever its number
  ranks.gather_at_first(mine, [&](int /*rank*/, std::span<const std::byte> piece) {
    const std::byte* from = piece.data();
    const std::vector<Cut::Run>& runs = of_rank[number++];
    for (std::size_t b = 0; ranks.rank() == 0 && b < blocks.count; ++b) {
      for (const Cut::Run& r : runs) {
        std::copy_n(from, r.own * blocks.entry, all.bytes.data() + (b * cut.whole_entries() + r.begin) * blocks.entry);
        from += r.own * blocks.entry;
      }
    }
  });
  return all;
}

/// The inverse: leaves the slab of the array of that name, if there is one, its halo zero, on each rank; the first alone need have its
/// bytes. Throws std::invalid_argument, on all ranks, if it is of another lattice.
inline void cut_slab(std::vector<run::Array>& arrays, const std::string& name, const Cut& cut, run::Ranks& ranks) {
  const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const run::Array& a) { return a.name == name; });
  if (cut.runs.empty() || found == arrays.end()) {
    return;
  }
  const auto refuse = [&] {
    throw std::invalid_argument("the array " + name + " has another shape than this lattice");
  };
  if (!cut.fits(*found)) {
    refuse();
  }
  const detail::Blocks blocks(*found, cut);
  const bool elsewhere = found->fetch && ranks.rank() > 0;
  if (ranks.least(elsewhere || found->bytes.size() == blocks.count * cut.whole_entries() * blocks.entry ? 1 : 0) == 0) {
    refuse();
  }
  const std::vector<std::vector<Cut::Run>> of_rank = detail::runs_of_all(cut.runs, ranks);
  const std::vector<std::byte> mine = ranks.from_first([&](int rank) {
    std::vector<std::byte> piece;
    for (std::size_t b = 0; b < blocks.count; ++b) {
      for (const Cut::Run& r : of_rank[static_cast<std::size_t>(rank)]) {
        const auto from =
            found->bytes.begin() + static_cast<std::ptrdiff_t>((b * cut.whole_entries() + r.begin) * blocks.entry);
        piece.insert(piece.end(), from, from + static_cast<std::ptrdiff_t>(r.own * blocks.entry));
      }
    }
    return piece;
  });
  found->bytes.assign(blocks.count * cut.entries() * blocks.entry, std::byte{0});
  found->fetch = nullptr;
  cut.set_lengths(*found, cut.stored);
  const std::byte* from = mine.data();
  for (std::size_t b = 0; b < blocks.count; ++b) {
    for (const Cut::Run& r : cut.runs) {
      std::copy_n(from, r.own * blocks.entry, found->bytes.data() + (b * cut.entries() + r.first) * blocks.entry);
      from += r.own * blocks.entry;
    }
  }
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

/// A rank's own sites among those of the whole lattice, in natural order: `runs` runs of `count`, which begin `apart` after one another.
struct OwnSites {
  std::size_t first, count, apart, runs;

  static OwnSites of(const lattice::Geometry& slab) {
    const auto n = [](int v) { return static_cast<std::size_t>(v); };
    const std::size_t plane = n(slab.lx) * n(slab.own_y()), first = slab.site_number(0, 0, 0);
    if (slab.halo_y == 0) {
      return {first, plane * n(slab.own_z()), 0, 1};
    }
    return {first, plane, slab.own_z() > 1 ? slab.site_number(0, 0, 1) - first : 0, n(slab.own_z())};
  }
  std::size_t all() const { return count * runs; }
  /// The place of an own site among them.
  std::size_t place(std::size_t site) const {
    return site - first - (apart == 0 ? 0 : (site - first) / apart * (apart - count));
  }
};

/// A list with as many numbers for each site, of which a rank has those of its own sites: on rank 0 the whole, of `sites` sites; nothing
/// on the others.
template <class T>
std::vector<T> joined_sites(std::vector<T> mine, const OwnSites& own, std::size_t sites, run::Ranks& ranks) {
  if (ranks.size() == 1) {
    return mine;
  }
  const std::size_t each = mine.size() / own.all();
  const std::vector<OwnSites> of_rank = run::gathered(ranks, own);
  std::vector<T> whole(ranks.rank() == 0 ? each * sites : 0);
  std::size_t number = 0; // a rehearsal has one rank, whatever its number
  ranks.gather_at_first(std::as_bytes(std::span<const T>(mine)), [&](int /*rank*/, std::span<const std::byte> piece) {
    const OwnSites& its = of_rank[number++];
    for (std::size_t r = 0; !whole.empty() && r < its.runs; ++r) {
      std::memcpy(whole.data() + each * (its.first + r * its.apart), piece.data() + r * each * its.count * sizeof(T),
                  each * its.count * sizeof(T));
    }
  });
  return whole;
}

} // namespace neel::simulation
