// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sums that do not depend on their order: each term becomes an integer multiple of a power of two first.

#include <neel/core/platform.hpp>

#include <cstdint>

namespace neel {

/// Fixed-point format for terms of magnitude at most `bound`: one unit is 1 / scale, with scale the largest power of two
/// for which a term stays within 2^30 units. Sums of up to 2^33 terms (every lattice that Neel accepts) fit 64 bits; the
/// rounding of one term, below bound * 2^-29, is smaller than that of the float it came from.
class FixedPoint {
public:
  FixedPoint() = default;
  explicit FixedPoint(float bound) {
    while (scale_ * bound > 0x1p30F) {
      scale_ *= 0.5F;
    }
    while (bound > 0 && scale_ * bound <= 0x1p29F && scale_ < 0x1p100F) {
      scale_ *= 2.0F;
    }
  }

  /// The term in units.
  NEEL_FUNCTION std::int32_t operator()(float term) const { return static_cast<std::int32_t>(term * scale_); }
  /// The value of a sum of terms.
  double value(std::int64_t sum) const { return static_cast<double>(sum) / static_cast<double>(scale_); }

private:
  float scale_ = 1.0F;
};

} // namespace neel
