// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Files that are there whole or not at all: written beside their name, then renamed. Everything throws FileError.

#include <string>

namespace neel::files {

/// Writes a text file. `durable`: it gets its name only after it is safely on the disk.
void write_text(const std::string& path, const std::string& text, bool durable = true);
/// Gives the finished file `beside` its name; `durable` as above.
void settle(const std::string& beside, const std::string& path, bool durable);
/// Waits until the file `beside`, that shall become `path`, is safely on the disk.
void sync(const std::string& beside, const std::string& path);
/// Renames a file, and makes sure that the disk knows.
void rename_durably(const std::string& from, const std::string& to);
/// What errno says of writing `path`.
[[noreturn]] void fail_to_write(const std::string& path);

} // namespace neel::files
