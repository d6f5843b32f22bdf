// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include <neel/core/divisor.hpp>

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <limits>

TEST_CASE("division by multiplication is exact", "[core]") {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  bool exact = true;
  for (std::int64_t d = 1; d <= most; d += d < 5000 ? 1 : d / 7) {
    const neel::Divisor by(d);
    for (std::int64_t multiple = 0; multiple <= most; multiple += (most / d / 50 + 1) * d) {
      for (std::int64_t n = std::max<std::int64_t>(0, multiple - 1); n <= std::min(most, multiple + 1); ++n) {
        exact = exact && by.quotient(static_cast<int>(n)) == n / d;
      }
    }
    exact = exact && by.quotient(static_cast<int>(most)) == most / d;
  }
  CHECK(exact);
}
