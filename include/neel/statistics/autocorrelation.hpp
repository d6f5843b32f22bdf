// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How far the errors of correlated series exceed those of independent numbers: the Gamma method with an automatic window
// (U. Wolff, Comput. Phys. Commun. 156, 143 (2004)), and errors from bins that double in length.

#include <neel/statistics/functions.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace neel::statistics {

inline double mean(std::span<const double> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

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
    double tau = 0.5;          ///< integrated autocorrelation time, in numbers of the series as they were shortened
    std::size_t window = 0;    ///< W
    bool resolved = false;     ///< the series are long enough to see the correlations die out
  };

  /// Longer series are shortened: their blocks are independent long before, and those of many chains the more so.
  static std::size_t longest(std::size_t chains) {
    return std::clamp<std::size_t>((std::size_t{1} << 17U) / chains, 64, 512);
  }

  /// The next chain; all have the same length, two at least and `longest` at most.
  void add(std::span<const double> series) {
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
  /// Of each chain.
  std::size_t length() const { return length_; }

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
  ///
  /// `slowest`: the largest autocorrelation time of any quantity of these chains, in numbers. Where fast changes are large and
  /// slow ones small, the automatic window ends before the slow ones are seen; so it is made twice as wide as that time, as far
  /// as that leaves the error known to 20 %, and the larger sum taken (the concern of S. Schaefer, R. Sommer, F. Virotta,
  /// Nucl. Phys. B 845, 93 (2011)).
  Error error(bool one_mean, double slowest = 0) const {
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
    if (!e.resolved) { // by what is known to a percent; very many numbers would ask for more
      constexpr double many = 4096;
      e.resolved = wide_enough(sum / (2 * variance), static_cast<double>(e.window), std::min(numbers, many));
    }
    const auto unbiased = [&](double raw) { // eq. 49
      const double width = static_cast<double>(2 * e.window + 1);
      return std::max(raw, variance / width) * (1 + width / (one_mean ? numbers : static_cast<double>(length_)));
    };
    double wider = sum;
    sum = unbiased(sum);
    const double known = 0.04 * numbers;
    const auto wide = static_cast<std::size_t>(std::min({2 * slowest, known, static_cast<double>(gamma_.size() - 1)}));
    if (e.window < wide) {
      while (e.window < wide) {
        ++e.window;
        wider += 2 * gamma(e.window);
      }
      sum = std::max(sum, unbiased(wider));
    }
    e.squared = sum / numbers;
    e.relative_error =
        std::sqrt(static_cast<double>(2 * e.window + 1) / (2 * numbers)); // eq. 42, halved by the square root
    if (one_mean && !e.resolved && chains() > 1) {                        // all that is known is how chains differ
      e.squared = std::max(e.squared, between() / static_cast<double>(chains() - 1));
      e.relative_error = std::max(e.relative_error, 1 / std::sqrt(2 * static_cast<double>(chains() - 1)));
    }
    e.tau = variance > 0 ? std::max(0.5, e.squared * numbers / (2 * variance)) : 0.5;
    return e;
  }

private:
  /// Eq. 52 there: the window is where the truncation's systematic error and the sum's statistical error balance, if
  /// correlations fall exponentially with S times the time integrated so far; S = 1.5.
  static bool wide_enough(double integrated, double window, double numbers) {
    const double tau = integrated <= 0.5 ? 1e-10 : 1.5 / log((2 * integrated + 1) / (2 * integrated - 1));
    return exp_clamped(-window / tau) < tau / std::sqrt(window * numbers);
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

} // namespace neel::statistics
