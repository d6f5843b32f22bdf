// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the program says of its commands: help for a terminal of 80 columns, and what may have been meant.

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace neel::program {

/// Two columns: names, and what they mean.
class Help : public CLI::Formatter {
public:
  std::string make_option(const CLI::Option* option, bool positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;
};

/// One sentence where the first word is none of the commands; empty where it is one, or there is none.
std::string find_hint(const std::vector<std::string>& arguments, const std::vector<std::string>& commands);

} // namespace neel::program
