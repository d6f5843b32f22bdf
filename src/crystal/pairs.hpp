// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Tables of bonds that are given one by one, as bound pairs of sites.

#include "crystal/tables.hpp"

namespace neel::crystal {

/// Of pairs a < b, each once, in rising order; all bonds are of one kind. Where the pairs are (nearly) all that bonds which repeat
/// from cell to cell would make, and a pattern of colours is found, the tables are lined, else those of a graph. Which, and all
/// numbers in them, depends on cells and pairs alone.
Tables pair_tables(const Cells& cells, const std::vector<SitePair>& pairs);

/// Which of these pairs each slot of each entry, (slot, entry), leads along; -1 where none does, or a slot before it.
std::vector<int> pairs_of_slots(const Tables& t, const std::vector<SitePair>& pairs);

} // namespace neel::crystal
