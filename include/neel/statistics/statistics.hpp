// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Means and errors from a series of measurements, on the host. A series is kept as bin averages of raw moments; every
// derived quantity (specific heat, susceptibility, Binder ratio) is a function of the mean moments, and its error comes
// from the jackknife over bins, which also removes the leading bias.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace neel::statistics {

/// Sums of raw moments over consecutive measurements, in bins of equal length (the last one may be shorter). There are at
/// least `least` bins, once there are so many measurements, and at most twice as many: when all of these are full,
/// neighbours join. So which measurements share a bin depends on how many came, not on how many were planned.
class Bins {
public:
  Bins() = default;
  Bins(std::size_t moments, int least) : moments_(moments), least_(static_cast<std::size_t>(least)) {}
  /// As they were: `sums` of shape (bin, moment) over `measurements` in bins of `length`.
  Bins(std::size_t moments, int least, std::int64_t length, std::int64_t measurements, std::span<const double> sums)
      : moments_(moments), least_(static_cast<std::size_t>(least)), length_(length), sums_(sums.begin(), sums.end()) {
    for (std::int64_t left = measurements; left > 0; left -= length) {
      counts_.push_back(std::min(left, length));
    }
  }

  /// A few numbers of measurements in every doubling, from `least` on.
  static bool is_milestone(std::int64_t measurements, int least) {
    std::int64_t octave = least;
    while (2 * octave <= measurements) {
      octave *= 2;
    }
    return measurements >= least && measurements % std::max<std::int64_t>(1, octave / 4) == 0;
  }

  /// Adds one measurement: `moments` values.
  void add(std::span<const double> raw) {
    if (counts_.empty() || counts_.back() == length_) {
      if (counts_.size() == 2 * least_) {
        join_neighbours();
      }
      counts_.push_back(0);
      sums_.resize(sums_.size() + moments_, 0.0);
    }
    ++counts_.back();
    double* const bin = sums_.data() + (counts_.size() - 1) * moments_;
    for (std::size_t k = 0; k < moments_; ++k) {
      bin[k] += raw[k];
    }
  }

  std::size_t moments() const { return moments_; }
  std::size_t bins() const { return counts_.size(); }
  std::size_t least() const { return least_; }
  std::int64_t length() const { return length_; }
  std::int64_t count(std::size_t bin) const { return counts_[bin]; }
  /// Shape (bin, moment).
  std::span<const double> sums() const { return sums_; }
  double mean(std::size_t bin, std::size_t moment) const {
    return sums_[bin * moments_ + moment] / static_cast<double>(counts_[bin]);
  }

  /// Mean moments over bins [from, to).
  std::vector<double> means(std::size_t from, std::size_t to) const {
    std::vector<double> total(moments_, 0.0);
    std::int64_t n = 0;
    for (std::size_t b = from; b < to; ++b) {
      n += counts_[b];
      for (std::size_t k = 0; k < moments_; ++k) {
        total[k] += sums_[b * moments_ + k];
      }
    }
    for (double& t : total) {
      t /= static_cast<double>(n);
    }
    return total;
  }
  std::vector<double> means() const { return means(0, bins()); }
  /// In bins [from, to).
  std::int64_t measurements(std::size_t from, std::size_t to) const {
    std::int64_t n = 0;
    for (std::size_t b = from; b < to; ++b) {
      n += counts_[b];
    }
    return n;
  }
  std::int64_t measurements() const { return measurements(0, bins()); }

private:
  void join_neighbours() {
    for (std::size_t b = 0; b < least_; ++b) {
      for (std::size_t k = 0; k < moments_; ++k) {
        sums_[b * moments_ + k] = sums_[2 * b * moments_ + k] + sums_[(2 * b + 1) * moments_ + k];
      }
    }
    sums_.resize(least_ * moments_);
    length_ *= 2;
    counts_.assign(least_, length_);
  }

  std::size_t moments_ = 0, least_ = 1;
  std::int64_t length_ = 1;
  std::vector<std::int64_t> counts_;
  std::vector<double> sums_;
};

/// A value with its statistical error (NaN where there are too few bins to tell).
struct Estimate {
  double value = 0;
  double error = 0;
};

/// The jackknife with blocks of unequal length (Busing, Meijer, van der Leeden, Statistics and Computing 9, 3 (1999)):
/// with h_b = n / n_b and f_(b) the function without bin b, the value is the mean of the pseudo-values
/// h_b f - (h_b - 1) f_(b), and its variance the mean of their squared deviations over h_b - 1.
class Jackknife {
public:
  explicit Jackknife(std::size_t moments) : totals_(moments, 0.0) {}
  /// Consecutive bins in so many blocks, or as many as there are bins.
  Jackknife(const Bins& bins, std::size_t blocks) : Jackknife(bins.moments()) { add(bins, blocks); }

  /// A block of n measurements, from the sums of their moments.
  void add(std::span<const double> sums, double n) {
    for (std::size_t k = 0; k < totals_.size(); ++k) {
      totals_[k] += sums[k];
    }
    sums_.insert(sums_.end(), sums.begin(), sums.end());
    n_.push_back(n);
    all_ += n;
  }
  void add(const Bins& bins, std::size_t blocks) {
    blocks = std::min(blocks, bins.bins());
    for (std::size_t k = 0; k < blocks; ++k) {
      const std::size_t from = k * bins.bins() / blocks, to = (k + 1) * bins.bins() / blocks;
      std::vector<double> sums = bins.means(from, to);
      const double n = static_cast<double>(bins.measurements(from, to));
      for (double& sum : sums) {
        sum *= n;
      }
      add(sums, n);
    }
  }

  /// Mean moments of all blocks.
  std::vector<double> means() const {
    std::vector<double> all = totals_;
    for (double& sum : all) {
      sum /= all_;
    }
    return all;
  }

  /// A function of the mean moments, which are given as a span: its value, and its error if blocks are independent.
  template <class Function>
  Estimate operator()(Function&& function) const {
    const std::vector<double> all = means();
    const double whole = function(std::span<const double>(all));
    if (n_.size() < 2) {
      return {whole, std::nan("")};
    }
    std::vector<double> without(totals_.size()), pseudo;
    double value = 0, variance = 0;
    for (std::size_t b = 0; b < n_.size(); ++b) {
      const double h = all_ / n_[b];
      for (std::size_t k = 0; k < without.size(); ++k) {
        without[k] = (totals_[k] - sums_[b * without.size() + k]) / (all_ - n_[b]);
      }
      const double f = function(std::span<const double>(without));
      pseudo.push_back(h * whole - (h - 1) * f);
      value += whole - (1 - 1 / h) * f;
    }
    for (std::size_t b = 0; b < n_.size(); ++b) {
      variance += (pseudo[b] - value) * (pseudo[b] - value) / (all_ / n_[b] - 1);
    }
    return {value, std::sqrt(variance / static_cast<double>(n_.size()))};
  }

private:
  double all_ = 0;               ///< measurements
  std::vector<double> totals_;   ///< of all blocks
  std::vector<double> sums_, n_; ///< of each block
};

template <class Function>
Estimate jackknife(const Bins& bins, Function&& function) {
  return Jackknife(bins, bins.bins())(function);
}

} // namespace neel::statistics
