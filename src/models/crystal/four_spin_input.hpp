// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// [[couplings.four_spin]]: interactions of four spins of a crystal.

#include "models/crystal/bonds_input.hpp"

#include <neel/crystal/tables.hpp>
#include <neel/models/four_spin.hpp>

namespace neel::models {

/// Repeats from cell to cell: its sites 1 to 4, and K.
struct FourSpin {
  std::array<int, 4> basis{};
  std::array<std::array<int, 3>, 4> offset{}; ///< of their cells
  double k = 0;
  /// E = K [(S1.S2)(S3.S4) + (S1.S4)(S2.S3) - (S1.S3)(S2.S4)], else E = K (S1.S2)(S3.S4).
  bool ring = false;
};

inline constexpr const char* four_spin_key = "couplings.four_spin";
/// Notes an error where the crystal has none.
std::vector<FourSpin> read_four_spin(input::Reader& in, const crystal::Crystal& c);

/// Bonds without a coupling between sites of one interaction that have no bond: for colours of sites that can move at once.
std::vector<CrystalBond> bonds_between(const std::vector<FourSpin>& all, const std::vector<CrystalBond>& bonds,
                                       std::size_t ions);
/// For kernels; interactions that leave the crystal by an open edge are left out.
FourSpinTables four_spin_tables(const std::vector<FourSpin>& all, const crystal::Cells& cells,
                                const crystal::Tables& tables);
/// What a site has of them at most.
double largest_four_spin(const std::vector<FourSpin>& all, int basis);
std::string describe_four_spin(const std::vector<FourSpin>& all, const crystal::Crystal& c,
                               const input::EnergyUnit& unit);

} // namespace neel::models
