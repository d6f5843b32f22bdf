// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// A plain table of bonds, Neel's own format for whoever has couplings in a script or a spreadsheet (docs/import.md).

#include "import/imported.hpp"

namespace neel::imports {

Imported read_bond_table(const std::string& path, bool average);

} // namespace neel::imports
