// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/estimates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace neel::analysis {

namespace {

/// To which a place is looked for: relative to itself, or to a range that reaches zero, where it may be anything.
double accuracy(double at, Interval range) { return 1e-7 * (range.from > 0 ? std::abs(at) : range.to - range.from); }

} // namespace

Estimate jackknife(double whole, std::span<const double> without) {
  const std::vector<double> one(without.begin(), without.end());
  return jackknife(whole, std::span(&one, 1));
}

Estimate jackknife(double whole, std::span<const std::vector<double>> without_by_run) {
  double value = whole, variance = 0;
  for (const std::vector<double>& without : without_by_run) {
    const double n = static_cast<double>(without.size());
    const double mean = std::accumulate(without.begin(), without.end(), 0.0) / n;
    value += (n - 1) * (whole - mean);
    for (const double f : without) {
      variance += (n - 1) / n * (f - mean) * (f - mean);
    }
  }
  return {value, std::sqrt(variance)};
}

Estimate mean_of(std::span<const double> values) {
  const double n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double v : values) {
    squares += (v - mean) * (v - mean);
  }
  return {mean, values.size() > 1 ? std::sqrt(squares / (n * (n - 1))) : std::nan("")};
}

std::vector<double> evenly(Interval range, int points) {
  std::vector<double> grid;
  for (int k = 0; k < points; ++k) {
    grid.push_back(range.from + (range.to - range.from) * k / std::max(1, points - 1));
  }
  return grid;
}

std::string with_error(const Estimate& e) {
  if (!(e.error > 0) || !std::isfinite(e.error) || !std::isfinite(e.value)) {
    return fmt::format("{:.6g}", e.value);
  }
  int decimals = 1 - static_cast<int>(std::floor(std::log10(e.error)));
  if (std::round(e.error * std::pow(10.0, decimals)) >= 100) { // 0.0996 is 0.10
    --decimals;
  }
  if (decimals > 15) {
    return fmt::format("{:.15g} +- {:.2g}", e.value, e.error);
  }
  if (decimals > 0) {
    return fmt::format("{:.{}f}({:.0f})", e.value, decimals, e.error * std::pow(10.0, decimals));
  }
  const double unit = std::pow(10.0, -decimals);
  return fmt::format("{:.0f}({:.0f})", std::round(e.value / unit) * unit, std::round(e.error / unit) * unit);
}

namespace {

/// The golden section between two ends that have a higher point between them.
Maximum golden_section(const Curve& curve, double low, double high, Interval range) {
  const double part = (std::sqrt(5.0) - 1) / 2;
  double left = high - part * (high - low), right = low + part * (high - low);
  double at_left = curve(left), at_right = curve(right);
  while (high - low > accuracy(high, range)) {
    if (at_left > at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - part * (high - low);
      at_left = curve(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + part * (high - low);
      at_right = curve(right);
    }
  }
  return at_left > at_right ? Maximum{left, at_left} : Maximum{right, at_right};
}

} // namespace

std::optional<Maximum> climb(const Curve& curve, double start, double step, Interval range) {
  const auto within = [&](double t) { return std::clamp(t, range.from, range.to); };
  step = std::max(step, accuracy(start, range)); // it gets on, however close the points are that it was made from
  double middle = start, height = curve(middle);
  if (curve(within(start + step)) < height) {
    step = -step;
  }
  double behind = within(middle - step);
  for (double ahead = within(middle + step);; ahead = within(middle + step)) {
    const double next = curve(ahead);
    if (!(next > height)) {
      return middle == ahead
                 ? std::nullopt
                 : std::optional(golden_section(curve, std::min(behind, ahead), std::max(behind, ahead), range));
    }
    if (ahead == range.from || ahead == range.to) {
      return {};
    }
    behind = middle;
    middle = ahead;
    height = next;
    step *= 1.6;
  }
}

std::optional<double> find_zero(const Curve& curve, double start, double step, Interval range) {
  step = std::max(step, accuracy(start, range));
  double low = start, high = start, at_low = curve(start), at_high = at_low;
  while (at_low * at_high > 0 && (low > range.from || high < range.to)) {
    const double before_low = low, before_high = high, was_low = at_low, was_high = at_high;
    low = std::max(range.from, low - step);
    at_low = curve(low);
    if (at_low * was_low <= 0) {
      high = before_low;
      at_high = was_low;
      break;
    }
    high = std::min(range.to, high + step);
    at_high = curve(high);
    if (at_high * was_high <= 0) {
      low = before_high;
      at_low = was_high;
    }
  }
  if (!(at_low * at_high <= 0)) {
    return {};
  }
  while (high - low > accuracy(high, range)) {
    const double middle = (low + high) / 2, there = curve(middle);
    (there * at_low > 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

} // namespace neel::analysis
