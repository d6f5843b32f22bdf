// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/crossings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace neel::analysis {

namespace {

struct Change {
  std::size_t behind;
  double clear; ///< by so many sigma on the less clear side
};

/// Of the curves, over their errors.
std::vector<double> differences(const ResampledCurve& smaller, const ResampledCurve& larger,
                                std::span<const double> grid) {
  std::vector<double> all;
  for (const double t : grid) {
    const double difference = smaller.at(t, smaller.replicas) - larger.at(t, larger.replicas);
    all.push_back(difference / std::hypot(smaller.estimate(t).error, larger.estimate(t).error));
  }
  return all;
}

/// As clearest_change().
std::optional<Change> most_clearly(std::span<const double> clear) {
  constexpr double required = 2;
  std::optional<Change> best;
  for (std::size_t k = 0; k + 1 < clear.size(); ++k) {
    if (clear[k] > 0 && clear[k + 1] <= 0) {
      const auto split = clear.begin() + static_cast<std::ptrdiff_t>(k) + 1;
      const double both = std::min(*std::max_element(clear.begin(), split), -*std::min_element(split, clear.end()));
      if (both > (best ? best->clear : required)) {
        best = {k, both};
      }
    }
  }
  return best;
}

/// Likewise, and from - to + where order may be on either side.
std::optional<std::size_t> find_change(std::vector<double> clear, SampleNeighbours side) {
  std::optional<Change> best = most_clearly(clear);
  if (side == SampleNeighbours::either) {
    std::transform(clear.begin(), clear.end(), clear.begin(), std::negate<>());
    if (const std::optional<Change> other = most_clearly(clear); other && (!best || other->clear > best->clear)) {
      best = other;
    }
  }
  return best ? std::optional(best->behind) : std::nullopt;
}

} // namespace

std::optional<std::size_t> clearest_change(std::span<const double> clear) {
  const std::optional<Change> best = most_clearly(clear);
  return best ? std::optional(best->behind) : std::nullopt;
}

ResampledCurve binder_curve(const Reweighting& run) {
  return {run.replicas(), [&run](double x, std::size_t without) { return run.at(x, without)[quantity::binder_ratio]; },
          [&run](double x) { return run.estimates(x)[quantity::binder_ratio]; }};
}

std::optional<Crossing> find_crossing(const Reweighting& smaller, const Reweighting& larger,
                                      std::span<const double> grid, SampleNeighbours side) {
  return find_crossing(binder_curve(smaller), binder_curve(larger), grid, side);
}

std::optional<Crossing> find_crossing(const ResampledCurve& smaller, const ResampledCurve& larger,
                                      std::span<const double> grid, SampleNeighbours side) {
  const std::optional<std::size_t> place = find_change(differences(smaller, larger, grid), side);
  if (!place) {
    return {};
  }
  const double step = grid[*place + 1] - grid[*place];
  const auto zero = [&](double start, std::size_t a, std::size_t b) {
    const auto difference = [&](double t) { return smaller.at(t, a) - larger.at(t, b); };
    return find_zero(difference, start, step, {grid.front(), grid.back()});
  };
  const std::optional<double> whole = zero(grid[*place], smaller.replicas, larger.replicas);
  if (!whole) {
    return {};
  }
  std::vector<double> at[2], height[2];
  for (std::size_t run = 0; run < 2; ++run) {
    const std::size_t n = (run == 0 ? smaller : larger).replicas;
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t a = run == 0 ? k : smaller.replicas, b = run == 1 ? k : larger.replicas;
      const std::optional<double> without = zero(*whole, a, b);
      if (!without) {
        return {};
      }
      at[run].push_back(*without);
      height[run].push_back(smaller.at(*without, a));
    }
  }
  return Crossing{jackknife(*whole, at), jackknife(smaller.at(*whole, smaller.replicas), height), at[0], at[1]};
}

namespace {

/// The straight line's value at x = 0 is the sum of these times its ordinates.
std::vector<double> intercept(std::span<const double> x, std::span<const double> error) {
  double s = 0, sx = 0, sxx = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double w = 1 / (error[k] * error[k]);
    s += w;
    sx += w * x[k];
    sxx += w * x[k] * x[k];
  }
  std::vector<double> factor;
  for (std::size_t k = 0; k < x.size(); ++k) {
    factor.push_back((sxx - sx * x[k]) / (s * sxx - sx * sx) / (error[k] * error[k]));
  }
  return factor;
}

} // namespace

std::optional<Estimate> extrapolate(std::span<const Crossing> crossings, std::span<const double> length,
                                    double exponent) {
  if (crossings.size() < 2) {
    return {};
  }
  std::vector<double> x, error;
  for (std::size_t k = 0; k < crossings.size(); ++k) {
    x.push_back(std::pow(length[k] * length[k + 1], -exponent / 2));
    error.push_back(crossings[k].at.error);
  }
  const std::vector<double> factor = intercept(x, error);
  // Corrected values add up as they are; a run without a block changes the crossings on both of its sides.
  Estimate all{0, 0};
  std::vector<std::vector<double>> without(length.size());
  const auto add = [&](std::vector<double>& to, std::span<const double> values, double times) {
    to.resize(values.size(), 0.0);
    for (std::size_t b = 0; b < values.size(); ++b) {
      to[b] += times * values[b];
    }
  };
  for (std::size_t k = 0; k < crossings.size(); ++k) {
    all.value += factor[k] * crossings[k].at.value;
    add(without[k], crossings[k].without_smaller, factor[k]);
    add(without[k + 1], crossings[k].without_larger, factor[k]);
  }
  all.error = jackknife(all.value, without).error;
  return all;
}

std::string abscissa(double exponent) {
  return exponent == 2 ? "1/(L_1 L_2)" : fmt::format("(L_1 L_2)^-{:.4g}", exponent / 2);
}

} // namespace neel::analysis
