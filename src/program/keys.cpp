// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// neel keys: every key of a model's input.

#include "models/models.hpp"
#include "program/commands.hpp"

#include <cstdio>
#include <sstream>

namespace neel::program {

namespace {

/// A vertical bar would end a cell.
std::string cell(const std::string& text) {
  std::string t;
  for (const char c : text) {
    t += c == '|' ? "\\|" : std::string(1, c);
  }
  return t;
}

/// The text in lines of 80 columns, indented.
void print_wrapped(const std::string& text) {
  constexpr std::size_t width = 80;
  const std::string indent = "    ";
  std::istringstream words(text);
  std::string line = indent;
  for (std::string word; words >> word;) {
    if (line.size() > indent.size() && line.size() + 1 + word.size() > width) {
      std::printf("%s\n", line.c_str());
      line = indent;
    }
    line += (line.size() > indent.size() ? " " : "") + word;
  }
  std::printf("%s\n", line.c_str());
}

} // namespace

ExitCode keys(const KeysOptions& options) {
  const std::vector<input::Declaration> all = models::keys(options.model);
  if (options.markdown) {
    std::printf("| key | default | expected | meaning |\n|---|---|---|---|\n");
  }
  for (const input::Declaration& d : all) {
    if (options.markdown) {
      std::printf("| `%s` | %s | %s | %s |\n", d.key.c_str(), d.otherwise.empty() ? "–" : cell(d.otherwise).c_str(),
                  cell(d.expected).c_str(), cell(d.meaning).c_str());
    } else {
      std::printf("%s\n", d.key.c_str());
      print_wrapped(d.expected + (d.otherwise.empty() ? "; must be there" : "; default: " + d.otherwise));
      print_wrapped(d.meaning);
    }
  }
  return ExitCode::done;
}

} // namespace neel::program
