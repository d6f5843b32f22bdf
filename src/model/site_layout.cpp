// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "model/site_layout.hpp"

#include <algorithm>

namespace neel::models {

ImageLayout image_layout(const std::array<int, 3>& size) {
  ImageLayout l;
  std::stable_partition(l.axes.begin(), l.axes.end(), [&](std::size_t a) { return size[a] > 1; });
  l.direction.assign(9, 0.0);
  for (std::size_t i = 0; i < 3; ++i) {
    l.lengths[i] = size[l.axes[i]];
    l.direction[3 * l.axes[i] + i] = 1;
  }
  // Where an axis was moved, the last one is flat: its sign is free, and such that the axes are right-handed.
  if ((l.axes[0] + 1) % 3 != l.axes[1]) {
    l.direction[3 * l.axes[2] + 2] = -1;
  }
  l.sizes = {static_cast<std::uint64_t>(l.lengths[0])};
  for (std::size_t i = 1; i < 3 && l.lengths[i] > 1; ++i) {
    l.sizes.insert(l.sizes.begin(), static_cast<std::uint64_t>(l.lengths[i]));
  }
  return l;
}

std::vector<float> positions(const input::LatticeInput& lattice) {
  std::vector<float> points;
  points.reserve(3 * static_cast<std::size_t>(lattice.sites()));
  for (int z = 0; z < lattice.size[2]; ++z) {
    for (int y = 0; y < lattice.size[1]; ++y) {
      for (int x = 0; x < lattice.size[0]; ++x) {
        for (const auto& b : lattice.basis) {
          const double at[3] = {x + b[0], y + b[1], z + b[2]};
          for (std::size_t k = 0; k < 3; ++k) {
            points.push_back(static_cast<float>(at[0] * lattice.cell[0][k] + at[1] * lattice.cell[1][k] +
                                                at[2] * lattice.cell[2][k]));
          }
        }
      }
    }
  }
  return points;
}

} // namespace neel::models
