// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Sums that do not depend on their order: each term becomes an integer multiple of a power of two first.

#include <neel/core/platform.hpp>

#include <cstdint>

namespace neel {

/// Fixed-point format for terms of magnitude at most `bound`: one unit is 1 / scale, with scale the largest power of two
/// for which a term stays within 2^30 units. Sums of up to 2^33 terms (a colour of every lattice that Neel accepts) fit 64 bits; the
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

/// The same for sums of `count` terms in double precision, in 64 bits from the start: one unit is 1 / scale, with scale the
/// largest power of two for which the sum stays within 2^62 units. Terms are rounded to the nearest unit, so that roundings
/// average out.
class LongFixedPoint {
public:
  LongFixedPoint() = default;
  LongFixedPoint(double bound, std::int64_t count) {
    const double most = bound * static_cast<double>(count);
    while (scale_ * most > 0x1p62) {
      scale_ *= 0.5;
    }
    while (most > 0 && scale_ * most <= 0x1p61 && scale_ < 0x1p500) {
      scale_ *= 2.0;
    }
  }

  NEEL_FUNCTION std::int64_t operator()(double term) const {
    return static_cast<std::int64_t>(Kokkos::floor(term * scale_ + 0.5));
  }
  double value(std::int64_t sum) const { return static_cast<double>(sum) / scale_; }

private:
  double scale_ = 1.0;
};

} // namespace neel
