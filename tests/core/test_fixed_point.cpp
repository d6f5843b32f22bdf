// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include <neel/core/fixed_point.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>

using neel::FixedPoint;

TEST_CASE("a fixed-point term keeps the precision of its float", "[core]") {
  for (const float bound : {1e-6F, 0.007F, 1.0F, 6.006F, 128.0F, 3e5F}) {
    const FixedPoint format(bound);
    for (float part = -1.0F; part <= 1.0F; part += 0.013F) {
      const float term = part * bound;
      CHECK(std::abs(format.value(format(term)) - static_cast<double>(term)) <= static_cast<double>(bound) * 0x1p-29);
    }
  }
}

TEST_CASE("fixed-point terms at the bound fit 31 bits, and zero bounds are harmless", "[core]") {
  for (const float bound : {1e-20F, 1.0F, 1.0001F, 1e20F}) {
    CHECK(FixedPoint(bound)(bound) <= 1 << 30);
    CHECK(FixedPoint(bound)(bound) > 1 << 28);
  }
  CHECK(FixedPoint(0.0F)(0.0F) == 0);
}
