// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Arithmetic expressions, as text and as trees.

#include <cstddef>
#include <string>
#include <vector>

namespace neel::formula {

/// A number (no name), a name (no arguments), or an operator or function with its arguments.
struct Tree {
  std::string name; ///< of an operator: its sign; "-" has one argument or two
  double value = 0;
  std::vector<Tree> arguments{};
  bool call = false; ///< name(arguments)

  bool is_number() const { return name.empty(); }
  bool is_name() const { return !name.empty() && arguments.empty(); }
};

/// Numbers, names, + - * / ^, comparisons, calls with one argument or more. Throws std::invalid_argument, which says where it cannot
/// be read.
Tree parse(const std::string& text);

} // namespace neel::formula
