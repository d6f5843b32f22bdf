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

/// A rank's own sites among those of the whole lattice: they follow one another in natural order.
struct OwnSites {
  std::uint64_t first, count;
  std::uint64_t row = 1; ///< they are whole rows of so many

  static OwnSites of(const lattice::Geometry& slab) {
    return {slab.site_number(0, 0, 0), static_cast<std::uint64_t>(slab.own_sites()),
            static_cast<std::uint64_t>(slab.lx)};
  }
  bool has(std::uint64_t site) const { return site - first < count; }
  /// The place of an own site among them.
  std::uint64_t place(std::uint64_t site) const { return site - first; }
  /// The rows that have some of these sites.
  OwnSites with(const run::SiteRange& range) const {
    const run::SiteRange here = within(range);
    const std::uint64_t begin = (here.first - first) / row, end = (here.end() - first + row - 1) / row;
    return {first + begin * row, (here.count == 0 ? 0 : end - begin) * row, row};
  }
  /// Those of the range.
  run::SiteRange within(const run::SiteRange& range) const { return range.among(first, count); }
};

/// What a rank has of a range of sites: whole rows, which can begin before it and end behind it.
struct OwnPart {
  run::SiteRange range;
  OwnSites all, own; ///< without and with regard to the range

  /// `sites`: of the lattice; `all`: those that the rank has.
  static OwnPart of(const run::SiteRange& range, std::uint64_t sites, const OwnSites& all) {
    const run::SiteRange part = range.of(sites);
    return {part, all, all.with(part)};
  }
  std::uint64_t count() const { return own.count; }
  /// Own sites before the first of them.
  std::uint64_t begin() const { return count() == 0 ? 0 : all.place(own.first); }
  /// Rows as they are stored.
  std::uint64_t first_row() const { return begin() / own.row; }
  std::uint64_t rows() const { return count() / own.row; }
};

/// A list with `each` numbers for each site of a range, of which a rank has in `mine` those of its part: on rank 0 the whole; nothing on the
/// others.
template <class T>
std::vector<T> joined_sites(std::vector<T> mine, std::size_t each, const OwnPart& of, run::Communicator& ranks) {
  const run::SiteRange here = of.own.within(of.range);
  std::memmove(mine.data(), mine.data() + each * of.own.place(here.first), each * here.count * sizeof(T));
  mine.resize(each * here.count);
  if (ranks.size() == 1) {
    return mine;
  }
  std::vector<T> whole(ranks.rank() == 0 ? each * of.range.count : 0);
  std::size_t there = 0; // slabs follow one another
  ranks.gather_at_first(std::as_bytes(std::span<const T>(mine)), [&](int /*rank*/, std::span<const std::byte> its) {
    if (!whole.empty()) {
      std::memcpy(whole.data() + there, its.data(), its.size());
      there += its.size() / sizeof(T);
    }
  });
  return whole;
}

} // namespace neel::simulation
