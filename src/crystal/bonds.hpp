// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Cells, and bonds between their sites.

#include <array>
#include <cstdint>
#include <vector>

namespace neel::crystal {

/// The cells of a crystal, each with `basis` sites. The site of basis number b in the cell (x, y, z) has the number
/// b + basis (x + nx (y + ny z)).
struct Cells {
  std::array<int, 3> size{1, 1, 1};
  std::array<bool, 3> periodic{false, false, false};
  int basis = 1;

  std::int64_t sites() const { return std::int64_t{basis} * size[0] * size[1] * size[2]; }
  std::int64_t number(int b, int x, int y, int z) const {
    return b + std::int64_t{basis} * (x + std::int64_t{size[0]} * (y + std::int64_t{size[1]} * z));
  }
};

/// A bond that repeats from cell to cell, each counted once: from basis site `from` of a cell to basis site `to` of the cell
/// `offset` further on. Its kind, as the two ends see it: the same for both unless its coupling has a direction.
struct Bond {
  int from = 0, to = 0;
  std::array<int, 3> offset{0, 0, 0};
  int kind = 0, kind_back = 0;
};

/// A bond between two sites, by their numbers.
struct SitePair {
  std::int64_t a = 0, b = 0;
  int kind = 0, kind_back = 0; ///< as a sees it, as b does
};

/// The bonds of all cells, without those that leave the crystal by an open edge.
std::vector<SitePair> all_bonds(const Cells& cells, const std::vector<Bond>& bonds);

/// The coordinate brought back into [0, size) along a periodic axis; -1 beyond an open edge.
int wrapped(int at, int size, bool periodic);

} // namespace neel::crystal
