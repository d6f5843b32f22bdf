// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Whether the couplings of a run are Gaussian with mean 0, and how wide.

#include "files/hdf5.hpp"
#include "input/value.hpp"

#include <string>

namespace neel::analysis {

struct GaussianBonds {
  double squares =
      0; ///< J^2 times the bonds per site, J the width; 0 where couplings are not Gaussian of mean 0, or `why`
  std::string why; ///< they are Gaussian, but no identity of energy and link overlap is known
  bool known() const { return squares > 0; }
};
/// Of a result file with this input, whose averages are over so many sites of each cell.
GaussianBonds gaussian_bonds(const files::Hdf5Reader& file, const input::Value& input, double sites_per_cell);

} // namespace neel::analysis
