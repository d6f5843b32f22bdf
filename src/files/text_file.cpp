// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/text_file.hpp"

#include "errors/errors.hpp"
#include "files/durable.hpp"

#include <cctype>
#include <charconv>
#include <cmath>
#include <sstream>

namespace neel::files {

namespace {

template <class T>
std::optional<T> converted(std::string word) {
  if (word.starts_with('+')) {
    word.erase(0, 1);
  }
  T value{};
  const auto [rest, failure] = std::from_chars(word.data(), word.data() + word.size(), value);
  return failure == std::errc{} && rest == word.data() + word.size() ? std::optional(value) : std::nullopt;
}

std::string shown(const std::string& word) { return "\"" + word.substr(0, 40) + (word.size() > 40 ? "...\"" : "\""); }

} // namespace

std::optional<double> to_number(const std::string& word) {
  std::string c = word;
  for (char& letter : c) {
    letter = letter == 'd' || letter == 'D' ? 'e' : letter;
  }
  const std::optional<double> value = converted<double>(c);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<std::int64_t> to_integer(const std::string& word) { return converted<std::int64_t>(word); }

std::string lower_case(std::string word) {
  for (char& c : word) {
    c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return word;
}

TextFile::TextFile(const std::string& path, const std::string& comment) : name_(path) {
  split(read_text(path), comment);
}

TextFile::TextFile(const std::string& text, const std::string& name, const std::string& comment) : name_(name) {
  split(text, comment);
}

void TextFile::split(const std::string& text, const std::string& comment) {
  std::istringstream rest(text);
  for (std::string line; std::getline(rest, line);) {
    ++last_;
    if (line.find('\0') != std::string::npos) {
      fail({last_, {}}, "this is not a text file");
    }
    line.resize(std::min(line.size(), line.find_first_of(comment)));
    for (char& c : line) {
      c = c == ',' ? ' ' : c;
    }
    Line found{last_, {}};
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      found.words.push_back(word);
    }
    if (!found.words.empty()) {
      lines_.push_back(std::move(found));
    }
  }
}

const Line& TextFile::next(const std::string& expected) {
  if (at_end()) {
    fail({last_, {}}, "the file ends where " + expected + " was expected");
  }
  return lines_[at_++];
}

std::string TextFile::place(const Line& line) const { return name_ + ":" + std::to_string(line.number); }

std::string TextFile::mark(const Line& line) const { return file_name(place(line)); }

std::string file_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string counted(std::size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

void TextFile::fail(const Line& line, const std::string& what) const { throw InputError(place(line) + ": " + what); }

double TextFile::number(const Line& line, std::size_t word, const std::string& expected) const {
  if (word >= line.words.size()) {
    fail(line, "expected " + expected + ", but the line ends after " + std::to_string(line.words.size()) + " words");
  }
  const std::optional<double> value = to_number(line.words[word]);
  if (!value || std::abs(*value) > 1e15) {
    fail(line, "expected " + expected + ", found " + shown(line.words[word]));
  }
  return *value;
}

std::int64_t TextFile::integer(const Line& line, std::size_t word, const std::string& expected) const {
  const double value = number(line, word, expected);
  if (value != std::floor(value) || std::abs(value) > 1e9) {
    fail(line, "expected " + expected + ", found " + shown(line.words[word]));
  }
  return static_cast<std::int64_t>(value);
}

} // namespace neel::files
