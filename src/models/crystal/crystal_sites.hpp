// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Which ion is on which site, and which kinds of bonds there are between them.

#include "models/crystal/bonds_input.hpp"
#include "models/crystal/crystal_input.hpp"

#include <neel/core/seed.hpp>
#include <neel/crystal/tables.hpp>

namespace neel::models {

/// How many of `sites` sites each ion takes: fractions times sites, rounded so that none is left over.
std::vector<std::int64_t> ion_counts(const std::vector<double>& fractions, std::int64_t sites);

/// The ion of each site of a chain (site number by site number). Each basis site has just so many ions of each species as
/// ion_counts() says; which sites they take is drawn, or a file has said it.
std::vector<std::uint8_t> place_ions(const CrystalInput& in, const Seed& disorder, std::uint32_t chain);

/// The bonds of a crystal, by classes: bonds of one class have the same coupling for each pair of ions, as the site at their
/// beginning sees them.
struct BondClasses {
  std::vector<crystal::Bond> bonds;               ///< their kinds are classes
  std::vector<std::vector<PairCoupling>> by_ions; ///< (class, own ion x ions + other ion)
};
BondClasses bond_classes(const CrystalInput& in, const std::vector<CrystalBond>& bonds, std::size_t ions);

/// The largest energy of all of a site's bonds: an upper bound of |S.M S'| and B for each, added up.
double largest_bond_energy(const CrystalInput& in, const std::vector<CrystalBond>& bonds);

} // namespace neel::models
