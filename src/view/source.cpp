// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/source.hpp"

#include "errors/errors.hpp"

namespace neel::view {

std::string Source::curves() { throw FileError("there are no results here"); }
std::string Source::series(std::int64_t /*since*/) { throw FileError("there is no laboratory here"); }
std::string Source::act(const std::string& /*command*/) { throw InputError("there is nothing to be done here"); }

} // namespace neel::view
