// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/sealed.hpp"

#include "errors/errors.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace neel::files {

namespace {

constexpr std::string_view start = "\nneel-checksum ", end = "\n";
constexpr std::size_t digits = 16, length = start.size() + digits + end.size();
static_assert(length == 32);

} // namespace

std::string seal_of(const Checksum& sum) { return std::string(start) + hex(sum.value()) + std::string(end); }

void check_seal(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  std::string line(length, '\0');
  if (file && size < static_cast<std::streamoff>(length)) {
    return;
  }
  if (!file.seekg(size - static_cast<std::streamoff>(length)) ||
      !file.read(line.data(), static_cast<std::streamsize>(length))) {
    throw FileError("cannot read " + path + ": " + std::strerror(errno));
  }
  if (!line.starts_with(start)) {
    return; // not sealed, or its seal is what is damaged: HDF5's own checksums must do
  }
  Checksum sum;
  std::string block(std::size_t{1} << 20, '\0');
  file.seekg(0);
  for (auto left = static_cast<std::size_t>(size) - length; left > 0;) {
    const std::size_t n = std::min(left, block.size());
    if (!file.read(block.data(), static_cast<std::streamsize>(n))) {
      throw FileError("cannot read " + path + ": it cannot be read to its end: " + std::strerror(errno));
    }
    sum.add(std::string_view(block).substr(0, n));
    left -= n;
  }
  if (seal_of(sum) != line) {
    throw FileError("cannot read " + path + ": damaged: its checksum is not that of its contents");
  }
}

} // namespace neel::files
