// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "errors/errors.hpp"
#include "import/structure.hpp"

namespace neel::imports {

Structure read_cif(const std::string& path) {
  throw InputError(path + ": this neel was built without gemmi, which reads CIFs (docs/install.md)");
}

} // namespace neel::imports
