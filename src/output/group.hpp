// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The systems of a group: mean moments, and functions of them.

#include "model/observables.hpp"

#include <neel/statistics/statistics.hpp>

namespace neel::output {

/// A function of moments near mean moments: f(x) = value + sum over k of slope_k (x_k - mean_k). In it every bin has a share
/// of its own in the value, and the shares form a series like any other (the derivatives of U. Wolff, Comput. Phys. Commun.
/// 156, 143 (2004), taken over one standard error to either side).
struct Tangent {
  struct Slope {
    std::size_t moment;
    double slope, mean;
  };
  double value = 0;
  std::vector<Slope> slopes;

  double operator()(std::span<const double> moments) const {
    double sum = value;
    for (const Slope& s : slopes) {
      sum += s.slope * (moments[s.moment] - s.mean);
    }
    return sum;
  }
};

class SystemGroup {
public:
  /// `family` consecutive systems share random numbers.
  SystemGroup(std::span<const statistics::Bins> systems, std::size_t correlated_set);

  std::size_t systems() const { return bins_.size(); }
  std::size_t correlated_set() const { return correlated_set_; }
  const statistics::Bins& bins(std::size_t system) const { return bins_[system]; }
  /// Bins that hold as many measurements as they can: all, or all but the last.
  std::size_t full() const { return full_; }
  /// Mean moments of a system, and of all.
  std::span<const double> means(std::size_t system) const { return std::span(means_).subspan(system * width_, width_); }
  std::span<const double> means() const { return all_; }

  Tangent tangent(const models::Function& f, double temperature) const {
    return tangent_at(f, temperature, all_, steps_);
  }
  Tangent tangent(const models::Function& f, double temperature, std::size_t system) const;
  /// The full bins of a system.
  std::vector<double> series(const Tangent& t, std::size_t system) const;

  /// A function of the mean moments of all systems. The jackknife takes away most of what it is off for being no linear
  /// one: of systems that are `alike` over blocks of many bins, which are longer than correlations in all runs that are long
  /// enough; else over systems.
  double value(const models::Function& f, double temperature, bool alike) const;
  /// The same for one system.
  double value(const models::Function& f, double temperature, std::size_t system) const;

private:
  static Tangent tangent_at(const models::Function& f, double temperature, std::span<const double> means,
                            std::span<const double> steps);
  void add_correlated_set(std::size_t first, std::size_t blocks);

  std::span<const statistics::Bins> bins_;
  std::size_t correlated_set_, width_, full_;
  std::vector<double> means_, all_; ///< (system, moment), (moment)
  std::vector<double> steps_;       ///< (moment): standard errors of `all_`, were bins independent
  statistics::Jackknife alike_, different_;
};

} // namespace neel::output
