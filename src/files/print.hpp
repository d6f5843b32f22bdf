// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What commands print.

#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>

namespace neel::files {

/// Prints to the standard output. Where that fails (`| head`, a full disk), the command goes on, and main tells of it at the
/// end; fmt::print would throw. Columns of numbers have {:>9.3g}: without the > fmt puts nan and inf to the left.
template <class... Arguments>
void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  std::fputs(fmt::format(format, std::forward<Arguments>(arguments)...).c_str(), stdout);
}

/// The text after `first`, in lines of at most so many characters; all but the first one begin with `next`. Lines end between
/// words, if possible where two blanks separate columns. A word that is longer stays whole.
std::string wrapped(const std::string& text, const std::string& first, const std::string& next, std::size_t width = 80);

/// Characters in a line of the terminal that a file descriptor leads to; nothing where that is no terminal, or one without a width.
std::optional<std::size_t> terminal_width(int descriptor);

/// Prints lines, which are seen at once. Those that are longer than the terminal is wide are wrapped; elsewhere they stay whole.
void print_lines(const std::string& text);

} // namespace neel::files
