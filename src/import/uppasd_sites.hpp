// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The sites of an input of UppASD.

#include "import/uppasd.hpp"

namespace neel::imports {

struct UppasdSites {
  Matrix inverse{};      ///< of the cell
  std::vector<int> type; ///< of each site, from 1 on

  /// The number of a site in a file, counted from 0.
  std::size_t number(const TextFile& file, const Line& line, std::size_t word, const std::string& expected) const;
};

/// Reads cell, positions, moments and anisotropies into `in`.
UppasdSites read_uppasd_sites(const UppasdSettings& settings, const UppasdOptions& options, Imported& in);

Vector three_numbers(const TextFile& file, const Line& line, std::size_t from, const std::string& expected);

} // namespace neel::imports
