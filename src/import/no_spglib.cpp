// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "errors/errors.hpp"
#include "import/structure.hpp"

namespace neel::imports {

std::vector<crystal::Operation> find_operations(const std::string& path, const Matrix&, const std::vector<Vector>&,
                                                const std::vector<int>&, std::string&) {
  throw InputError(path +
                   ": this neel was built without spglib, which finds the symmetry of its atoms (docs/install.md)");
}

} // namespace neel::imports
