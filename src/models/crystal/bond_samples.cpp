// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/bond_samples.hpp"

#include <neel/models/edwards_anderson_start.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace neel::models {

namespace {

bool before(const crystal::SitePair& x, const crystal::SitePair& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); }

std::vector<crystal::SitePair> distinct(std::vector<crystal::SitePair> pairs) {
  std::sort(pairs.begin(), pairs.end(), before);
  pairs.erase(
      std::unique(pairs.begin(), pairs.end(), [](const auto& x, const auto& y) { return x.a == y.a && x.b == y.b; }),
      pairs.end());
  return pairs;
}

crystal::SitePair pair_of(std::int64_t a, std::int64_t b) { return {std::min(a, b), std::max(a, b), 0, 0}; }

std::size_t index_of(const std::vector<crystal::SitePair>& pairs, const crystal::SitePair& pair) {
  return static_cast<std::size_t>(std::lower_bound(pairs.begin(), pairs.end(), pair, before) - pairs.begin());
}

/// A normal number by Box and Muller's way, of two words.
double normal(const random::Draw& d) {
  const double u = math::fma(static_cast<double>(d.a), 0x1p-32, 0x1p-33); // (0, 1)
  return math::sqrt(-2 * math::log(u)) * math::sincos2pi(static_cast<double>(d.b) * 0x1p-32).cos;
}

} // namespace

BondSamples::BondSamples(const crystal::Cells& cells, const std::vector<CrystalBond>& bonds, const DrawnBonds& how,
                         std::uint32_t first_system)
    : how_(how), first_system_(first_system), basis_(cells.basis) {
  double shortest = bonds.front().pair.distance;
  for (const CrystalBond& b : bonds) {
    bonds_.push_back({b.pair, b.by_ions[0][0].exchange(), b.width, {}});
    shortest = std::min(shortest, b.pair.distance);
  }
  // Which numbers a bond draws must not depend on the order of the input, nor on bonds that are longer.
  const auto order = [&](const Draw& d) {
    const crystal::Pair& p = d.pair;
    return std::tuple(std::lround(1e4 * p.distance / shortest), p.from, p.to, p.offset[2], p.offset[1], p.offset[0]);
  };
  std::sort(bonds_.begin(), bonds_.end(), [&](const Draw& x, const Draw& y) { return order(x) < order(y); });
  std::vector<crystal::SitePair> all; // (cell, bond)
  const std::int64_t nowhere = -1;
  for (int z = 0; z < cells.size[2]; ++z) {
    for (int y = 0; y < cells.size[1]; ++y) {
      for (int x = 0; x < cells.size[0]; ++x) {
        for (const Draw& d : bonds_) {
          const int to[3] = {crystal::wrapped(x + d.pair.offset[0], cells.size[0], cells.periodic[0]),
                             crystal::wrapped(y + d.pair.offset[1], cells.size[1], cells.periodic[1]),
                             crystal::wrapped(z + d.pair.offset[2], cells.size[2], cells.periodic[2])};
          const bool there = to[0] >= 0 && to[1] >= 0 && to[2] >= 0;
          all.push_back(there
                            ? pair_of(cells.number(d.pair.from, x, y, z), cells.number(d.pair.to, to[0], to[1], to[2]))
                            : crystal::SitePair{nowhere, nowhere, 0, 0});
        }
      }
    }
  }
  pairs_ = distinct(all);
  if (!pairs_.empty() && pairs_.front().a == nowhere) {
    pairs_.erase(pairs_.begin());
  }
  for (std::size_t k = 0; k < all.size(); ++k) {
    bonds_[k % bonds_.size()].index.push_back(all[k].a == nowhere ? -1 : static_cast<int>(index_of(pairs_, all[k])));
  }
}

BondSamples::BondSamples(const std::vector<std::vector<SiteBond>>& samples, double factor) {
  for (const auto& bonds : samples) {
    for (const SiteBond& b : bonds) {
      pairs_.push_back(pair_of(b.a, b.b));
    }
  }
  pairs_ = distinct(std::move(pairs_));
  for (const auto& bonds : samples) {
    given_.emplace_back(pairs_.size(), 0.0);
    for (const SiteBond& b : bonds) {
      given_.back()[index_of(pairs_, pair_of(b.a, b.b))] = factor * b.j;
    }
  }
}

/// Bits are those of the bit-coded engine (edwards_anderson_start.hpp): the simple cubic lattice has the same samples there.
double BondSamples::draw(std::size_t bond, int sample, std::uint32_t site) const {
  const Draw& d = bonds_[bond];
  const std::uint32_t number = first_system_ + static_cast<std::uint32_t>(sample);
  if (how_.kind == BondDisorder::pm) {
    const DrawBonds bits{how_.seed, random::threshold(1 - how_.positive)};
    return (bits(number / 32, site, static_cast<int>(bond)) >> number % 32 & 1U) != 0 ? -d.mean : d.mean;
  }
  const random::Stream stream(how_.seed, random::Purpose::disorder, number, 0, 8 * static_cast<std::uint32_t>(bond));
  return d.mean + d.width * normal(stream(site));
}

std::vector<double> BondSamples::of(int sample) const {
  if (!given_.empty()) {
    return given_[given_.size() == 1 ? 0 : static_cast<std::size_t>(sample)];
  }
  std::vector<double> all(pairs_.size(), 0.0);
  for (std::size_t k = 0; k < bonds_.size(); ++k) {
    for (std::size_t cell = 0; cell < bonds_[k].index.size(); ++cell) {
      if (const int at = bonds_[k].index[cell]; at >= 0) {
        all[static_cast<std::size_t>(at)] +=
            draw(k, sample, static_cast<std::uint32_t>(static_cast<int>(cell) * basis_ + bonds_[k].pair.from));
      }
    }
  }
  return all;
}

double BondSamples::largest(int samples) const {
  double most = 0;
  for (int s = 0; s < (alike() ? 1 : samples); ++s) {
    const std::vector<double> j = of(s);
    std::vector<double> sums(
        pairs_.empty() ? 0
                       : 1 + static_cast<std::size_t>(
                                 std::max_element(pairs_.begin(), pairs_.end(), [](const auto& x, const auto& y) {
                                   return x.b < y.b;
                                 })->b));
    for (std::size_t k = 0; k < j.size(); ++k) {
      sums[static_cast<std::size_t>(pairs_[k].a)] += std::abs(j[k]);
      sums[static_cast<std::size_t>(pairs_[k].b)] += std::abs(j[k]);
    }
    most = std::max(most, sums.empty() ? 0.0 : *std::max_element(sums.begin(), sums.end()));
  }
  return most;
}

} // namespace neel::models
