// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Short names for contents.

#include <cstdint>
#include <string>
#include <string_view>

namespace neel::files {

/// Sixteen hexadecimal digits.
std::string hex(std::uint64_t value);
/// A hash of bytes (64-bit FNV-1a), in hexadecimal digits.
std::string fingerprint(std::string_view bytes);

} // namespace neel::files
