// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Text files in lines and words: tables of numbers, and files of other programs. What is wrong is told with file and line.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace neel::files {

struct Line {
  std::size_t number; ///< counted from 1
  std::vector<std::string> words;
};

/// A number as C or Fortran writes it: "1.5", ".5", "1.d-3".
std::optional<double> to_number(const std::string& word);
std::optional<std::int64_t> to_integer(const std::string& word);
std::string lower_case(std::string word);

class TextFile {
public:
  /// Reads a file; what stands behind one of the `comment` characters is no part of a line. White space and commas part words,
  /// and lines without words are left out. Throws FileError if it cannot be read, InputError if it is not text.
  TextFile(const std::string& path, const std::string& comment);
  /// The same of a text.
  TextFile(const std::string& text, const std::string& name, const std::string& comment);

  const std::string& name() const { return name_; }
  const std::vector<Line>& lines() const { return lines_; }
  /// The next line; where there is none, says that `expected` was.
  const Line& next(const std::string& expected);
  bool at_end() const { return at_ == lines_.size(); }
  /// The next line stays the next one.
  const Line* peek() const { return at_end() ? nullptr : &lines_[at_]; }

  /// "folder/fe.ucf:12".
  std::string place(const Line& line) const;
  /// "fe.ucf:12".
  std::string mark(const Line& line) const;
  /// Throws InputError: "folder/fe.ucf:12: ...".
  [[noreturn]] void fail(const Line& line, const std::string& what) const;
  /// The word of that number, counted from 0, as a number; `expected` is what the line was to hold.
  double number(const Line& line, std::size_t word, const std::string& expected) const;
  std::int64_t integer(const Line& line, std::size_t word, const std::string& expected) const;

private:
  void split(const std::string& text, const std::string& comment);

  std::string name_;
  std::vector<Line> lines_;
  std::size_t at_ = 0, last_ = 0; ///< the next line; the number of the file's last one
};

/// What stands behind the last slash.
std::string file_name(const std::string& path);
/// "1 bond", "2 bonds".
std::string counted(std::size_t n, const std::string& what);

} // namespace neel::files
