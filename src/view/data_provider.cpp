// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "view/data_provider.hpp"

#include "errors/errors.hpp"

namespace neel::view {

std::string DataProvider::curves() { throw FileError("there are no results here"); }
std::string DataProvider::series(std::int64_t /*since*/) { throw FileError("there is no laboratory here"); }
std::string DataProvider::act(const std::string& /*command*/) { throw InputError("there is nothing to be done here"); }

} // namespace neel::view
