// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// From trees to programs.

#include "formula/parse.hpp"

#include <neel/run/expression.hpp>

#include <functional>
#include <map>
#include <optional>
#include <span>

namespace neel::expression {

using formula::Tree;

/// The names that an expression may have.
struct Names {
  std::map<std::string, int> variables;    ///< their numbers
  std::map<std::string, double> constants; ///< beside pi
  /// The variable that a call stands for, such as an average; none: it is a function as any other.
  std::function<std::optional<int>(const Tree&)> call = [](const Tree&) { return std::optional<int>(); };
};

/// Throws std::invalid_argument, which says what is wrong.
run::Program compile(const Tree& tree, const Names& names);
/// Names and functions that compile() knows by itself.
std::vector<std::string> known_names();
/// Of these variables.
double value_of(const run::Program& program, std::span<const double> variables);

} // namespace neel::expression
