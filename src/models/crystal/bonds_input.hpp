// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// [[couplings.bonds]]: which sites of a crystal are bound, and how.

#include "crystal/symmetry.hpp"
#include "input/reader.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace neel::models {

/// E = S.M S' - B (S.S')^2 of a bond from S to S', each bond once.
struct PairCoupling {
  crystal::Matrix matrix{};
  double biquadratic = 0;

  PairCoupling reversed() const;
  bool isotropic() const;
  /// A third of the trace; without a rounding where its terms are equal.
  double exchange() const {
    const double x = matrix[0][0], y = matrix[1][1], z = matrix[2][2];
    return x == y && y == z ? x : (x + y + z) / 3;
  }
  /// D of the antisymmetric part, D.(S x S').
  crystal::Vector dm() const;
  auto operator<=>(const PairCoupling&) const = default;
};

/// A bond that repeats from cell to cell, with its coupling for each pair of ions (at its beginning, at its end).
struct CrystalBond {
  crystal::Pair pair;
  std::size_t shell = 0; ///< counted from 1
  std::vector<std::vector<PairCoupling>> by_ions;
  double width = 0; ///< of the Gaussian that J is drawn from, around what is said here
};

/// What bonds can have.
struct BondKind {
  bool vectors = false;  ///< spins have three components: DM vectors, matrices and biquadratic couplings
  bool drawn = false;    ///< couplings differ from bond to bond: J alone, the same for all ions
  bool gaussian = false; ///< drawn with a width
};

struct CrystalBonds {
  std::vector<CrystalBond> bonds;
  std::string warnings; ///< lines for the log: what has been left out and may have been forgotten
};

/// Reads them; `ions` names the species that bonds may be told apart by. `symmetry`, or none, carries bonds to their orbits.
CrystalBonds read_bonds(input::Reader& in, const crystal::Crystal& c, const crystal::Symmetry* symmetry,
                        const std::vector<std::string>& ions, const BondKind& kind);

/// "A(0,0,0)-B(1,0,0)".
std::string bond_name(const crystal::Crystal& c, const crystal::Pair& p);

} // namespace neel::models
