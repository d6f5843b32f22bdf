// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The command line as other programs read it: manual page and completion, made of what CLI11 has of commands and options.

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace neel::program {

/// An option or an argument of a command.
struct DescribedOption {
  enum class Value : std::uint8_t { none, file, folder, other };
  std::vector<std::string> names; ///< with their dashes; of an argument its one name
  std::string type, meaning;      ///< the value's name (empty: a flag), and what the option does
  Value value;
  bool positional, repeated, required;
};

/// A command's options and arguments. Without those of the program, of which a command takes --threads, too.
std::vector<DescribedOption> describe_options(const CLI::App& command);

/// The page neel(1), for man.
std::string manual_page(const CLI::App& app, const std::string& version);

/// A script for bash, zsh or fish that completes commands, options and files.
std::string completion(const CLI::App& app, const std::string& shell);

} // namespace neel::program
