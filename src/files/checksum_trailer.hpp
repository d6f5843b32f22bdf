// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Neel's HDF5 files end with a line that holds the checksum of all bytes before it. HDF5 ignores what follows its own
// end, so every reader of HDF5 reads such a file; a program that changes one through HDF5 cuts the line off.

#include "files/checksum.hpp"

#include <string>

namespace neel::files {

/// The line for a file whose bytes have this checksum.
std::string seal_of(const Checksum& sum);
/// Has the file such a line? Throws FileError if the line is damaged or cut, its checksum is another, or the file ends before HDF5's end.
/// Without any byte behind that end, the file is of an earlier version or was changed through HDF5, and HDF5's own checksums must do.
bool check_seal(const std::string& path);

} // namespace neel::files
