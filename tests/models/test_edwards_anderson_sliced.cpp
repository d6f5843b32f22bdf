// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Bit by bit against a plain implementation.
#include "testing/plain_glass.hpp"
#include "testing/spaces.hpp"

#include <catch2/catch_template_test_macros.hpp>

using namespace neel;

TEMPLATE_LIST_TEST_CASE("every sample moves as in a plain implementation, sliced order", "[edwards-anderson]",
                        testing::Spaces) {
  testing::compare_with_plain<lattice::Sliced, TestType>();
  testing::compare_with_plain<4, lattice::Sliced, TestType>(testing::cube(6), 4);
}
