// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "files/checksum_trailer.hpp"

#include "errors/errors.hpp"
#include "files/durable.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

namespace neel::files {

namespace {

constexpr std::string_view start = "\nneel-checksum ", last = "\n";
constexpr std::size_t digits = 16, length = start.size() + digits + last.size();
static_assert(length == 32);

} // namespace

std::string seal_of(const Checksum& sum) { return std::string(start) + hex(sum.value()) + std::string(last); }

namespace {

[[noreturn]] void damaged(const std::string& path, const std::string& what) {
  throw FileError("cannot read " + path + ": damaged: " + what);
}

/// Reads all of `to`, which the file has.
void read_all(const Descriptor& file, std::uint64_t at, std::span<char> to, const std::string& path) {
  const std::int64_t n = read_part(file, at, to);
  if (n < static_cast<std::int64_t>(to.size())) {
    throw FileError("cannot read " + path + ": it cannot be read to its end: " + std::strerror(n < 0 ? errno : EIO));
  }
}

/// Where a file ends for HDF5, by its superblock of version 2 or 3; nothing for others, which Neel does not write.
std::optional<std::uint64_t> end_of_hdf5(const Descriptor& file, std::uint64_t size, const std::string& path) {
  constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
  constexpr std::size_t end_at = 28, bytes_of_address = 8;
  std::array<char, end_at + bytes_of_address> head{};
  if (size < head.size()) {
    return {};
  }
  read_all(file, 0, head, path);
  const char version = head[8], address_size = head[9];
  if (!std::string_view(head.data(), head.size()).starts_with(signature) || (version != 2 && version != 3) ||
      address_size != bytes_of_address) {
    return {};
  }
  std::uint64_t end = 0;
  for (std::size_t k = bytes_of_address; k-- > 0;) { // least significant byte first
    end = end << 8 | static_cast<unsigned char>(head[end_at + k]);
  }
  return end;
}

} // namespace

bool check_seal(const std::string& path) {
  const Descriptor file = open_regular(path);
  const std::uint64_t size = length_of(file, path);
  const std::optional<std::uint64_t> end = end_of_hdf5(file, size, path);
  if (!end || size == *end || size > *end + length) {
    return false; // behind the end of one that grows there may be anything
  }
  if (size < *end) {
    damaged(path, "it has " + std::to_string(size) + " of " + std::to_string(*end) + " bytes");
  }
  if (size < *end + length) {
    damaged(path, "the last bytes of its checksum are missing");
  }
  std::string line(length, '\0');
  read_all(file, *end, line, path);
  Checksum sum;
  std::string block(std::size_t{1} << 20, '\0');
  for (std::uint64_t at = 0; at < *end; at += block.size()) {
    block.resize(std::min<std::uint64_t>(block.size(), *end - at));
    read_all(file, at, block, path);
    sum.add(block);
  }
  if (seal_of(sum) != line) {
    damaged(path, "its checksum is not that of its contents");
  }
  return true;
}

} // namespace neel::files
