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

namespace neel::measure {

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
  std::int64_t measurements() const {
    std::int64_t n = 0;
    for (const std::int64_t c : counts_) {
      n += c;
    }
    return n;
  }

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

/// The jackknife with bins of unequal length (Busing, Meijer, van der Leeden, Statistics and Computing 9, 3 (1999)):
/// with h_b = n / n_b and f_(b) the function without bin b, the value is the mean of the pseudo-values
/// h_b f - (h_b - 1) f_(b), and its variance the mean of their squared deviations over h_b - 1.
class Jackknife {
public:
  explicit Jackknife(const Bins& bins) : moments_(bins.moments()), means_(bins.means()) {
    const double n = static_cast<double>(bins.measurements());
    for (std::size_t b = 0; bins.bins() > 1 && b < bins.bins(); ++b) {
      const double own = static_cast<double>(bins.count(b));
      h_.push_back(n / own);
      for (std::size_t k = 0; k < moments_; ++k) {
        without_.push_back((n * means_[k] - bins.sums()[b * moments_ + k]) / (n - own));
      }
    }
  }

  /// Mean moments of all bins.
  const std::vector<double>& means() const { return means_; }

  /// A value, the square of its error if bins are independent (NaN where there is one only), and the pseudo-value of each
  /// bin: numbers whose mean behaves as the value does.
  struct Applied {
    double value, squared_error;
    std::vector<double> pseudo;
  };

  /// A function of the mean moments, given as a span.
  template <class Function>
  Applied apply(Function&& function) const {
    const double whole = function(std::span<const double>(means_));
    Applied a{whole, std::nan(""), std::vector<double>(h_.size())};
    if (h_.empty()) {
      return a;
    }
    double value = 0, variance = 0;
    for (std::size_t b = 0; b < h_.size(); ++b) {
      const double without = function(std::span(without_).subspan(b * moments_, moments_));
      a.pseudo[b] = h_[b] * whole - (h_[b] - 1) * without;
      value += whole - (1 - 1 / h_[b]) * without;
    }
    for (std::size_t b = 0; b < h_.size(); ++b) {
      variance += (a.pseudo[b] - value) * (a.pseudo[b] - value) / (h_[b] - 1);
    }
    a.value = value;
    a.squared_error = variance / static_cast<double>(h_.size());
    return a;
  }
  /// The same, as a value with its error.
  template <class Function>
  Estimate operator()(Function&& function) const {
    const Applied a = apply(function);
    return {a.value, std::sqrt(a.squared_error)};
  }
  std::size_t bins() const { return h_.size(); }

private:
  std::size_t moments_;
  std::vector<double> means_;
  std::vector<double> h_, without_; ///< per bin: n / n_b; mean moments of all others
};

template <class Function>
Estimate jackknife(const Bins& bins, Function&& function) {
  return Jackknife(bins)(function);
}

} // namespace neel::measure
