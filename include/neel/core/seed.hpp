// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the random numbers of a run start from.

#include <neel/core/platform.hpp>

#include <cstdint>

namespace neel {

/// The systems of a run count from `first_system`, so that a run of some systems of a larger one has their
/// random numbers.
struct Seed {
  std::uint64_t value = 1;
  std::uint32_t first_system = 0;

  Seed() = default;
  NEEL_FUNCTION Seed(std::uint64_t seed, std::uint32_t first = 0)
      : value(seed), first_system(first) {} // NOLINT: a number is one
};

} // namespace neel
