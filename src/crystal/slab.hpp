// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A slab of a crystal: the rows of some planes of cells, and copies of the rows that these are bound to.

#include "crystal/bonds.hpp"

#include <neel/crystal/tables.hpp>

namespace neel::crystal {

/// Planes of cells that bonds span along the third axis; one at least.
int reach(const std::vector<Bond>& bonds);

/// Its tables, and where they come from.
struct Slab {
  Tables tables;
  std::vector<SlabColour> colours;
  std::vector<int> row;   ///< per row, of the whole
  std::vector<int> local; ///< per row of the whole: of the slab, own rows before copies, or Tables::none

  /// Where an entry of the whole is. Throws std::logic_error if it is not here.
  int entry(const Tables& whole, int entry) const;
};

/// The planes [begin, end) of the third axis of a lined crystal, of at least `reach` planes as any other slab.
Slab slab(const Tables& whole, const Cells& cells, int begin, int end, int reach);

} // namespace neel::crystal
