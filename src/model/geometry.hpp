// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The lattice of an input, as kernels know it.

#include "input/run_input.hpp"

#include <neel/lattice/geometry.hpp>

namespace neel::models {

inline lattice::Geometry to_geometry(const input::LatticeInput& l) {
  return {l.size[0], l.size[1], l.size[2], l.periodic[0], l.periodic[1], l.periodic[2]};
}

} // namespace neel::models
