// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Couplings that differ from bond to bond: samples of a spin glass, drawn or from files.

#include "model/site_bond.hpp"
#include "models/crystal/bonds_input.hpp"

#include <neel/core/seed.hpp>

namespace neel::models {

/// How couplings are drawn.
enum class BondDisorder { none, pm, gaussian };

struct DrawnBonds {
  BondDisorder kind = BondDisorder::none;
  double positive = 0.5; ///< pm: the probability of J, that of -J being the rest
  std::uint64_t seed = 1;
};

class BondSamples {
public:
  static constexpr std::size_t most_drawn = 512; ///< bonds of a cell: random counters have nine bits for them
  static constexpr double widest = 6.77;         ///< no number that is drawn is so many widths from its mean

  /// A sample for each system. `first_system`: the number of sample 0 among all.
  BondSamples(const crystal::Cells& cells, const std::vector<CrystalBond>& bonds, const DrawnBonds& how,
              std::uint32_t first_system);
  /// One for all systems, or one for each.
  BondSamples(const std::vector<std::vector<SiteBond>>& samples, double factor);

  /// Those that are bound in any sample, a < b, in rising order.
  const std::vector<crystal::SitePair>& pairs() const { return pairs_; }
  /// All systems have the same.
  bool alike() const { return given_.size() == 1; }
  /// J of each pair. What several bonds of a pair have is added up.
  std::vector<double> of(int sample) const;
  /// The largest sum of |J| at a site, of the first so many samples.
  double largest(int samples) const;

private:
  struct Draw {
    crystal::Pair pair;
    double mean, width;
    std::vector<int> index; ///< by cell: of the bond's pair, or -1 beyond an edge
  };
  double draw(std::size_t bond, int sample, std::uint32_t site) const;

  std::vector<crystal::SitePair> pairs_;
  std::vector<std::vector<double>> given_; ///< (sample, pair); empty: drawn
  // Drawn:
  DrawnBonds how_;
  std::uint32_t first_system_ = 0;
  int basis_ = 1;
  std::vector<Draw> bonds_; ///< by length, then by direction: x before y before z
};

} // namespace neel::models
