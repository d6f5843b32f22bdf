// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Neel's HDF5 files end with a line that holds the checksum of all bytes before it. HDF5 ignores what follows its own
// end, so every reader of HDF5 reads such a file; a program that changes one through HDF5 cuts the line off.

#include "files/fingerprint.hpp"

#include <string>

namespace neel::files {

/// The line for a file whose bytes have this checksum.
std::string seal_of(const Checksum& sum);
/// Throws FileError if the file has such a line and its checksum is another.
void check_seal(const std::string& path);

} // namespace neel::files
