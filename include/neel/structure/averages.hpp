// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// From sums over blocks of measurements to averages over the systems of a group, with errors. Plain C++.

#include <neel/structure/layout.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace neel::structure {

/// So many blocks of measurements and systems tell an error.
inline constexpr int fewest_blocks = 16;

/// Sums over consecutive measurements: (system, number).
struct Block {
  std::vector<double> sums;
  std::int64_t measurements = 0;
};

/// Systems first, first + 1, ... of the blocks.
struct Group {
  const std::vector<Block>& blocks;
  std::size_t first = 0, systems = 1;
  bool disordered = false;

  /// Whether systems are told apart: where they must be, and where there are enough of them. Else blocks are.
  bool by_system() const { return systems > 1 && (disordered || systems >= fewest_blocks); }
  double measurements() const {
    double n = 0;
    for (const Block& b : blocks) {
      n += static_cast<double>(b.measurements);
    }
    return n;
  }
};

/// Values with weights: their average and its error.
class Weighted {
public:
  explicit Weighted(std::size_t count) : sum_(count, 0.0) {}

  void add(std::vector<double> values, double weight) {
    for (std::size_t k = 0; k < sum_.size(); ++k) {
      sum_[k] += weight * values[k];
    }
    all_.push_back(std::move(values));
    weights_.push_back(weight);
    total_ += weight;
  }
  std::vector<double> average() const {
    std::vector<double> v = sum_;
    for (double& x : v) {
      x /= total_;
    }
    return v;
  }
  /// NaN for less than two values.
  std::vector<double> error() const {
    const double n = static_cast<double>(all_.size());
    if (n < 2) {
      return std::vector<double>(sum_.size(), std::numeric_limits<double>::quiet_NaN());
    }
    const std::vector<double> mean = average();
    std::vector<double> square(mean.size(), 0.0);
    for (std::size_t j = 0; j < all_.size(); ++j) {
      for (std::size_t k = 0; k < mean.size(); ++k) {
        const double d = weights_[j] * (all_[j][k] - mean[k]);
        square[k] += d * d;
      }
    }
    for (double& s : square) {
      s = std::sqrt(s * n / (n - 1)) / total_;
    }
    return square;
  }

private:
  std::vector<double> sum_, weights_;
  std::vector<std::vector<double>> all_;
  double total_ = 0;
};

/// The averages of numbers [0, count) of a system.
inline void average_waves(const Group& g, std::size_t numbers, std::size_t count, run::Spectrum& to) {
  Weighted all(count);
  const auto mean_of = [&](std::size_t system, const Block& b) {
    const double* const from = b.sums.data() + (g.first + system) * numbers;
    std::vector<double> v(from, from + count);
    for (double& x : v) {
      x /= static_cast<double>(b.measurements);
    }
    return v;
  };
  for (std::size_t s = 0; s < g.systems; ++s) {
    Weighted own(count);
    for (const Block& b : g.blocks) {
      (g.by_system() ? own : all).add(mean_of(s, b), static_cast<double>(b.measurements));
    }
    if (g.by_system()) {
      all.add(own.average(), 1);
    }
  }
  to.value = all.average();
  to.error = all.error();
}

} // namespace neel::structure
