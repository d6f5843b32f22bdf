// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How far the errors of correlated series exceed those of independent numbers: the Gamma method with an automatic window
// (U. Wolff, Comput. Phys. Commun. 156, 143 (2004)), and errors from bins that double in length.

#include <neel/core/math.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace neel::measure {

/// A series of at most `most` numbers: neighbours are averaged until there are so few. A last one without a partner is left
/// out.
inline std::vector<double> shortened(std::span<const double> series, std::size_t most) {
  std::vector<double> all(series.begin(), series.end());
  while (all.size() > most) {
    for (std::size_t k = 0; k < all.size() / 2; ++k) {
      all[k] = (all[2 * k] + all[2 * k + 1]) / 2;
    }
    all.resize(all.size() / 2);
  }
  return all;
}

/// The autocorrelation function Gamma(t) of several series (chains) of one quantity, of equal length N and equally spaced,
/// summed up chain by chain.
class Autocorrelation {
public:
  /// The error of the mean of all R chains.
  struct Error {
    double squared = 0;        ///< (Gamma(0) + 2 (Gamma(1) + ... + Gamma(W))) / (N R)
    double relative_error = 0; ///< the error of its square root, relative to that
    std::size_t window = 0;    ///< W
    bool resolved = false;     ///< the series are long enough to see the correlations die out
  };

  static constexpr std::size_t longest = 512; ///< longer series are shortened: their blocks are independent long before

  /// The next chain; all have the same length, two at least.
  void add(std::span<const double> whole) {
    const std::vector<double> series = shortened(whole, longest);
    length_ = series.size();
    double mean = 0;
    for (const double v : series) {
      mean += v / static_cast<double>(length_);
    }
    gamma_.resize(length_ / 4 + 1, 0.0);
    for (std::size_t t = 0; t < gamma_.size(); ++t) {
      double products = 0;
      for (std::size_t k = 0; k + t < length_; ++k) {
        products += (series[k] - mean) * (series[k + t] - mean);
      }
      gamma_[t] += products / static_cast<double>(length_ - t);
    }
    means_.push_back(mean);
  }

  std::size_t chains() const { return means_.size(); }

  /// Variance of the chains' means about their mean: mean square deviation.
  double between() const {
    double mean = 0, squares = 0;
    for (const double m : means_) {
      mean += m / static_cast<double>(chains());
    }
    for (const double m : means_) {
      squares += (m - mean) * (m - mean) / static_cast<double>(chains());
    }
    return squares;
  }

  /// `one_mean`: the chains sample one distribution, so deviations are taken from the mean of all, and slow changes that no
  /// chain has time for show as differences between chains. Else each chain has a mean of its own.
  Error error(bool one_mean) const {
    const double numbers = static_cast<double>(length_ * chains());
    const double shift = one_mean ? between() : 0;
    const auto gamma = [&](std::size_t t) { return gamma_[t] / static_cast<double>(chains()) + shift; };
    Error e;
    const double variance = gamma(0);
    double sum = variance;
    e.resolved = !(variance > 0); // a constant
    while (e.window + 1 < gamma_.size() && !e.resolved) {
      ++e.window;
      sum += 2 * gamma(e.window);
      e.resolved = wide_enough(sum / (2 * variance), static_cast<double>(e.window), numbers);
    }
    const double width = static_cast<double>(2 * e.window + 1);
    sum = std::max(sum, variance / width) * (1 + width / (one_mean ? numbers : static_cast<double>(length_))); // eq. 49
    e.squared = sum / numbers;
    e.relative_error = std::sqrt(width / (2 * numbers)); // eq. 42, halved by the square root
    return e;
  }

private:
  /// Eq. 52 there: the window is where the truncation's systematic error and the sum's statistical error balance, if
  /// correlations fall exponentially with S times the time integrated so far; S = 1.5.
  static bool wide_enough(double integrated, double window, double numbers) {
    const double tau = integrated <= 0.5 ? 1e-10 : 1.5 / math::log((2 * integrated + 1) / (2 * integrated - 1));
    return math::exp_clamped(-window / tau) < tau / std::sqrt(window * numbers);
  }

  std::size_t length_ = 0;
  std::vector<double> gamma_; ///< summed over chains, each about its own mean
  std::vector<double> means_;
};

/// Errors of the mean of a series from bins of 1, 2, 4, ... of its numbers, as long as there are four bins: they grow with the
/// bins' length until bins are independent, and then stay.
inline std::vector<double> binning_errors(std::span<const double> series) {
  std::vector<double> level(series.begin(), series.end()), errors;
  for (; level.size() >= 4; level.resize(level.size() / 2)) {
    double mean = 0, squares = 0;
    const double n = static_cast<double>(level.size());
    for (const double v : level) {
      mean += v / n;
    }
    for (const double v : level) {
      squares += (v - mean) * (v - mean);
    }
    errors.push_back(std::sqrt(squares / (n * (n - 1))));
    for (std::size_t k = 0; k < level.size() / 2; ++k) {
      level[k] = (level[2 * k] + level[2 * k + 1]) / 2;
    }
  }
  return errors;
}

} // namespace neel::measure
