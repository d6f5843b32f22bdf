// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Files that exist whole or not at all: written beside their name, flushed to the disk, read back, then renamed. Every
// call to the system is checked. All functions throw FileError.

#include "files/descriptor.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace neel::files {

/// A file beside `path` that is complete and safe on the disk, but does not have its name yet.
class AtomicFile {
public:
  /// Writes it and reads it back.
  AtomicFile(std::string path, std::string_view bytes);
  /// An empty one, to be written in parts and completed.
  explicit AtomicFile(std::string path);
  /// Removes it, unless it has its name.
  ~AtomicFile();
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;

  /// Writes a part, in any order, and reads it back.
  void write(std::uint64_t at, std::string_view bytes);
  /// As far as there is something; the rest stays as it is.
  void read(std::uint64_t at, std::span<char> to) const;
  /// Forgets what is beyond.
  void cut(std::uint64_t length);
  /// Makes it safe on the disk.
  void complete();
  /// Gives it its name, in place of what was called so.
  void settle();

private:
  std::string path_, beside_;
  Descriptor file_;
};

/// Makes a new file; what is there under this name was left by a run that died, or is not ours to write through. Below zero, with errno,
/// where that fails.
int create_new(const std::string& path);
/// Writes a part of a file, which errors call `path`, and reads it back.
void write_part(int file, std::uint64_t at, std::string_view bytes, const std::string& path);
/// Reads as many bytes as there are, up to `to.size()`, and returns how many; or less than none, with errno.
std::int64_t read_part(int file, std::uint64_t at, std::span<char> to);

/// An AtomicFile that gets its name at once.
void write_text(const std::string& path, std::string_view text);
/// Renames a file and flushes its folder.
void rename_durably(const std::string& from, const std::string& to);
/// Opens a regular file to be read. Throws FileError if it cannot, or if it is anything else: a named pipe would block for ever, a
/// device may have no end.
Descriptor open_regular(const std::string& path);
std::uint64_t length_of(const Descriptor& file, const std::string& path);
/// All bytes of a regular file. Throws FileError as open_regular, or where there are more than `most_text`.
std::string read_text(const std::string& path);
inline constexpr std::uint64_t most_text = std::uint64_t{1} << 30;
/// The first or last bytes of a regular file: `count`, or all where it has fewer. Throws FileError as open_regular.
std::string first_bytes(const std::string& path, std::size_t count);
std::string last_bytes(const std::string& path, std::size_t count);
/// What errno says of writing `path`.
[[noreturn]] void fail_to_write(const std::string& path);

} // namespace neel::files
