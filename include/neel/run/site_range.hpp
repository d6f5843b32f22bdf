// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sites of a lattice that follow one another in natural order (x fastest).

#include <algorithm>
#include <cstdint>
#include <limits>

namespace neel::run {

struct SiteRange {
  std::uint64_t first = 0, count = std::numeric_limits<std::uint64_t>::max(); ///< all, unless said otherwise

  std::uint64_t end() const { return first + count; }
  bool has(std::uint64_t site) const { return site - first < count; }
  /// Those of `n` from `begin` on.
  SiteRange among(std::uint64_t begin, std::uint64_t n) const {
    const std::uint64_t from = std::clamp(first, begin, begin + n);
    return {from, std::min(count - std::min(count, from - std::min(from, first)), begin + n - from)};
  }
  /// Those that a lattice of so many sites has.
  SiteRange of(std::uint64_t sites) const { return among(0, sites); }
};

/// As many as files are made of at once.
inline constexpr std::uint64_t most_sites_at_once = std::uint64_t{1} << 20;

} // namespace neel::run
