// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Short names for contents, and checksums.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace neel::files {

/// A hash of the bytes of a file, eight bytes at a time. Each step is a bijection of what came before, so that no change
/// within one of them goes unnoticed.
class Checksum {
public:
  /// All but the last call: a multiple of 64 bytes.
  void add(std::string_view bytes);
  std::uint64_t value() const;

private:
  std::array<std::uint64_t, 8> lanes_{1, 2, 3, 4, 5, 6, 7, 8};
  std::uint64_t length_ = 0;
};

/// Sixteen hexadecimal digits.
std::string hex(std::uint64_t value);
/// A hash of bytes (64-bit FNV-1a), in hexadecimal digits.
std::string checksum(std::string_view bytes);

} // namespace neel::files
