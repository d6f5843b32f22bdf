// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What an importer has read: a crystal with couplings, each with the place that it comes from.

#include "crystal/crystal.hpp"
#include "files/text_file.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace neel::imports {

using crystal::Matrix;
using crystal::Vector;
using files::counted;
using files::file_name;
using files::Line;
using files::lower_case;
using files::TextFile;
using files::to_integer;
using files::to_number;

struct Ion {
  std::string name;
  double moment = 1;                ///< in Bohr magnetons, or in units of the source
  double anisotropy = 0, cubic = 0; ///< K and C of E = -K (S.k)^2 + C (x^2 y^2 + ...), in `Imported::unit`
  std::string moment_from, anisotropy_from;
  double fourth = 0, sixth = 0;               ///< K4 and K6 of -K4 (S.k)^4 - K6 (S.k)^6
  Matrix tensor{};                            ///< A of S.A S
  std::map<std::string, double> stevens = {}; ///< B of Stevens functions, by their names in an input

  bool sixth_order() const { return fourth != 0 || sixth != 0 || tensor != Matrix{} || !stevens.empty(); }
};

struct Site {
  std::string name;
  Vector position{}; ///< in units of the cell's vectors
  std::size_t ion = 0;
  std::optional<Vector> axis; ///< k, where there is an anisotropy
  std::string from;
  std::vector<std::pair<std::size_t, double>> mixed{}; ///< ions with their fractions, where there are several
};

/// Each once, from `pair.from` to `pair.to`, with `pair` as crystal::Pair wants it.
struct Bond {
  crystal::Pair pair;
  Matrix matrix{};                                           ///< S.M S' times Imported::factor is the bond's energy
  double biquadratic = 0;                                    ///< B of -B (S.S')^2, times the same factor
  std::vector<std::string> from;                             ///< "fe.ucf:12"
  std::optional<std::pair<std::size_t, std::size_t>> ions{}; ///< of alloys: at `pair.from` and at `pair.to`

  /// J alone, or J and B.
  bool isotropic() const;
};

/// Bonds that the symmetry makes of one, whose coupling is not known.
struct BondOrbit {
  crystal::Pair first;
  std::vector<crystal::Pair> bonds; ///< of a cell
  std::vector<std::string> says;    ///< lines: what they are, what symmetry allows
};

struct Imported {
  std::string source;                  ///< what the files are, for people
  std::vector<std::string> files;      ///< all that were read
  std::vector<std::string> convention; ///< sentences: the source's energy, and what the factor does
  double factor = 1;                   ///< couplings.factor
  std::string unit;                    ///< of couplings: "meV", "K", "mRy", or "" for reduced ones
  Matrix cell{};
  std::string cell_from;
  std::vector<Ion> ions;
  std::vector<Site> sites;
  std::vector<Bond> bonds;
  std::vector<std::string> symmetry;      ///< operations that generate the space group; or none
  std::vector<BondOrbit> orbits;          ///< instead of bonds
  bool moments = false;                   ///< known, in Bohr magnetons
  std::optional<std::array<int, 3>> size; ///< what the source or the user says
  std::optional<std::array<bool, 3>> periodic;
  std::optional<Vector> field; ///< in tesla
  std::string field_from;
  std::vector<std::string> lost;  ///< what could not be carried over, a sentence each
  std::vector<std::string> notes; ///< what a reader of the result should know
};

} // namespace neel::imports
