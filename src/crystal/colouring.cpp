// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "crystal/colouring.hpp"

#include <algorithm>
#include <numeric>

namespace neel::crystal {

namespace {

constexpr int most_colours = 32;

int modulo(int a, int m) { return ((a % m) + m) % m; }

/// Searches offsets of the basis sites for given steps.
class OffsetSearch {
public:
  OffsetSearch(const Cells& cells, const std::vector<Bond>& bonds, int colours, const std::array<int, 3>& step)
      : colours_(colours), offset_(static_cast<std::size_t>(cells.basis), 0), between_(offset_.size()) {
    for (const Bond& bond : bonds) {
      const int along = modulo(step[0] * bond.offset[0] + step[1] * bond.offset[1] + step[2] * bond.offset[2], colours);
      if (bond.from == bond.to) {
        possible_ = possible_ && along != 0;
      } else { // noted at the later site: offset[later] must not be offset[earlier] + difference
        const bool forward = bond.from < bond.to;
        between_[static_cast<std::size_t>(std::max(bond.from, bond.to))].push_back(
            {std::min(bond.from, bond.to), modulo(forward ? -along : along, colours)});
      }
    }
  }

  bool found() { return possible_ && place(1); } // the first is zero: all may be shifted
  const std::vector<int>& offset() const { return offset_; }

private:
  struct Forbidden {
    int earlier, difference;
  };

  bool place(std::size_t b) {
    if (b >= offset_.size()) {
      return true;
    }
    for (int w = 0; w < colours_; ++w) {
      if (++steps_ > 100'000) { // a crystal of many basis sites: another pattern may be easier
        return false;
      }
      const bool allowed = std::none_of(between_[b].begin(), between_[b].end(), [&](const Forbidden& f) {
        return w == (offset_[static_cast<std::size_t>(f.earlier)] + f.difference) % colours_;
      });
      if (allowed) {
        offset_[b] = w;
        if (place(b + 1)) {
          return true;
        }
      }
    }
    return false;
  }

  int colours_;
  bool possible_ = true;
  int steps_ = 0;
  std::vector<int> offset_;
  std::vector<std::vector<Forbidden>> between_;
};

/// The steps along an axis with which `colours` colours close there.
std::vector<int> steps_along(int size, bool periodic, int colours) {
  std::vector<int> steps;
  for (int a = 0; a < colours; ++a) {
    if (size == 1 ? a == 0 : !periodic || std::int64_t{a} * size % colours == 0) {
      steps.push_back(a);
    }
  }
  return steps;
}

} // namespace

int Pattern::period() const { return colours / std::gcd(step[0], colours); }

std::optional<Pattern> find_pattern(const Cells& cells, const std::vector<Bond>& bonds) {
  for (int colours = 1; colours <= most_colours; ++colours) {
    std::optional<Pattern> best;
    for (const int x : steps_along(cells.size[0], cells.periodic[0], colours)) {
      for (const int y : steps_along(cells.size[1], cells.periodic[1], colours)) {
        for (const int z : steps_along(cells.size[2], cells.periodic[2], colours)) {
          Pattern p{colours, {x, y, z}, {}};
          if (best && p.period() >= best->period()) {
            continue;
          }
          OffsetSearch search(cells, bonds, colours, p.step);
          if (search.found()) {
            p.offset = search.offset();
            best = p;
          }
        }
      }
    }
    if (best) {
      return best;
    }
  }
  return {};
}

std::vector<int> greedy_colours(std::int64_t sites, const std::vector<SitePair>& bonds) {
  const auto count = static_cast<std::size_t>(sites);
  std::vector<std::size_t> begin(count + 1, 0);
  for (const SitePair& bond : bonds) {
    ++begin[static_cast<std::size_t>(bond.a) + 1];
    ++begin[static_cast<std::size_t>(bond.b) + 1];
  }
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<std::size_t> end(begin.begin(), begin.end() - 1), others(begin.back());
  for (const SitePair& bond : bonds) {
    others[end[static_cast<std::size_t>(bond.a)]++] = static_cast<std::size_t>(bond.b);
    others[end[static_cast<std::size_t>(bond.b)]++] = static_cast<std::size_t>(bond.a);
  }
  std::vector<int> colour(count, -1);
  std::vector<std::size_t> taken; // by the site that last saw each colour
  for (std::size_t site = 0; site < count; ++site) {
    for (std::size_t k = begin[site]; k < begin[site + 1]; ++k) {
      if (const int c = colour[others[k]]; c >= 0) {
        taken.resize(std::max(taken.size(), static_cast<std::size_t>(c) + 1), count);
        taken[static_cast<std::size_t>(c)] = site;
      }
    }
    const auto free = std::find_if(taken.begin(), taken.end(), [&](std::size_t by) { return by != site; });
    colour[site] = static_cast<int>(free - taken.begin());
  }
  return colour;
}

} // namespace neel::crystal
