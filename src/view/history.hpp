// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A history of bounded size: rows of numbers, each the mean of as many rows that were added. Where there are too many, neighbours are
// averaged.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace neel::view {

class History {
public:
  static constexpr std::size_t most = 4096; ///< rows, even

  void add(const std::vector<double>& row);
  std::size_t rows() const { return rows_.size(); }
  /// Rows that were added for each that is kept.
  std::int64_t each() const { return each_; }
  /// From row `first` on, in single precision, as curves are drawn.
  std::vector<float> column(std::size_t k, std::size_t first) const;

private:
  std::vector<std::vector<double>> rows_;
  std::vector<double> sum_; ///< of rows that were added since the last one was kept
  std::int64_t each_ = 1, summed_ = 0;
};

} // namespace neel::view
