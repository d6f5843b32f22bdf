// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// [constraint]: the direction that the magnetisation of a crystal keeps.

#include "models/crystal/crystal_setup.hpp"

namespace neel::models {

inline constexpr const char* constraint_table = "constraint";
CrystalConstraint read_constraint(input::Reader& in);
/// Notes an error where such a run makes no sense.
void check_constraint(input::Reader& in, const CrystalPlan& plan, const CrystalOrder& order,
                      const input::RunInput& run);
std::string describe_constraint(const CrystalConstraint& c);

} // namespace neel::models
