// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Tables of couplings: a line for each bound pair of sites, `site site J`.

#include "input/reader.hpp"
#include "model/site_bond.hpp"

namespace neel::models {

/// A sample from a file, in rising order. Throws FileError, or InputError that tells file and line: of numbers that are none, sites
/// beyond `sites`, pairs that stand there twice.
std::vector<SiteBond> read_bond_file(const std::string& path, std::int64_t sites);

struct BondFiles {
  std::vector<std::string> paths;
  std::vector<std::vector<SiteBond>> samples; ///< in the order of the paths
};

/// couplings.file: one for all of `samples` samples, or one for each. Nothing is read where the input has errors.
BondFiles read_bond_files(input::Reader& in, std::int64_t sites, int samples);

/// A table with `head`, lines that become comments.
std::string bond_table(const std::vector<SiteBond>& bonds, const std::string& head);

} // namespace neel::models
