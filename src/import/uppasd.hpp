// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Inputs of UppASD, the Uppsala atomistic spin dynamics program (Skubic et al., J. Phys.: Condens. Matter 20, 315203 (2008)).
// Its energy, in mRy and with unit vectors: E = -sum_{i != j} [J_ij e_i.e_j + D_ij.(e_i x e_j)] + sum_i K_1 (e_i.n)^2, each bond
// in both directions, so that one bond has -2 J e.e'. The sign of K_1 is that of the program's fields and energies.

#include "files/text_file.hpp"
#include "import/imported.hpp"

namespace neel::imports {

/// What begins a comment in files.
inline constexpr const char* uppasd_comment = "#!";

/// What inpsd.dat says, as far as it is imported.
struct UppasdSettings {
  std::string file; ///< its path
  std::optional<Matrix> cell;
  std::string cell_from;
  std::optional<std::array<int, 3>> size;
  std::array<bool, 3> periodic{false, false, false};
  std::string positions, moments, exchange, dm, anisotropy; ///< paths; empty: not named
  bool direct = false;                                      ///< coordinates in units of the cell's vectors
  bool whole_cells = false; ///< maptype 2: vectors are offsets of cells, not from atom to atom
  bool tensor = false;      ///< do_jtensor 1: nine numbers a bond
  bool reduced = false;     ///< aunits Y
  bool alloy = false;       ///< do_ralloy 1: lines name chemical types, too
  bool tb2j = false;        ///< as TB2J writes it: no cell, positions direct, vectors in angstrom, exchange with a head
  int symmetry = 0;         ///< 0 to 4
  double exchange_scale = 1, dm_scale = 1;
  std::optional<Vector> field;
  std::string field_from;
  std::vector<std::string> lost;
};

struct UppasdOptions {
  std::optional<Matrix> cell;     ///< instead of that of the file
  std::vector<std::string> names; ///< of the types, from 1 on; of alloys, of the ions of each type
  bool average = false;
};

inline constexpr const char* symmetry_file = "sym.mat";
/// Operations, as matrices, that take a vector of the exchange file to all that are equivalent; read from that file in `folder` for 4.
std::vector<Matrix> uppasd_symmetry(int symmetry, const std::string& folder);

UppasdSettings read_uppasd_settings(const std::string& path);

/// `path`: of inpsd.dat.
Imported read_uppasd(const std::string& path, const UppasdOptions& options);

} // namespace neel::imports
