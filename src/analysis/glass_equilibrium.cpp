// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "analysis/glass_equilibrium.hpp"

#include "analysis/student.hpp"

#include <algorithm>
#include <cmath>

namespace neel::analysis {

namespace {

constexpr std::size_t fewest_draws = 8; ///< two in the quarter

/// Mean of a chain over draws [from, end).
double part(const GlassSeries& s, std::span<const double> values, std::size_t chain, std::size_t from,
            std::size_t end) {
  double sum = 0, n = 0;
  for (std::size_t d = from; d < end; ++d) {
    sum += s.counts[d] * values[chain * s.draws() + d];
    n += s.counts[d];
  }
  return sum / n;
}

/// Of consecutive chains.
std::vector<double> averages(std::span<const double> of_chains, std::size_t together) {
  std::vector<double> sets(of_chains.size() / together, 0.0);
  for (std::size_t c = 0; c < of_chains.size(); ++c) {
    sets[c / together] += of_chains[c] / static_cast<double>(together);
  }
  return sets;
}

std::vector<Estimate> octaves(const GlassSeries& s, std::span<const double> values) {
  std::vector<Estimate> all;
  for (std::size_t end = s.draws(); end >= 2; end /= 2) {
    std::vector<double> own;
    for (std::size_t c = 0; c < s.chains; ++c) {
      own.push_back(part(s, values, c, end / 2, end));
    }
    all.push_back(mean_of(own));
  }
  return all;
}

Drift drift(const GlassSeries& s, std::span<const double> values) {
  Drift d;
  const std::size_t end = s.draws(), half = end / 2, quarter = half / 2;
  const std::size_t full = end - (s.counts.back() < s.counts.front() ? 1 : 0);
  std::vector<double> differences;
  for (std::size_t c = 0; c < s.chains; ++c) {
    differences.push_back(part(s, values, c, half, end) - part(s, values, c, quarter, half));
    const auto own = values.subspan(c * end, end);
    ++d.judged;
    if (welch(own.subspan(half, full - half), own.subspan(quarter, half - quarter)) < Drift::by_chance) {
      d.unlike.push_back(c);
    }
  }
  d.difference = mean_of(differences);
  if (s.correlated < s.chains) {
    d.difference.error = std::max(d.difference.error, mean_of(averages(differences, s.correlated)).error);
  }
  return d;
}

} // namespace

bool Drift::too_many() const {
  return static_cast<double>(unlike.size()) > expected() + 3 * std::sqrt(expected() * (1 - by_chance));
}

GlassEquilibrium examine_equilibrium(const GlassRun& run) {
  const GlassSeries& s = run.coldest;
  GlassEquilibrium e;
  e.temperature = s.temperature;
  if (s.draws() >= fewest_draws) {
    Drift square = drift(s, s.square), energy = drift(s, s.energy);
    square.name = "overlap_squared";
    square.long_name = "[<q^2>]";
    square.octaves = octaves(s, s.square);
    energy.name = energy.long_name = "energy";
    energy.octaves = s.energy_octaves.empty() ? octaves(s, s.energy) : s.energy_octaves;
    e.drifts = {std::move(square), std::move(energy)};
  }
  if (run.gaussian.known()) {
    std::vector<double> left, right, difference;
    for (std::size_t c = 0; c < s.chains; ++c) {
      left.push_back(part(s, s.energy, c, 0, s.draws()));
      right.push_back(-run.gaussian.squares / s.temperature * (1 - part(s, s.link, c, 0, s.draws())));
      difference.push_back(left.back() - right.back());
    }
    e.identity = {mean_of(left), mean_of(right), mean_of(difference)};
  }
  e.why_no_identity = run.gaussian.why;
  return e;
}

} // namespace neel::analysis
