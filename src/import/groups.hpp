// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Bonds in the groups that an input of Neel writes them in: whole shells that have one J, and all others one by one.

#include "import/imported.hpp"

#include <utility>

namespace neel::imports {

struct Group {
  std::size_t shell = 0; ///< counted from 1; 0: a single bond
  double distance = 0;
  std::optional<std::pair<std::size_t, std::size_t>> ions; ///< for these alone
  std::vector<std::size_t> bonds;                          ///< numbers in Imported::bonds
  bool one_way = false; ///< the same two ions the other way round have another coupling
};

/// The crystal with its cells, as Neel numbers shells by it.
crystal::Crystal crystal_of(const Imported& in);

/// By length, shells before single bonds. A shell (of two ions) is one group where all its bonds have the same J (and B) and
/// nothing else.
std::vector<Group> group_bonds(const Imported& in, const crystal::Crystal& c);

/// A third of the largest sum of couplings' sizes at a site: no mean-field T_c is higher. Of alloys, of its mean.
double highest_mean_field(const Imported& in);

} // namespace neel::imports
