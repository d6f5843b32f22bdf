// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Ising spins with given couplings, E = - sum J s s', solved exactly: by enumeration, and by a transfer matrix that goes from site
// to site. It keeps a number for each configuration of the spins that it has met and whose neighbours it has not all met.

#include "model/site_bond.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace neel::testing {

using Bonds = std::vector<models::SiteBond>;

/// Per site; the lowest energy in all.
struct ExactIsing {
  double energy, specific_heat, lowest;
};

/// Sums of w, E w and E^2 w over configurations, w = exp(-E/T); and the least E.
struct Weights {
  double w = 0, e = 0, ee = 0, least = std::numeric_limits<double>::infinity();

  Weights operator+(const Weights& o) const { return {w + o.w, e + o.e, ee + o.ee, std::min(least, o.least)}; }
  /// With this energy more, whose Boltzmann factor is f.
  Weights with(double energy, double f) const {
    return {w * f, (e + energy * w) * f, (ee + 2 * energy * e + energy * energy * w) * f, least + energy};
  }
  ExactIsing exact(int sites, double temperature) const {
    const double mean = e / w;
    return {mean / sites, (ee / w - mean * mean) / (temperature * temperature * sites), least};
  }
};

inline ExactIsing enumerated(int sites, const Bonds& bonds, double temperature) {
  Weights all;
  for (std::uint32_t s = 0; s < 1U << (sites - 1); ++s) { // the last spin is down; the rest follows by symmetry
    double energy = 0;
    for (const auto& b : bonds) {
      energy -= ((s >> b.a ^ s >> b.b) & 1U) != 0 ? -b.j : b.j;
    }
    all = all + Weights{1, 0, 0, 0}.with(energy, std::exp(-energy / temperature));
  }
  return all.exact(sites, temperature);
}

/// The sites of `order`, one after another.
class TransferMatrix {
public:
  TransferMatrix(const Bonds& bonds, double temperature) : bonds_(bonds), temperature_(temperature) {}

  ExactIsing solve(const std::vector<std::uint32_t>& order) {
    for (std::size_t n = 0; n < order.size(); ++n) {
      add(order[n]);
      met_.push_back(order[n]);
      for (std::size_t bit = active_.size(); bit-- > 0;) {
        if (finished(active_[bit])) {
          sum_over(bit);
        }
      }
    }
    return table_.front().exact(static_cast<int>(order.size()), temperature_);
  }

private:
  bool has_met(std::uint32_t site) const { return std::find(met_.begin(), met_.end(), site) != met_.end(); }
  bool finished(std::uint32_t site) const {
    return std::all_of(bonds_.begin(), bonds_.end(),
                       [&](const auto& b) { return (b.a != site || has_met(b.b)) && (b.b != site || has_met(b.a)); });
  }

  /// Its spin becomes the highest bit; the first of all is down, as above.
  void add(std::uint32_t site) {
    std::vector<std::pair<std::size_t, double>> to; // spins that it is bound to, and J
    for (const auto& b : bonds_) {
      for (std::size_t bit = 0; bit < active_.size(); ++bit) {
        if ((b.a == site && b.b == active_[bit]) || (b.b == site && b.a == active_[bit])) {
          to.emplace_back(bit, b.j);
        }
      }
    }
    active_.push_back(site);
    if (met_.empty()) {
      table_ = {Weights{1, 0, 0, 0}, Weights{}};
      return;
    }
    std::vector<double> energy, factor; // of the new spin pointing down, by the spins that it is bound to
    for (std::size_t s = 0; s < std::size_t{1} << to.size(); ++s) {
      double sum = 0;
      for (std::size_t k = 0; k < to.size(); ++k) {
        sum -= (s >> k & 1U) != 0 ? -to[k].second : to[k].second;
      }
      energy.push_back(sum);
      factor.push_back(std::exp(-sum / temperature_));
    }
    const std::size_t half = table_.size(), last = energy.size() - 1;
    table_.resize(2 * half);
    for (std::size_t s = 0; s < half; ++s) {
      std::size_t at = 0;
      for (std::size_t k = 0; k < to.size(); ++k) {
        at |= (s >> to[k].first & 1U) << k;
      }
      table_[half + s] = table_[s].with(-energy[at], factor[last - at]); // all turned
      table_[s] = table_[s].with(energy[at], factor[at]);
    }
  }

  void sum_over(std::size_t bit) {
    const std::size_t low = (std::size_t{1} << bit) - 1;
    for (std::size_t s = 0; s < table_.size() / 2; ++s) {
      const std::size_t from = (s & low) | (s & ~low) << 1;
      table_[s] = table_[from] + table_[from | (low + 1)];
    }
    table_.resize(table_.size() / 2);
    active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(bit));
  }

  const Bonds& bonds_;
  double temperature_;
  std::vector<Weights> table_;
  std::vector<std::uint32_t> active_, met_; ///< the spins that are bits of the table, the first of them lowest
};

/// The sites of a lattice row by row.
inline std::vector<std::uint32_t> row_by_row(int sites) {
  std::vector<std::uint32_t> order;
  for (int k = 0; k < sites; ++k) {
    order.push_back(static_cast<std::uint32_t>(k));
  }
  return order;
}

/// The sites of the periodic 4 x 4 x 4 lattice. A ring of four is a square, so that the lattice is a cube in six dimensions: by the
/// number of its coordinates that are 1, no more than 23 of its corners have neighbours on either side.
inline std::vector<std::uint32_t> six_dimensional() {
  std::vector<std::uint32_t> order = row_by_row(64);
  const auto gray = [](std::uint32_t x) { return x ^ x >> 1; }; // 0, 1, 3, 2: places of a ring as corners of a square
  const auto corner = [&](std::uint32_t site) {
    return gray(site & 3U) | gray(site >> 2 & 3U) << 2 | gray(site >> 4) << 4;
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t x = corner(a), y = corner(b);
    return std::popcount(x) != std::popcount(y) ? std::popcount(x) < std::popcount(y) : x < y;
  });
  return order;
}

} // namespace neel::testing
