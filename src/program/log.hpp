// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// NAME.log, which is also what keeps a second run from the same output: it is locked as long as the run lives.

#include "files/descriptor.hpp"

#include <string>

namespace neel::program {

/// The log of a run: a file, and the terminal unless it is to be quiet.
class Log {
public:
  /// Opens and locks the file, keeping what it holds. Throws FileError, also where another run has it.
  Log(const std::string& path, bool quiet);

  /// Forgets what the file held.
  void clear();
  /// Throws FileError unless all of the text is written.
  void write(const std::string& text);
  /// Notes in the file, if that is still possible, what ends the run; main() says it to the terminal.
  void last_word(const std::string& error);
  /// Nothing more will be written. A log that was deleted meanwhile is written again. Throws FileError if something was lost.
  void close();

private:
  bool append(const std::string& text);
  bool deleted() const;
  void restore();

  std::string path_;
  bool quiet_;
  files::Descriptor file_;
};

} // namespace neel::program
