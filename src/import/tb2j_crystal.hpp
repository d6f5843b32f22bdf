// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What exchange.out and exchange.xml of TB2J have in common: their conventions.

#include "import/directed.hpp"

namespace neel::imports {

struct Tb2jAtom {
  std::string name, from;
  Vector position{};
  double moment = 0;
  std::optional<Matrix> tensor; ///< K of -S.K S
  int site = -1;                ///< none where no coupling is on it
};

struct Tb2jCrystal {
  std::vector<Tb2jAtom> atoms;
  DirectedCouplings couplings; ///< in meV
  std::vector<Ion> ions;       ///< of each site
  Imported in;

  /// The site of an atom, which it gets here.
  int site_of(Tb2jAtom& atom);
  Imported finish(const std::string& path, bool average);

private:
  void set_anisotropy(const Tb2jAtom& atom, const Matrix& whole);
};

} // namespace neel::imports
