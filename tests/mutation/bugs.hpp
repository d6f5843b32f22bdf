// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Bugs that a program could have, and where: in the physics of a site (physics.cpp, fault.hpp), or around a simulation (wrapped.cpp).

#include "mutation/fault.hpp"
#include "validate/validate.hpp"

namespace neel::mutation {

struct Bug {
  std::string name, what;
  Fault fault = Fault::none;
  bool (*in)(const std::string& kernel) = nullptr; ///< a kernel (validate/kernels.hpp) that it would be wrong in
  std::unique_ptr<run::Simulation> (*wrap)(std::unique_ptr<run::Simulation> simulation) = nullptr;
};

std::vector<Bug> physics_bugs();
std::vector<Bug> wrapped_bugs();

} // namespace neel::mutation
