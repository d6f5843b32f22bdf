// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// How VTK sees the sites of a lattice: as an image, or as the points of a crystal. VTK takes an image for one of as many axes as it has
// lengths above 1, and these for its first axes. So the axes along which a lattice is flat come last, its arrays are without
// them, and Direction says where each axis points.

#include "input/run_input.hpp"

namespace neel::models {

struct ImageLayout {
  std::array<std::size_t, 3> axes{0, 1, 2}; ///< of the lattice, in the order of the image's
  std::array<std::int64_t, 3> lengths{1, 1, 1};
  std::vector<double> direction;    ///< the matrix whose columns are the image's axes
  std::vector<std::uint64_t> sizes; ///< of an array of a number per site, the slowest axis first
};
ImageLayout image_layout(const std::array<int, 3>& size);

/// Of a crystal: where its sites are, three numbers each, in their order.
std::vector<float> positions(const input::LatticeInput& lattice);

} // namespace neel::models
