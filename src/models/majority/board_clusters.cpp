// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/majority/board_clusters.hpp"

#include <algorithm>

namespace neel::models {

namespace {

/// Disjoint sets of runs.
class Forest {
public:
  std::uint32_t add(std::uint32_t size) {
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    size_.push_back(size);
    return parent_.back();
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    if (a == b) {
      return;
    }
    if (size_[a] < size_[b]) {
      std::swap(a, b);
    }
    parent_[b] = a;
    size_[a] += size_[b];
  }
  /// Sizes of all sets.
  std::vector<std::uint32_t> sizes() const {
    std::vector<std::uint32_t> all;
    for (std::size_t k = 0; k < parent_.size(); ++k) {
      if (parent_[k] == k) {
        all.push_back(size_[k]);
      }
    }
    return all;
  }

private:
  std::uint32_t root(std::uint32_t k) {
    while (parent_[k] != k) {
      parent_[k] = parent_[parent_[k]];
      k = parent_[k];
    }
    return k;
  }
  std::vector<std::uint32_t> parent_, size_;
};

/// Equal cells of a row up to `end`, from the end of the run before.
struct Run {
  int end;
  std::uint8_t state;
  std::uint32_t set;
};

std::vector<Run> runs_of(std::span<const std::uint8_t> row, Forest& forest) {
  std::vector<Run> runs;
  for (std::size_t begin = 0; begin < row.size();) {
    const auto end = static_cast<std::size_t>(
        std::find(row.begin() + static_cast<std::ptrdiff_t>(begin), row.end(), 1 - row[begin]) - row.begin());
    runs.push_back({static_cast<int>(end), row[begin], forest.add(static_cast<std::uint32_t>(end - begin))});
    begin = end;
  }
  if (runs.front().state == runs.back().state) {
    forest.join(runs.front().set, runs.back().set);
  }
  return runs;
}

void join_rows(const std::vector<Run>& a, const std::vector<Run>& b, Forest& forest) {
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].state == b[j].state) {
      forest.join(a[i].set, b[j].set);
    }
    const int end = std::min(a[i].end, b[j].end);
    i += a[i].end == end ? 1 : 0;
    j += b[j].end == end ? 1 : 0;
  }
}

} // namespace

std::vector<std::uint32_t> cluster_sizes(std::span<const std::uint8_t> cells, int width, int height) {
  Forest forest;
  const auto row = [&](int y) {
    return cells.subspan(static_cast<std::size_t>(y) * static_cast<std::size_t>(width),
                         static_cast<std::size_t>(width));
  };
  const std::vector<Run> first = runs_of(row(0), forest);
  std::vector<Run> before = first;
  for (int y = 1; y < height; ++y) {
    std::vector<Run> runs = runs_of(row(y), forest);
    join_rows(before, runs, forest);
    before = std::move(runs);
  }
  join_rows(before, first, forest);
  return forest.sizes();
}

} // namespace neel::models
