// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/reweighting.hpp"

#include <algorithm>
#include <cmath>

namespace neel::analysis {

Values Definition::values(std::span<const double> x, double at) const {
  const double t = temperature.value_or(at);
  double e = x[0], e2 = x[1];
  if (temperature) {
    e += at * x[5];
    e2 += at * (2 * x[6] + at * x[7]);
  }
  return {e,
          sites / (t * t) * (e2 - e * e),
          x[2],
          sites / (susceptibility_over_temperature ? t : 1.0) * (x[3] - x[2] * x[2]),
          x[4] / (x[3] * x[3]),
          0};
}

Reweighting Reweighting::of_blocks(const Definition& definition, const Measurements& all) {
  Reweighting r(definition, false);
  const Partition cells = partition(all);
  MultiHistogram whole(all, cells);
  const std::uint32_t blocks = 1 + *std::max_element(all.block.begin(), all.block.end());
  for (std::uint32_t b = 0; b < blocks; ++b) {
    r.histograms_.emplace_back(all, cells, b, whole.free_energies());
  }
  r.histograms_.push_back(std::move(whole));
  return r;
}

Reweighting Reweighting::of_samples(const Definition& definition, std::span<const Measurements> chains) {
  Reweighting r(definition, true);
  for (const Measurements& chain : chains) {
    r.histograms_.emplace_back(chain, partition(chain));
  }
  return r;
}

Values Reweighting::of(const MultiHistogram& histogram, double x) const {
  const Average average = histogram.at(definition_.beta(x));
  Values values = definition_.values(average.moments, x);
  values[quantity::log_partition] = average.log_z / definition_.sites;
  return values;
}

Values Reweighting::at(double x, std::size_t without) const {
  if (!averaged_) {
    return of(histograms_[without], x);
  }
  Values mean{};
  const std::size_t n = replicas(), counted = without < n ? n - 1 : n;
  for (std::size_t c = 0; c < n; ++c) {
    const Values own = c == without ? Values{} : of(histograms_[c], x);
    for (std::size_t q = 0; q < quantity::count; ++q) {
      mean[q] += own[q] / static_cast<double>(counted);
    }
  }
  return mean;
}

Estimates Reweighting::estimates(double x) const {
  std::vector<Values> own;
  for (const MultiHistogram& histogram : histograms_) {
    own.push_back(of(histogram, x));
  }
  const std::size_t n = replicas();
  Estimates all{};
  for (std::size_t q = 0; q < quantity::count; ++q) {
    double whole = own.back()[q];
    std::vector<double> without(n);
    if (averaged_) {
      whole = 0;
      for (const Values& v : own) {
        whole += v[q] / static_cast<double>(n);
      }
    }
    for (std::size_t b = 0; b < n; ++b) {
      without[b] = averaged_ ? whole + (whole - own[b][q]) / static_cast<double>(n - 1) : own[b][q];
    }
    all[q] = jackknife(whole, without);
  }
  return all;
}

double Reweighting::effective(double x) const {
  if (!averaged_) {
    return histograms_.back().at(definition_.beta(x)).effective;
  }
  double least = std::numeric_limits<double>::infinity();
  for (const MultiHistogram& histogram : histograms_) {
    least = std::min(least, histogram.at(definition_.beta(x)).effective);
  }
  return least;
}

bool Reweighting::trusted(double x) const {
  return effective(x) >= std::max(Trust::least, Trust::part * histograms_.back().fewest());
}

bool Reweighting::joined(double from, double to) const {
  constexpr int points = 17;
  const std::vector<double> between = evenly({std::min(from, to), std::max(from, to)}, points);
  return std::all_of(between.begin(), between.end(), [&](double x) { return trusted(x); });
}

Interval Reweighting::range(double inside) const {
  const auto edge = [&](double factor) {
    double within = inside;
    for (int k = 0; k < 70 && trusted(within * factor); ++k) {
      within *= factor;
    }
    return within;
  };
  return {edge(1 / 1.01), edge(1.01)};
}

std::optional<Peak> find_peak(const Reweighting& run, quantity::Index of, std::span<const double> grid) {
  std::size_t highest = 0;
  std::vector<double> values;
  for (const double t : grid) {
    values.push_back(run.at(t)[of]);
    highest = values.back() > values[highest] ? values.size() - 1 : highest;
  }
  if (grid.size() < 3 || highest == 0 || highest + 1 == grid.size()) {
    return {};
  }
  const double step = grid[highest + 1] - grid[highest];
  const Interval range{grid.front(), grid.back()};
  const auto maximum = [&](double start, std::size_t without) {
    return climb([&](double t) { return run.at(t, without)[of]; }, start, step, range);
  };
  const std::optional<Maximum> whole = maximum(grid[highest], run.replicas());
  std::vector<double> at, height;
  for (std::size_t b = 0; whole && b < run.replicas(); ++b) {
    if (const std::optional<Maximum> without = maximum(whole->at, b)) {
      at.push_back(without->at);
      height.push_back(without->value);
    }
  }
  if (at.size() < run.replicas() || !whole) {
    return {};
  }
  return Peak{jackknife(whole->at, at), jackknife(whole->value, height)};
}

} // namespace neel::analysis
