// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The sites that a rank has of a lattice, and lists with numbers for each of them.

#include <neel/lattice/geometry.hpp>
#include <neel/run/communicator.hpp>
#include <neel/run/site_range.hpp>

#include <cstring>
#include <vector>

namespace neel::simulation {

/// A rank's own sites among those of the whole lattice, in natural order: `runs` runs of `count`, which begin `apart` after one another.
struct OwnSites {
  std::uint64_t first, count, apart, runs;
  std::uint64_t row = 1; ///< a run is of whole rows of so many

  /// Rows of a slab, one behind another; the planes of a block.
  static OwnSites of(const lattice::Geometry& slab) {
    const auto n = [](int v) { return static_cast<std::uint64_t>(v); };
    const std::uint64_t first = slab.site_number(0, 0, 0), row = n(slab.lx);
    if (slab.halo_y == 0) {
      return {first, row, row, n(slab.own_y()) * n(slab.own_z()), row};
    }
    return {first, row * n(slab.own_y()), row * n(slab.ly + slab.more_y), n(slab.own_z()), row};
  }
  std::uint64_t all() const { return count * runs; }
  /// The place of an own site among them.
  std::uint64_t place(std::uint64_t site) const {
    const std::uint64_t at = site - first;
    return apart == count ? at : at / apart * count + at % apart;
  }
  /// The runs that have some of these sites; of one alone, the rows that have.
  OwnSites with(const run::SiteRange& range) const {
    const run::SiteRange here = range.among(first, apart * runs);
    const std::uint64_t begin = (here.first - first) / apart, end = (here.end() - first + apart - 1) / apart;
    OwnSites some{first + begin * apart, count, apart, here.count == 0 ? 0 : end - begin, row};
    if (some.runs == 1) {
      const run::SiteRange part = range.among(some.first, count);
      const std::uint64_t rows = (part.first - some.first) / row, past = (part.end() - some.first + row - 1) / row;
      some.first += rows * row;
      some.count = some.apart = (part.count == 0 ? 0 : past - rows) * row;
    }
    return some;
  }
  /// Those of the range, in as few ranges as there are.
  std::vector<run::SiteRange> within(const run::SiteRange& range) const {
    std::vector<run::SiteRange> parts;
    const bool one = apart == count;
    for (std::uint64_t r = 0; r < (one ? 1 : runs); ++r) {
      if (const run::SiteRange part = range.among(first + r * apart, one ? all() : count); part.count > 0) {
        parts.push_back(part);
      }
    }
    return parts;
  }
};

/// What a rank has of a range of sites: whole runs, or rows, which can begin before it and end behind it.
struct OwnPart {
  run::SiteRange range;
  OwnSites all, own; ///< without and with regard to the range

  /// `sites`: of the lattice; `all`: those that the rank has.
  static OwnPart of(const run::SiteRange& range, std::uint64_t sites, const OwnSites& all) {
    const run::SiteRange part = range.of(sites);
    return {part, all, all.with(part)};
  }
  std::uint64_t count() const { return own.all(); }
  /// Own sites before the first of them.
  std::uint64_t begin() const { return count() == 0 ? 0 : all.place(own.first); }
};

/// Rows of a half-lattice, as they are stored, that have some sites of a range; in whole planes of a block, those of no halo first.
struct StoredRows {
  int first, count;

  /// `part`: of this slab's own sites.
  static StoredRows of(const lattice::Geometry& slab, const OwnPart& part) {
    const OwnSites& own = part.own;
    if (own.all() == 0) {
      return {0, 0};
    }
    const auto in_slab = static_cast<int>(part.begin() / own.row); // a number of own rows
    const int per_plane = slab.own_y(), first = in_slab / per_plane * slab.ly + in_slab % per_plane;
    return {first, own.runs == 1 || slab.halo_y == 0 ? static_cast<int>(own.all() / own.row)
                                                     : static_cast<int>(own.runs) * slab.ly};
  }
};

/// A list with `each` numbers for each site of a range, of which a rank has in `mine` those of its part: on rank 0 the whole; nothing on the
/// others.
template <class T>
std::vector<T> joined_sites(std::vector<T> mine, std::size_t each, const OwnPart& of, run::Communicator& ranks) {
  const run::SiteRange& range = of.range;
  const OwnSites& own = of.own;
  std::size_t kept = 0;
  for (const run::SiteRange& part : own.within(range)) {
    std::memmove(mine.data() + kept, mine.data() + each * own.place(part.first), each * part.count * sizeof(T));
    kept += each * part.count;
  }
  mine.resize(kept);
  if (ranks.size() == 1) {
    return mine;
  }
  const std::vector<OwnSites> of_rank = run::gathered(ranks, own);
  std::vector<T> whole(ranks.rank() == 0 ? each * range.count : 0);
  std::size_t number = 0; // a rehearsal has one rank, whatever its number
  ranks.gather_at_first(std::as_bytes(std::span<const T>(mine)), [&](int /*rank*/, std::span<const std::byte> its) {
    for (const run::SiteRange& part : whole.empty() ? std::vector<run::SiteRange>() : of_rank[number++].within(range)) {
      std::memcpy(whole.data() + each * (part.first - range.first), its.data(), each * part.count * sizeof(T));
      its = its.subspan(each * part.count * sizeof(T));
    }
  });
  return whole;
}

} // namespace neel::simulation
