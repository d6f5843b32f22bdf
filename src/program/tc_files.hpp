// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// NAME.tc.toml, NAME.tc.tsv, NAME.tc.json: what `neel tc` ran, and what it found.

#include "tc/search.hpp"

namespace neel::program {

/// A run and the keys of its input.
struct TcRun {
  std::string name;
  std::vector<std::string> keys;
};

/// Throws InputError where one of these files is there and not of `neel tc`. `base`: DIR/NAME.tc.
void keep_foreign_tc_files(const std::string& base);

/// "1.4432 +- 0.0011".
std::string plus_minus(double value, double error);
/// "T_c = 1.4432 +- 0.0011 J = 628.1 +- 0.5 K", the latter where the input says what the unit is; in K where energies are in meV.
std::string tc_line(const tc::Limit& limit, const input::EnergyUnit& unit);

void write_tc_files(const std::string& base, const std::string& input, const tc::Question& question,
                    const tc::Search& search, const tc::Answer& answer, const std::vector<TcRun>& runs);

} // namespace neel::program
