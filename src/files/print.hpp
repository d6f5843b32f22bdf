// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What commands print.

#include <fmt/format.h>

#include <cstdio>
#include <utility>

namespace neel::files {

/// Prints to the standard output. Where that fails (`| head`, a full disk), the command goes on, and main tells of it at the
/// end; fmt::print would throw. Columns of numbers have {:>9.3g}: without the > fmt puts nan and inf to the left.
template <class... Arguments>
void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  std::fputs(fmt::format(format, std::forward<Arguments>(arguments)...).c_str(), stdout);
}

} // namespace neel::files
