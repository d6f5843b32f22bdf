// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// printf into a string.

#include <cstdio>
#include <string>

namespace neel::program {

/// At most 599 characters.
template <class... Arguments>
std::string formatted(const char* format, const Arguments&... arguments) {
  char text[600];
  std::snprintf(text, sizeof text, format, arguments...);
  return text;
}

} // namespace neel::program
