// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Bit by bit against a plain implementation.
#include "testing/plain_glass.hpp"
#include "testing/spaces.hpp"

#include <catch2/catch_template_test_macros.hpp>

using namespace neel;

TEMPLATE_LIST_TEST_CASE("every sample moves as in a plain implementation, bitwise order", "[edwards-anderson]",
                        testing::Spaces) {
  testing::compare_with_plain<lattice::Bitwise, TestType>();
  testing::compare_with_plain<4, lattice::Bitwise, TestType>({16, 1, 8, true, true, true}, 5); // a plane
}
