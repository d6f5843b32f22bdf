// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The coupling of two sites, as tables of them have it.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace neel::models {

struct SiteBond {
  std::uint32_t a = 0, b = 0; ///< numbers of sites, a < b
  double j = 0;
};

/// What a model can write down of its couplings.
struct BondTables {
  int samples = 0;     ///< 0: nothing
  std::string meaning; ///< "E = - sum J s s', J in K"
  /// Each bound pair of sites of one sample, once, in rising order.
  std::function<std::vector<SiteBond>(int sample)> of;
};

} // namespace neel::models
