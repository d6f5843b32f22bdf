// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What result files of earlier versions do not say of themselves.

#include "input/value.hpp"

namespace neel::analysis {

struct Earlier {
  std::string order_parameter; ///< the moment that is its magnitude, or empty
  std::string susceptibility;  ///< the factor before <m^2> - <|m|>^2: "N/T" or "N"
  std::vector<bool> disorder;  ///< of each group: ions are placed at random in it
};
/// By the names that those versions knew.
Earlier earlier(const std::string& model, const input::Value& input, std::size_t groups);

} // namespace neel::analysis
