// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Samplers broken on purpose, to see that validation can fail: each behaves as a program with a well-known bug would.

#include "validate/validate.hpp"

namespace neel::validate {

struct Bug {
  Flaw flaw;
  const char* name;
  const char* what;
  std::unique_ptr<run::Simulation> (*plant)(std::unique_ptr<run::Simulation> simulation);
};

const std::vector<Bug>& bugs();

} // namespace neel::validate
