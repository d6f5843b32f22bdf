// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Pictures of two colours: portable bit maps (PBM, plain or raw) and HDF5.

#include <cstdint>
#include <string>
#include <vector>

namespace neel::files {

/// Pixels 0 or 1 of one or more pictures of one size: (picture, row, column).
struct Pictures {
  int width = 0, height = 0, count = 0;
  std::vector<std::uint8_t> pixels;
};

/// Reads a PBM file (1 is black), or where the name does not end in .pbm an HDF5 file: the final board of a run
/// (NAME.vtkhdf), or a dataset `cells` of bytes 0 and 1, (row, column) or (picture, row, column), not compressed.
/// Throws FileError.
Pictures read_pictures(const std::string& path);

/// How a picture of another format becomes a PBM file, where the name is that of one; or nothing.
std::string other_picture(const std::string& path);

/// Writes one picture as raw PBM. Throws FileError.
void write_picture(const std::string& path, const std::vector<std::uint8_t>& pixels, int width, int height);

} // namespace neel::files
