// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// What the end of the log says of points that are not converged, and of what error bars rest on.

#include "output/results.hpp"

namespace neel::program {

/// Lines, or nothing where there is nothing to say.
std::string convergence(const output::Results& results);

} // namespace neel::program
