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

/// All states of an lx x ly lattice, periodic, by energy -sum s s' (two bonds per site) and |sum s|.
class EnumeratedIsing {
public:
  EnumeratedIsing(int lx, int ly) : sites_(lx * ly) {
    std::map<std::pair<int, int>, double> count;
    for (std::uint32_t state = 0; state < 1U << sites_; ++state) {
      int energy = 0, magnetisation = 0;
      for (int i = 0; i < sites_; ++i) {
        const int right = i / lx * lx + (i + 1) % lx, up = (i + lx) % sites_;
        energy -= spin(state, i) * (spin(state, right) + spin(state, up));
        magnetisation += spin(state, i);
      }
      count[{energy, std::abs(magnetisation)}] += 1;
    }
    for (const auto& [level, states] : count) {
      levels_.push_back({static_cast<double>(level.first), static_cast<double>(level.second) / sites_, states});
    }
  }

  analysis::Definition definition() const { return {static_cast<double>(sites_), true}; }

  double log_z(double t) const {
    double z = 0;
    for (const Level& l : levels_) {
      z += l.states * std::exp(-(l.energy - levels_.front().energy) / t);
    }
    return std::log(z) - levels_.front().energy / t;
  }

  std::array<double, 5> moments(double t) const {
    std::array<double, 5> mean{};
    for (const Level& l : levels_) {
      const double p = l.states * std::exp(-l.energy / t - log_z(t));
      const std::array<double, 5> row = analysis::Definition::row(l.energy / sites_, l.order);
      for (std::size_t k = 0; k < 5; ++k) {
        mean[k] += p * row[k];
      }
    }
    return mean;
  }
  analysis::Values values(double t) const { return definition().values(moments(t), t); }

  /// Independent draws at some temperatures in rising order, each of which appears `repeated` times in a row.
  analysis::Measurements sample(std::span<const double> temperatures, std::size_t draws, std::uint64_t seed,
                                std::size_t blocks = 20, std::size_t repeated = 1) const {
    std::mt19937_64 random(seed);
    analysis::Measurements all;
    all.width = analysis::Definition::moments;
    for (std::size_t k = temperatures.size(); k-- > 0;) {
      const std::vector<double> sums = cumulative(temperatures[k]);
      all.beta.push_back(1 / temperatures[k]);
      for (std::size_t d = 0; d < draws; ++d) {
        const double u = static_cast<double>(random() >> 11) * 0x1p-53 * sums.back();
        const auto found = static_cast<std::size_t>(std::upper_bound(sums.begin(), sums.end(), u) - sums.begin());
        const Level& l = levels_[std::min(found, levels_.size() - 1)];
        const auto row = analysis::Definition::row(l.energy / sites_, l.order);
        for (std::size_t n = 0; n < repeated; ++n) {
          all.add(static_cast<std::uint32_t>(all.beta.size() - 1), static_cast<std::uint32_t>(d * blocks / draws),
                  l.energy, row);
        }
      }
    }
    return all;
  }

private:
  struct Level {
    double energy, order, states;
  };
  static int spin(std::uint32_t state, int site) { return (state >> site & 1U) != 0 ? 1 : -1; }
  std::vector<double> cumulative(double t) const {
    std::vector<double> sums;
    double sum = 0;
    for (const Level& l : levels_) {
      sums.push_back(sum += l.states * std::exp(-(l.energy - levels_.front().energy) / t));
    }
    return sums;
  }

  int sites_;
  std::vector<Level> levels_; ///< by rising energy
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
