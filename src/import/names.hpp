// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Names for ions and sites that inputs of Neel may have, and ions out of what is known site by site.

#include "import/imported.hpp"

namespace neel::imports {

/// The name with `_` for what names of ions may not hold.
std::string plain_name(const std::string& name);

/// Adds ions to `in.ions`, those with the same name, moment and energies once, and returns the number of each. Ions that are
/// called the same but differ get numbers.
std::vector<std::size_t> add_ions(Imported& in, const std::vector<Ion>& ions);
/// Names sites by their ions, with numbers.
void name_sites(Imported& in);
/// Gives sites their ions: sites whose `Ion` has the same name, moment, K and C share one.
void share_ions(Imported& in, const std::vector<Ion>& ion_of_site);

} // namespace neel::imports
