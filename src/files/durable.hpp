// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Files that exist whole or not at all: written beside their name, flushed to the disk, read back, then renamed. Every
// call to the system is checked. All functions throw FileError.

#include <string>
#include <string_view>

namespace neel::files {

/// A file beside `path` that is complete and safe on the disk, but does not have its name yet.
class Draft {
public:
  /// Writes it and reads it back.
  Draft(std::string path, std::string_view bytes);
  /// Removes it, unless it has its name.
  ~Draft();
  Draft(Draft&& other) noexcept;
  Draft& operator=(Draft&&) = delete;

  /// Gives it its name, in place of what was called so.
  void settle();

private:
  std::string path_, beside_;
};

/// A Draft that gets its name at once.
void write_text(const std::string& path, std::string_view text);
/// Renames a file and flushes its folder.
void rename_durably(const std::string& from, const std::string& to);
/// Throws FileError if something is there that is no regular file: reading a named pipe, say, would wait for ever.
void require_regular(const std::string& path);
/// What errno says of writing `path`.
[[noreturn]] void fail_to_write(const std::string& path);

} // namespace neel::files
