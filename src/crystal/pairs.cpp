// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "crystal/pairs.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace neel::crystal {

namespace {

constexpr std::size_t most_bonds = 512; ///< of a cell, that a pattern is looked for

struct Place {
  int b;
  std::array<int, 3> cell;
};

Place place_of(const Cells& c, std::int64_t site) {
  const std::int64_t cell = site / c.basis;
  return {static_cast<int>(site % c.basis),
          {static_cast<int>(cell % c.size[0]), static_cast<int>(cell / c.size[0] % c.size[1]),
           static_cast<int>(cell / c.size[0] / c.size[1])}};
}

/// The shortest way around periodic axes; of two equally long ones, the one forward.
std::array<int, 3> shortest(const Cells& c, std::array<int, 3> offset) {
  for (std::size_t a = 0; a < 3; ++a) {
    if (c.periodic[a]) {
      const int n = c.size[a];
      offset[a] = ((offset[a] % n) + n) % n;
      offset[a] -= 2 * offset[a] > n ? n : 0;
    }
  }
  return offset;
}

/// The bond of a pair, seen from that end from which all of its kind are seen.
Bond bond_of(const Cells& c, const SitePair& pair) {
  const auto from_to = [&](std::int64_t a, std::int64_t b) {
    const Place one = place_of(c, a), two = place_of(c, b);
    Bond bond{one.b, two.b, {}, 0, 0};
    for (std::size_t k = 0; k < 3; ++k) {
      bond.offset[k] = two.cell[k] - one.cell[k];
    }
    bond.offset = shortest(c, bond.offset);
    return bond;
  };
  const Bond forward = from_to(pair.a, pair.b), back = from_to(pair.b, pair.a);
  const auto order = [](const Bond& b) { return std::tuple(b.from, -b.offset[2], -b.offset[1], -b.offset[0]); };
  return order(forward) <= order(back) ? forward : back;
}

/// Pairs that a bond makes in all cells; those of half a turn are made from either end.
std::int64_t pairs_of(const Cells& c, const Bond& bond) {
  std::int64_t n = 1;
  for (std::size_t a = 0; a < 3; ++a) {
    n *= c.periodic[a] ? c.size[a] : std::max(0, c.size[a] - std::abs(bond.offset[a]));
  }
  return n;
}

/// Bonds that make these pairs, and not many more; else none.
std::vector<Bond> repeating(const Cells& c, const std::vector<SitePair>& pairs) {
  const auto order = [](const Bond& x, const Bond& y) {
    return std::tie(x.from, x.to, x.offset) < std::tie(y.from, y.to, y.offset);
  };
  std::set<Bond, decltype(order)> bonds(order);
  for (const SitePair& pair : pairs) {
    bonds.insert(bond_of(c, pair));
    if (bonds.size() > most_bonds) {
      return {};
    }
  }
  std::int64_t made = 0;
  for (const Bond& bond : bonds) {
    made += pairs_of(c, bond);
  }
  return made <= 2 * static_cast<std::int64_t>(pairs.size()) ? std::vector<Bond>(bonds.begin(), bonds.end())
                                                             : std::vector<Bond>{};
}

} // namespace

Tables pair_tables(const Cells& cells, const std::vector<SitePair>& pairs) {
  if (const std::vector<Bond> bonds = repeating(cells, pairs); !bonds.empty()) {
    if (const std::optional<Pattern> pattern = find_pattern(cells, bonds)) {
      return lined_tables(cells, bonds, *pattern);
    }
  }
  return graph_tables(cells.sites(), pairs, greedy_colours(cells.sites(), pairs));
}

std::vector<int> pairs_of_slots(const Tables& t, const std::vector<SitePair>& pairs) {
  const auto entries = static_cast<std::size_t>(t.entries);
  std::vector<int> all(static_cast<std::size_t>(t.slots) * entries, -1);
  const auto less = [](const SitePair& x, const SitePair& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); };
  for (std::size_t entry = 0; entry < entries; ++entry) {
    const std::uint32_t own = t.number[entry];
    for (int slot = 0; slot < t.slots && own != Tables::no_site; ++slot) {
      const std::uint32_t other = t.number[static_cast<std::size_t>(neighbour(t, slot, static_cast<int>(entry)))];
      if (other == Tables::no_site) {
        continue;
      }
      const SitePair wanted{std::min(own, other), std::max(own, other), 0, 0};
      const auto at = std::lower_bound(pairs.begin(), pairs.end(), wanted, less);
      if (at == pairs.end() || less(wanted, *at)) {
        continue;
      }
      const auto index = static_cast<int>(at - pairs.begin());
      bool before = false;
      for (int s = 0; s < slot; ++s) {
        before = before || all[static_cast<std::size_t>(s) * entries + entry] == index;
      }
      all[static_cast<std::size_t>(slot) * entries + entry] = before ? -1 : index;
    }
  }
  return all;
}

} // namespace neel::crystal
