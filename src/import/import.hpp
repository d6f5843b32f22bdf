// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Inputs of Neel from the files of other programs.

#include <optional>
#include <string>
#include <vector>

namespace neel::imports {

struct Options {
  std::string file;              ///< or a folder
  std::string format = "auto";   ///< "vampire", "uppasd", "espins", "table", "cif", "poscar", "tb2j"
  std::string materials;         ///< Vampire's .mat, or empty
  std::string cell, size;        ///< as on the command line, or empty
  std::vector<std::string> ions; ///< names for UppASD's types; of structures, the elements with spins
  std::optional<double> within;  ///< structures: the longest bonds to list
  bool average = false;          ///< where the two directions of a bond contradict each other
};

struct Result {
  std::string text;               ///< the input
  std::string source;             ///< what it was made from
  std::vector<std::string> files; ///< that were read
  std::vector<std::string> lost, notes;
  std::size_t sites, shells, singles, orbits; ///< of the basis; entries of couplings.bonds
};

/// `command` stands in the text. Throws InputError with file and line where something is wrong with a file, FileError where it
/// cannot be read.
Result import_file(const Options& options, const std::string& command);

} // namespace neel::imports
