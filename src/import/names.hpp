// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Names for ions and sites that inputs of Neel may have, and ions out of what is known site by site.

#include "import/imported.hpp"

namespace neel::imports {

/// The name with `_` for what names of ions may not hold.
std::string plain_name(const std::string& name);

/// Gives sites their ions: sites whose `Ion` has the same name, moment, K and C share one. Ions that are called the same but
/// differ get numbers, and so do the sites of an ion.
void share_ions(Imported& in, const std::vector<Ion>& ion_of_site);

} // namespace neel::imports
