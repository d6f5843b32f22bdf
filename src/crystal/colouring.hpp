// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Colours of the sites of a crystal, such that sites of one colour are not bound to one another and may move at once.

#include "crystal/bonds.hpp"

#include <optional>
#include <vector>

namespace neel::crystal {

/// Colours that repeat from cell to cell: that of basis site b in the cell (x, y, z) is (step . (x, y, z) + offset[b]) mod
/// `colours`.
struct Pattern {
  int colours = 1;
  std::array<int, 3> step{0, 0, 0};
  std::vector<int> offset; ///< per basis site

  int operator()(int b, int x, int y, int z) const {
    const int sum = step[0] * x + step[1] * y + step[2] * z + offset[static_cast<std::size_t>(b)];
    return sum % colours;
  }
  /// Cells along x after which colours repeat.
  int period() const;
};

/// The pattern of fewest colours, up to a few dozen, or nothing. Of these, the one of the shortest period along x.
std::optional<Pattern> find_pattern(const Cells& cells, const std::vector<Bond>& bonds);

/// Colours of the sites of any graph, each the lowest that none of its neighbours of lower number has: at most one more than
/// the most bonds of a site.
std::vector<int> greedy_colours(std::int64_t sites, const std::vector<SitePair>& bonds);

} // namespace neel::crystal
