// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Division by a number that is known before a kernel starts: one multiplication instead of a division per thread.

#include <neel/core/platform.hpp>

#include <cstdint>

namespace neel {

/// Divides whole numbers from 0 to 2^31 - 1 by a fixed divisor from 1 to 2^31 - 1, exactly: with 2^s >= d > 2^(s-1) and
/// m = ceil(2^(31+s) / d), the quotient is floor(n m / 2^(31+s)) (Granlund and Montgomery, PLDI 1994, theorem 4.2).
class Divisor {
public:
  Divisor() = default;
  explicit Divisor(std::int64_t d) {
    shift_ = 0;
    while ((std::int64_t{1} << shift_) < d) {
      ++shift_;
    }
    const std::uint64_t power = std::uint64_t{1} << (31 + shift_);
    multiplier_ =
        static_cast<std::uint32_t>((power + static_cast<std::uint64_t>(d) - 1) / static_cast<std::uint64_t>(d));
  }

  NEEL_FUNCTION int quotient(int n) const {
    const std::uint64_t product = std::uint64_t{2 * static_cast<std::uint32_t>(n)} * multiplier_;
    return static_cast<int>(static_cast<std::uint32_t>(product >> 32) >> shift_);
  }

private:
  std::uint32_t multiplier_ = 1U << 31;
  std::uint32_t shift_ = 0;
};

} // namespace neel
