// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/print.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

namespace neel::files {

namespace {

/// Where a line ends that is too long: the last blank beyond `from` that has at most `width` characters of UTF-8 before it. npos: nowhere,
/// or the line is not too long.
std::size_t end_of_line(const std::string& line, std::size_t from, std::size_t width) {
  std::size_t characters = 0, word = std::string::npos, column = std::string::npos;
  for (std::size_t k = 0; k < line.size(); ++k) {
    if (line[k] == ' ' && k > from && characters <= width) {
      word = k;
      column = line.compare(k, 2, "  ") == 0 && characters > width / 4 ? k : column;
    }
    characters += (static_cast<unsigned char>(line[k]) & 0xC0U) != 0x80U ? 1 : 0;
  }
  return characters <= width ? std::string::npos : column != std::string::npos ? column : word;
}

} // namespace

std::string wrapped(const std::string& text, const std::string& first, const std::string& next, std::size_t width) {
  std::string all, line = first + text;
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::size_t from = std::max(first.size(), std::min(line.find_first_not_of(' '), line.size()));
  for (std::size_t end = 0; (end = end_of_line(line, from, width)) != std::string::npos; from = next.size()) {
    const std::size_t rest = std::min(line.find_first_not_of(' ', end), line.size());
    all.append(line, 0, line.find_last_not_of(' ', end) + 1) += '\n';
    line.replace(0, rest, next);
  }
  return all + line + "\n";
}

std::optional<std::size_t> terminal_width(int descriptor) {
  winsize size{};
  const bool known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? std::optional<std::size_t>(size.ws_col) : std::nullopt;
}

void print_lines(const std::string& text) {
  std::string fitting = text;
  if (const auto width = terminal_width(STDOUT_FILENO)) {
    fitting.clear();
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      fitting += wrapped(line, "", "    ", *width);
    }
  }
  std::fputs(fitting.c_str(), stdout);
  std::fflush(stdout);
}

} // namespace neel::files
