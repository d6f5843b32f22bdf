// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/history.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace neel::view {

namespace {

void add_to(std::vector<double>& sum, const std::vector<double>& row) {
  std::transform(sum.begin(), sum.end(), row.begin(), sum.begin(), std::plus<>());
}

std::vector<double> over(std::vector<double> sum, std::int64_t count) {
  for (double& x : sum) {
    x /= static_cast<double>(count);
  }
  return sum;
}

} // namespace

void History::add(const std::vector<double>& row) {
  sum_.resize(row.size(), 0.0);
  add_to(sum_, row);
  if (++summed_ == each_) {
    rows_.push_back(over(std::exchange(sum_, {}), std::exchange(summed_, 0)));
  }
  if (rows_.size() == most) {
    for (std::size_t k = 0; k < most / 2; ++k) {
      std::vector<double> both = std::move(rows_[2 * k]);
      add_to(both, rows_[2 * k + 1]);
      rows_[k] = over(std::move(both), 2);
    }
    rows_.resize(most / 2);
    each_ *= 2;
  }
}

std::vector<float> History::column(std::size_t k, std::size_t first) const {
  std::vector<float> values;
  for (std::size_t r = first; r < rows_.size(); ++r) {
    values.push_back(static_cast<float>(rows_[r][k]));
  }
  return values;
}

} // namespace neel::view
