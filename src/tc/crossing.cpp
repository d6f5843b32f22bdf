// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "tc/crossing.hpp"

#include <algorithm>
#include <cmath>

namespace neel::tc {

namespace {

constexpr int grid_points = 49; ///< of the temperatures on which curves are compared

/// Above zero where the larger lattice is more ordered.
double difference(Ratio ratio, double smaller, double larger, double lengths) {
  switch (ratio) {
  case Ratio::binder:
    return smaller - larger;
  case Ratio::length:
    return larger - smaller;
  case Ratio::helicity: // far above the transition the law means nothing; there is no order
    return larger - smaller / std::max(0.1, 1 + 2 * std::log(lengths) * smaller);
  }
  return 0;
}

class Difference {
public:
  Difference(const Curves& smaller, const Curves& larger, Ratio ratio)
      : smaller_(smaller), larger_(larger), ratio_(ratio),
        lengths_(static_cast<double>(larger.length()) / smaller.length()) {}

  double at(double t) const { return difference(ratio_, smaller_.at(ratio_, t), larger_.at(ratio_, t), lengths_); }
  /// Without a replica of the smaller lattice, of the larger one.
  std::vector<double> without(double t, bool of_smaller) const {
    const double s = smaller_.at(ratio_, t), l = larger_.at(ratio_, t);
    std::vector<double> all;
    for (std::size_t r = 0; r < (of_smaller ? smaller_ : larger_).replicas(); ++r) {
      all.push_back(of_smaller ? difference(ratio_, smaller_.at(ratio_, t, r), l, lengths_)
                               : difference(ratio_, s, larger_.at(ratio_, t, r), lengths_));
    }
    return all;
  }
  /// Over its error.
  double clear(double t) const {
    const std::vector<double> without_one[] = {without(t, true), without(t, false)};
    const Estimate e = analysis::jackknife(at(t), without_one);
    return e.error > 0 ? e.value / e.error : 0;
  }

private:
  const Curves &smaller_, &larger_;
  Ratio ratio_;
  double lengths_;
};

/// The longest stretch of an even grid that both lattices know.
std::vector<double> common_grid(const Curves& a, const Curves& b) {
  const Interval range{std::max(a.range().from, b.range().from), std::min(a.range().to, b.range().to)};
  std::vector<double> longest, now;
  for (int k = 0; range.from < range.to && k < grid_points; ++k) {
    const double t = range.from + (range.to - range.from) * k / (grid_points - 1);
    if (a.trusted(t) && b.trusted(t)) {
      now.push_back(t);
    } else {
      now.clear();
    }
    longest = now.size() > longest.size() ? now : longest;
  }
  return longest;
}

/// At the crossing a replica that is left out moves the difference, and that divided by the slope the crossing.
Pair pair_at(const Curves& smaller, const Curves& larger, Ratio ratio, const Difference& d, double t, double step) {
  Pair p{smaller.length(), larger.length(), {}, larger.estimate(ratio, t), 0, 0, {}};
  const double slope = (d.at(t + step) - d.at(t - step)) / (2 * step);
  const auto moved = [&](bool of_smaller) {
    std::vector<double> all = d.without(t, of_smaller);
    for (double& x : all) {
      x = t - x / slope;
    }
    return all;
  };
  p.crossing.without_smaller = moved(true);
  p.crossing.without_larger = moved(false);
  const std::vector<double> both[] = {p.crossing.without_smaller, p.crossing.without_larger};
  p.error_of_smaller = analysis::jackknife(t, both[0]).error;
  p.error_of_larger = analysis::jackknife(t, both[1]).error;
  p.at = p.crossing.at = {t, analysis::jackknife(t, both).error};
  return p;
}

} // namespace

Compared compare(const Curves& smaller, const Curves& larger, Ratio ratio) {
  const std::vector<double> grid = common_grid(smaller, larger);
  Compared c;
  if (grid.size() < 3) {
    return c;
  }
  c.common = {grid.front(), grid.back()};
  const Difference d(smaller, larger, ratio);
  std::vector<double> clear;
  for (const double t : grid) {
    clear.push_back(d.clear(t));
  }
  if (const std::optional<std::size_t> behind = analysis::clearest_change(clear)) {
    const double step = grid[1] - grid[0];
    const auto zero = analysis::find_zero([&](double t) { return d.at(t); }, grid[*behind], step, c.common);
    if (zero) {
      c.side = Comparison::crossing;
      c.pair =
          pair_at(smaller, larger, ratio, d, *zero, std::min({step / 2, *zero - grid.front(), grid.back() - *zero}));
      return c;
    }
  }
  const auto [least, most] = std::minmax_element(clear.begin(), clear.end());
  constexpr double clearly = 2;
  c.side = *most > clearly && *least > -clearly   ? Comparison::larger_more_ordered
           : *least < -clearly && *most < clearly ? Comparison::larger_less_ordered
                                                  : Comparison::unclear;
  return c;
}

double Limit::error() const { return std::hypot(at.error, systematic); }

std::optional<Limit> limit_of(std::span<const Pair> pairs, Ratio ratio) {
  if (pairs.size() < 2) {
    return {};
  }
  const Pair &before = pairs[pairs.size() - 2], &last = pairs.back();
  Limit l{ratio, last.at, 0, last.at.value - before.at.value};
  if (ratio == Ratio::helicity) {
    l.systematic = std::abs(l.drift);
    return l;
  }
  const analysis::Crossing both[] = {before.crossing, last.crossing};
  const double lengths[] = {static_cast<double>(before.smaller), static_cast<double>(before.larger),
                            static_cast<double>(last.larger)};
  const auto slow = analysis::extrapolate(both, lengths, 2), fast = analysis::extrapolate(both, lengths, 3);
  l.at = {(slow->value + fast->value) / 2, (slow->error + fast->error) / 2};
  l.systematic = std::abs(slow->value - fast->value) / 2;
  return l;
}

} // namespace neel::tc
