// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Inputs of spins on crystals, as text.

#include "validate/case_list.hpp"
#include "validate/crystal_exact.hpp"

namespace neel::validate {

/// Spins of a cell that are bound to one another and to no other cell's: `bonds` is a list in TOML, `ions` are those of the
/// basis sites A, B, ...
inline std::string clusters(int cells, const std::vector<std::string>& ions) {
  std::string basis;
  for (std::size_t k = 0; k < ions.size(); ++k) {
    basis += (k == 0 ? "" : ", ") + std::string("{name = \"") + static_cast<char>('A' + k) + "\", position = [0." +
             std::to_string(k) + ", 0, 0]" + (ions[k].empty() ? "" : ", " + ions[k]) + "}";
  }
  return "[lattice]\nsize = [" + std::to_string(cells) + "]\ncell = [[10, 0, 0], [0, 10, 0], [0, 0, 10]]\nbasis = [" +
         basis + "]\n";
}
inline std::string named(const std::string& kind, const std::string& size, bool open = false) {
  return lattice(size, open) + "kind = \"" + kind + "\"\n";
}
inline std::string shell(double exchange) { return "[[couplings.bonds]]\nshell = 1\nJ = " + number(exchange) + "\n"; }
inline std::string bond(char from, char to, const std::string& coupling) {
  return std::string("[[couplings.bonds]]\nfrom = \"") + from + "\"\nto = \"" + to + "\"\noffset = [0, 0, 0]\n" +
         coupling + "\n";
}
struct CrystalMoves {
  const char *name, *update;
};
inline constexpr CrystalMoves by_metropolis{"metropolis", "\"metropolis\""}, by_heat_bath{"heatbath", "\"heatbath\""},
    by_cone{"cone", "\"cone:3\""}, by_reflection{"metropolis, overrelax:3", "[\"metropolis\", \"overrelax:3\"]"};
inline constexpr CrystalMoves of_heisenberg[] = {by_metropolis, by_cone, by_heat_bath, by_reflection};

/// Tables in the order in which TOML wants them: lists of bonds last.
inline std::string input(const std::string& model_name, const std::string& where, const std::string& material,
                         const std::string& bonds, const std::string& temperature, const Length& l,
                         const CrystalMoves& s, const std::string& more = "") {
  return model(model_name) + where + material + schedule(temperature, l, more) + algorithm(l, s.update) + bonds;
}

inline std::string text(const Matrix3& m) {
  std::string t;
  for (const Vector3& row : m) {
    t += (t.empty() ? "[" : ", ") + input::exact(std::vector<double>(row.begin(), row.end()));
  }
  return t + "]";
}

} // namespace neel::validate
