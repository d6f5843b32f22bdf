// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The observables of NAME.h5 for the page.

#include <string>

namespace neel::view {

/// JSON: "axes" by name, "observables" with the names of their axes, values and errors, and "converged", which points of the run
/// are, with its axes. Throws FileError.
std::string read_curves(const std::string& path);

} // namespace neel::view
