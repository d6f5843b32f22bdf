// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/source.hpp"

#include "errors/errors.hpp"

namespace neel::view {

std::string Source::act(const std::string& /*command*/) { throw InputError("there is nothing to be done here"); }

} // namespace neel::view
