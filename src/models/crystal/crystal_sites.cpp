// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "models/crystal/crystal_sites.hpp"

#include "models/crystal/bond_samples.hpp"

#include <neel/random/philox.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace neel::models {

std::vector<std::int64_t> ion_counts(const std::vector<double>& fractions, std::int64_t sites) {
  std::vector<std::int64_t> counts;
  std::vector<std::size_t> by_rest(fractions.size());
  std::iota(by_rest.begin(), by_rest.end(), std::size_t{0});
  std::vector<double> rest;
  std::int64_t left = sites;
  for (const double f : fractions) {
    const double wanted = f * static_cast<double>(sites);
    counts.push_back(static_cast<std::int64_t>(std::floor(wanted + 1e-9)));
    rest.push_back(wanted - static_cast<double>(counts.back()));
    left -= counts.back();
  }
  std::stable_sort(by_rest.begin(), by_rest.end(), [&](std::size_t a, std::size_t b) { return rest[a] > rest[b]; });
  for (std::size_t k = 0; left > 0; ++k, --left) {
    ++counts[by_rest[k % by_rest.size()]];
  }
  return counts;
}

std::vector<std::uint8_t> place_ions(const CrystalInput& in, const Seed& disorder, std::uint32_t chain) {
  if (!in.placed.empty()) {
    return in.placed;
  }
  const crystal::Cells& cells = in.crystal.cells;
  const auto basis = static_cast<std::size_t>(cells.basis);
  const auto count = static_cast<std::size_t>(cells.sites()), n = count / basis;
  std::vector<std::uint8_t> ion(count, 0);
  const random::Stream stream(disorder, random::Purpose::disorder, chain, 0);
  std::vector<std::pair<std::uint32_t, std::size_t>> order(n);
  for (std::size_t b = 0; b < basis; ++b) {
    const std::vector<std::int64_t> counts = ion_counts(in.fractions[b], static_cast<std::int64_t>(n));
    const auto only = std::find(counts.begin(), counts.end(), static_cast<std::int64_t>(n));
    for (std::size_t cell = 0; cell < n; ++cell) {
      const std::size_t site = b + basis * cell;
      if (only != counts.end()) {
        ion[site] = static_cast<std::uint8_t>(only - counts.begin());
      } else {
        order[cell] = {stream(static_cast<std::uint32_t>(site)).a, site};
      }
    }
    if (only != counts.end()) {
      continue;
    }
    std::sort(order.begin(), order.end());
    auto next = order.begin();
    for (std::size_t k = 0; k < counts.size(); ++k) {
      for (std::int64_t c = 0; c < counts[k]; ++c) {
        ion[(next++)->second] = static_cast<std::uint8_t>(k);
      }
    }
  }
  return ion;
}

BondClasses bond_classes(const CrystalInput& in, const std::vector<CrystalBond>& bonds, std::size_t ions) {
  BondClasses classes;
  std::map<std::vector<PairCoupling>, int> known;
  const auto class_of = [&](const std::vector<PairCoupling>& by_ions) {
    const auto [at, fresh] = known.try_emplace(by_ions, static_cast<int>(classes.by_ions.size()));
    if (fresh) {
      classes.by_ions.push_back(by_ions);
    }
    return at->second;
  };
  for (const CrystalBond& bond : bonds) {
    const auto& at_from = in.fractions[static_cast<std::size_t>(bond.pair.from)];
    const auto& at_to = in.fractions[static_cast<std::size_t>(bond.pair.to)];
    std::vector<PairCoupling> forward(ions * ions), back(ions * ions);
    for (std::size_t i = 0; i < ions; ++i) {
      for (std::size_t j = 0; j < ions; ++j) {
        if (at_from[i] > 0 && at_to[j] > 0) { // else the pair does not occur, and must not tell bonds apart
          forward[i * ions + j] = bond.by_ions[i][j];
          back[j * ions + i] = bond.by_ions[i][j].reversed();
        }
      }
    }
    classes.bonds.push_back({bond.pair.from, bond.pair.to, bond.pair.offset, class_of(forward), class_of(back)});
  }
  return classes;
}

double largest_bond_energy(const CrystalInput& in, const std::vector<CrystalBond>& bonds) {
  std::vector<double> sums(in.crystal.basis.size(), 0.0);
  for (const CrystalBond& bond : bonds) {
    double most = 0;
    for (const auto& row : bond.by_ions) {
      for (const PairCoupling& c : row) {
        double squares = 0;
        for (const crystal::Vector& v : c.matrix) {
          squares += v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
        }
        const double norm = c.isotropic() ? std::abs(c.matrix[0][0]) : std::sqrt(squares);
        most = std::max(most, norm + std::abs(c.biquadratic));
      }
    }
    most += BondSamples::widest * bond.width;
    sums[static_cast<std::size_t>(bond.pair.from)] += most;
    sums[static_cast<std::size_t>(bond.pair.to)] += most;
  }
  return *std::max_element(sums.begin(), sums.end());
}

} // namespace neel::models
