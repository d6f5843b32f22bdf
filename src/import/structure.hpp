// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A crystal without couplings, as files of structures have it, and the magnetic crystal in it.

#include "crystal/symmetry.hpp"
#include "import/imported.hpp"

namespace neel::imports {

struct Atom {
  std::string label;   ///< as the file has it
  std::string element; ///< "Fe"
  std::optional<int> charge;
  Vector position{};            ///< in units of the cell's vectors
  double occupancy = 1;         ///< of the site, by this element
  std::optional<double> moment; ///< in Bohr magnetons
};

struct Structure {
  std::string file;   ///< its path
  std::string source; ///< "the CIF fe.cif, P n m a"
  std::string cell_from;
  Matrix cell{};
  std::vector<crystal::Operation> operations; ///< of the space group, at least those that generate it
  std::vector<Atom> atoms;                    ///< one of each orbit at least
  std::vector<std::string> lost, notes;
};

struct StructureOptions {
  std::vector<std::string> ions; ///< elements that carry spins; none: chosen by moments, else by open shells
  std::optional<double> within;  ///< the longest bonds to list
};

/// Crystallographic information files, magnetic ones, too. Throws InputError where Neel was built without gemmi.
Structure read_cif(const std::string& path);
/// POSCAR or CONTCAR of VASP. Throws InputError where Neel was built without spglib.
Structure read_poscar(const std::string& path);

/// The space group of a crystal all of whose atoms are given, and its name. `path` stands in errors.
std::vector<crystal::Operation> find_operations(const std::string& path, const Matrix& cell,
                                                const std::vector<Vector>& positions, const std::vector<int>& types,
                                                std::string& name);

/// Sites of ions that carry spins, the symmetry of the whole crystal, and the orbits of the shortest bonds, without couplings.
Imported magnetic_crystal(const Structure& s, const StructureOptions& options);

} // namespace neel::imports
