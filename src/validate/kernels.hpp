// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The kernels that change sites, by name: what there is to validate.

#include "validate/validate.hpp"

namespace neel::validate {

/// All that the dispatch can choose, "MODEL, ...", in the order of the table. tests/program/test_validate.py compares them with the
/// kernels that the program is made of, in the list of its symbols.
std::vector<std::string> kernels();

/// Those that a run of this case launches.
std::vector<std::string> kernels_of(const Case& c);

} // namespace neel::validate
