// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Statistical checks: seeds are fixed, so a test either always passes or never does; 4 sigma leaves 6e-5 for a correct
// sampler to fail on the day it is written.

#include <neel/statistics/statistics.hpp>

#include <catch2/catch_test_macros.hpp>

#include <cmath>
#include <string>

namespace neel::testing {

/// Checks that `measured` is within `sigmas` of `exact` (which has an error of its own where it is a simulation's), and
/// that the measurement is no worse than `resolution`, so that the check means something.
inline void check_sigma(const std::string& what, const statistics::Estimate& measured, double exact, double resolution,
                        double exact_error = 0, double sigmas = 4) {
  const double error = std::hypot(measured.error, exact_error);
  INFO(what << ": measured " << measured.value << " +- " << measured.error << ", expected " << exact << " +- "
            << exact_error << ", " << (measured.value - exact) / error << " sigma");
  CHECK(std::abs(measured.value - exact) < sigmas * error);
  CHECK(measured.error < resolution);
}

} // namespace neel::testing
