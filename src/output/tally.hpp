// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// One observable, while the systems of a group pass one after another.

#include "output/estimates.hpp"

#include <neel/measure/autocorrelation.hpp>

namespace neel::output {

inline constexpr std::size_t fewest_bins = 8; ///< from which correlations can be told

/// Bins that hold as many measurements as they can: all, or all but the last.
std::size_t full_bins(const measure::Bins& bins);
/// Consecutive bins of one measurement each: a series of numbers or rows that the jackknife works on.
measure::Bins series(std::size_t width, std::span<const double> values);
/// Averages of `size` consecutive rows of `width` numbers.
std::vector<double> averages(std::span<const double> values, std::size_t width, std::size_t size);

class Tally {
public:
  Tally(const models::Observable& o, const Conditions& at) : observable_(&o), at_(at) {}

  /// The next system: `f` is the observable as a function of mean moments.
  void add(const measure::Bins& bins, const measure::Jackknife& in_time, const models::Function& f);
  /// `family`: systems that may not be taken for independent.
  Result result(std::size_t family) const;
  Course course() const;

  /// Pseudo-values of the full bins of the system added last.
  std::span<const double> last() const { return last_; }
  /// Of each system.
  std::span<const double> values() const { return values_; }

private:
  struct Octave {
    double sum = 0, squares = 0;
  };

  bool one_mean() const { return !at_.disordered && values_.size() > 1; }
  measure::Autocorrelation::Error thermal_error(bool one_mean) const;
  void add_tau(Result& r, const measure::Autocorrelation::Error& thermal) const;
  bool chains_agree() const;
  void add_to_course(const measure::Bins& bins, const models::Function& f);

  const models::Observable* observable_;
  Conditions at_;
  std::vector<double> values_, last_;
  measure::Autocorrelation in_time_;
  std::vector<Octave> octaves_;
  std::vector<double> binning_;                          ///< squared, summed over systems
  double squared_errors_ = 0, variance_ = 0, drift_ = 0; ///< summed over systems
  double in_use_ = 1;                                    ///< part of the measurements that full bins hold
  std::int64_t measurements_ = 0;                        ///< of each system
};

} // namespace neel::output
