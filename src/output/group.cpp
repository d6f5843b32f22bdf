// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "output/group.hpp"

#include <algorithm>
#include <cmath>

namespace neel::output {

namespace {

using models::Function;
using statistics::Bins;

constexpr std::size_t fewest_blocks = 16; ///< of one system, or of all together

std::size_t count_full(const Bins& bins) { return bins.bins() - (bins.count(bins.bins() - 1) < bins.length() ? 1 : 0); }

/// Adds the mean square deviations of a system's bins from `means`.
void add_deviations(const Bins& bins, std::span<const double> means, std::vector<double>& squares) {
  for (std::size_t b = 0; b < bins.bins(); ++b) {
    for (std::size_t k = 0; k < means.size(); ++k) {
      const double deviation = bins.mean(b, k) - means[k];
      squares[k] += deviation * deviation;
    }
  }
}

/// From sums of squares of n numbers to standard errors of their mean.
void to_errors(std::vector<double>& squares, double n) {
  for (double& s : squares) {
    s = std::sqrt(s) / n;
  }
}

} // namespace

SystemGroup::SystemGroup(std::span<const Bins> systems, std::size_t correlated_set)
    : bins_(systems), correlated_set_(correlated_set), width_(systems.front().moments()),
      full_(count_full(systems.front())), all_(width_, 0.0), steps_(width_, 0.0), alike_(width_), different_(width_) {
  for (const Bins& bins : bins_) {
    const std::vector<double> own = bins.means();
    means_.insert(means_.end(), own.begin(), own.end());
    different_.add(own, 1);
  }
  all_ = different_.means();
  for (const Bins& bins : bins_) {
    add_deviations(bins, all_, steps_);
  }
  to_errors(steps_, static_cast<double>(bins_.size() * bins_.front().bins()));
  const std::size_t correlated_sets = bins_.size() / correlated_set_;
  for (std::size_t s = 0; s < bins_.size(); s += correlated_set_) {
    add_correlated_set(s, (fewest_blocks + correlated_sets - 1) / correlated_sets);
  }
}

/// Blocks of the average over systems that share random numbers.
void SystemGroup::add_correlated_set(std::size_t first, std::size_t blocks) {
  const Bins& one = bins_[first];
  std::vector<double> sums(one.sums().begin(), one.sums().end());
  for (std::size_t s = first + 1; s < first + correlated_set_; ++s) {
    std::transform(sums.begin(), sums.end(), bins_[s].sums().begin(), sums.begin(), std::plus<>());
  }
  for (double& sum : sums) {
    sum /= static_cast<double>(correlated_set_);
  }
  alike_.add(Bins(width_, static_cast<int>(one.least()), one.length(), one.measurements(), sums), blocks);
}

Tangent SystemGroup::tangent_at(const Function& f, double temperature, std::span<const double> means,
                                std::span<const double> steps) {
  Tangent t{f(means, temperature), {}};
  std::vector<double> moved(means.begin(), means.end());
  for (std::size_t k = 0; k < means.size(); ++k) {
    if (!(steps[k] > 0)) {
      continue;
    }
    moved[k] = means[k] + steps[k];
    const double above = f(moved, temperature);
    moved[k] = means[k] - steps[k];
    const double below = f(moved, temperature);
    moved[k] = means[k];
    if (above != t.value || below != t.value) {
      t.slopes.push_back({k, (above - below) / (2 * steps[k]), means[k]});
    }
  }
  return t;
}

Tangent SystemGroup::tangent(const Function& f, double temperature, std::size_t system) const {
  std::vector<double> steps(width_, 0.0);
  add_deviations(bins_[system], means(system), steps);
  to_errors(steps, static_cast<double>(bins_[system].bins()));
  return tangent_at(f, temperature, means(system), steps);
}

std::vector<double> SystemGroup::series(const Tangent& t, std::size_t system) const {
  std::vector<double> all;
  for (std::size_t b = 0; b < full_; ++b) {
    double sum = t.value;
    for (const Tangent::Slope& s : t.slopes) {
      sum += s.slope * (bins_[system].mean(b, s.moment) - s.mean);
    }
    all.push_back(sum);
  }
  return all;
}

double SystemGroup::value(const Function& f, double temperature, bool alike) const {
  const auto at = [&](std::span<const double> means) { return f(means, temperature); };
  return (alike || bins_.size() == 1 ? alike_ : different_)(at).value;
}

double SystemGroup::value(const Function& f, double temperature, std::size_t system) const {
  const statistics::Jackknife blocks(bins_[system], fewest_blocks);
  return blocks([&](std::span<const double> means) { return f(means, temperature); }).value;
}

} // namespace neel::output
