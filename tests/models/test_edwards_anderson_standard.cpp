// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// Bit by bit against a plain implementation.
#include "testing/plain_glass.hpp"
#include "testing/spaces.hpp"

#include <catch2/catch_template_test_macros.hpp>

using namespace neel;

TEMPLATE_LIST_TEST_CASE("every sample moves as in a plain implementation, standard order", "[edwards-anderson]",
                        testing::Spaces) {
  testing::compare_with_plain<lattice::Standard, TestType>();
  testing::compare_with_plain<4, lattice::Standard, TestType>(testing::cube(6), 4);
  testing::compare_with_plain<4, lattice::Standard, TestType>({6, 1, 10, true, true, true}, 5); // a plane
}
