// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// An input of Neel, with comments that say where its numbers come from.

#include "import/groups.hpp"
#include "import/imported.hpp"

namespace neel::imports {

/// `command`: the one that made it. The schedule is a proposal: annealing from above the mean-field T_c of the couplings' sizes.
std::string input_text(const Imported& in, const std::vector<Group>& groups, const std::string& command);

} // namespace neel::imports
