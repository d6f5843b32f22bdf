// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "program/help.hpp"

#include "files/print.hpp"
#include "input/reader.hpp"

#include <algorithm>

namespace neel::program {

namespace {

constexpr std::size_t help_column = 28;

/// A long name has a line of its own.
std::string entry(const std::string& name, const std::string& meaning) {
  std::string text, line = "  " + name;
  if (line.size() + 2 > help_column) {
    text = line + "\n";
    line.clear();
  }
  line.resize(help_column, ' ');
  return text + files::wrapped(meaning, line, std::string(help_column, ' '));
}

} // namespace

std::string Help::make_option(const CLI::Option* option, bool positional) const {
  const bool value = !positional && option->get_type_size() != 0;
  const std::string standard = option->get_default_str();
  return entry(make_option_name(option, positional) + (value ? " " + option->get_type_name() : ""),
               option->get_description() + (standard.empty() ? "" : " (default: " + standard + ")"));
}

std::string Help::make_subcommand(const CLI::App* command) const {
  return entry(command->get_name(), command->get_description());
}

std::string find_hint(const std::vector<std::string>& arguments, const std::vector<std::string>& commands) {
  std::size_t k = 0;
  while (k < arguments.size() && arguments[k].starts_with("-")) {
    k += arguments[k] == "--threads" ? 2 : 1;
  }
  if (k >= arguments.size() || std::find(commands.begin(), commands.end(), arguments[k]) != commands.end()) {
    return "";
  }
  const std::string& word = arguments[k];
  const std::string what = word + " is no command of neel; ";
  for (const auto& [ending, command] :
       {std::pair{".toml", "run"}, std::pair{".h5", "info"}, std::pair{".ucf", "import"}, std::pair{".cif", "import"},
        std::pair{".vtkhdf", "view"}}) {
    if (word.ends_with(ending)) {
      return what + "did you mean: neel " + command + " " + word + "?";
    }
  }
  if (const auto near = input::nearest(word, commands)) {
    return what + "did you mean: neel " + *near + "?";
  }
  return what + "the commands are " + input::joined(commands);
}

} // namespace neel::program
