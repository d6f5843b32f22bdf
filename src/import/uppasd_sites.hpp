// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The sites of an input of UppASD.

#include "import/uppasd.hpp"

namespace neel::imports {

struct UppasdSites {
  Matrix inverse{};      ///< of the cell
  std::vector<int> type; ///< of each site, from 1 on
  std::vector<std::map<std::int64_t, std::size_t>>
      ion; ///< of each site, by chemical type: its number in Imported::ions

  /// The number of a site in a file, counted from 0.
  std::size_t number(const TextFile& file, const Line& line, std::size_t word, const std::string& expected) const;
};

/// Reads cell, positions, moments and anisotropies into `in`.
UppasdSites read_uppasd_sites(const UppasdSettings& settings, const UppasdOptions& options, Imported& in);

} // namespace neel::imports
