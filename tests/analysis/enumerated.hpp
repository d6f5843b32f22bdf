// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Small Ising lattices whose states are all counted: exact averages, and exact samples.

#include "analysis/reweighting.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace neel::testing {

struct IsingState {
  double t = 1, h = 0, j = 1;
};

/// All states of an lx x ly lattice, periodic, by bonds, -sum s s' (two per site), and sum s: E = J bonds - H sum s.
class EnumeratedIsing {
public:
  using At = IsingState;
  /// What is varied.
  using Axis = double At::*;

  EnumeratedIsing(int lx, int ly) : sites_(lx * ly) {
    std::map<std::pair<int, int>, double> count;
    for (std::uint32_t state = 0; state < 1U << sites_; ++state) {
      int bonds = 0, sum = 0;
      for (int i = 0; i < sites_; ++i) {
        const int right = i / lx * lx + (i + 1) % lx, up = (i + lx) % sites_;
        bonds -= spin(state, i) * (spin(state, right) + spin(state, up));
        sum += spin(state, i);
      }
      count[{bonds, sum}] += 1;
    }
    for (const auto& [level, states] : count) {
      levels_.push_back({static_cast<double>(level.first), static_cast<double>(level.second), states});
    }
  }

  /// `axis`: along which measurements are reweighted, with all else as in `at`.
  analysis::Definition definition(Axis axis = &At::t, At at = {}) const {
    analysis::Definition d{static_cast<double>(sites_), true};
    if (axis != &At::t) {
      d.temperature = at.t;
    }
    return d;
  }

  double log_z(At at) const { return std::log(cumulative(at).back()) - levels_.front().energy(at) / at.t; }
  analysis::Values values(At at) const {
    const std::vector<double> sums = cumulative(at);
    std::array<double, 5> mean{};
    for (std::size_t l = 0; l < levels_.size(); ++l) {
      const auto row = analysis::Definition::row(levels_[l].energy(at) / sites_, std::abs(levels_[l].sum) / sites_);
      for (std::size_t k = 0; k < 5; ++k) {
        mean[k] += (sums[l] - (l == 0 ? 0 : sums[l - 1])) / sums.back() * row[k];
      }
    }
    return definition().values(mean, at.t);
  }
  analysis::Values values(double t) const { return values(At{t}); }

  /// Independent draws at some values along an axis in rising order, each of which appears `repeated` times in a row.
  analysis::Measurements sample(std::span<const double> values, std::size_t draws, std::uint64_t seed,
                                std::size_t blocks = 20, std::size_t repeated = 1, Axis axis = &At::t,
                                At at = {}) const {
    std::mt19937_64 random(seed);
    const analysis::Definition own = definition(axis, at);
    analysis::Measurements all;
    all.width = own.moments();
    for (std::size_t k = 0; k < values.size(); ++k) {
      at.*axis = values[axis == &At::t ? values.size() - 1 - k : k];
      const std::vector<double> sums = cumulative(at);
      all.beta.push_back(own.beta(at.*axis));
      for (std::size_t d = 0; d < draws; ++d) {
        const double u = static_cast<double>(random() >> 11) * 0x1p-53 * sums.back();
        const auto found = static_cast<std::size_t>(std::upper_bound(sums.begin(), sums.end(), u) - sums.begin());
        const Level& l = levels_[std::min(found, levels_.size() - 1)];
        const double slope = axis == &At::t ? 0 : axis == &At::h ? -l.sum : l.bonds;
        const double rest = l.energy(at) - at.*axis * slope;
        const auto row = analysis::Definition::row(rest / sites_, std::abs(l.sum) / sites_, slope / sites_);
        for (std::size_t n = 0; n < repeated; ++n) {
          all.add(static_cast<std::uint32_t>(k), static_cast<std::uint32_t>(d * blocks / draws),
                  axis == &At::t ? rest : slope, std::span(row).first(all.width));
        }
      }
    }
    return all;
  }

private:
  struct Level {
    double bonds, sum, states;
    double energy(const At& at) const { return at.j * bonds - at.h * sum; }
  };
  static int spin(std::uint32_t state, int site) { return (state >> site & 1U) != 0 ? 1 : -1; }
  /// Sums of Boltzmann factors, those of the first level being one.
  std::vector<double> cumulative(const At& at) const {
    std::vector<double> sums;
    double sum = 0;
    for (const Level& l : levels_) {
      sums.push_back(sum += l.states * std::exp(-(l.energy(at) - levels_.front().energy(at)) / at.t));
    }
    return sums;
  }

  int sites_;
  std::vector<Level> levels_; ///< by rising number of broken bonds
};

/// Equal oscillators with half of `d` degrees of freedom each: the energy has the density E^(d/2 - 1), so that log Z =
/// -d/2 log beta. No moments.
inline analysis::Measurements oscillators(double d, std::span<const double> temperatures, std::size_t draws,
                                          std::uint64_t seed) {
  std::mt19937_64 random(seed);
  analysis::Measurements all;
  for (std::size_t k = temperatures.size(); k-- > 0;) {
    std::gamma_distribution<double> energy(d / 2, temperatures[k]);
    all.beta.push_back(1 / temperatures[k]);
    for (std::size_t n = 0; n < draws; ++n) {
      all.add(static_cast<std::uint32_t>(all.beta.size() - 1), static_cast<std::uint32_t>(n * 20 / draws),
              energy(random), {});
    }
  }
  return all;
}

} // namespace neel::testing
