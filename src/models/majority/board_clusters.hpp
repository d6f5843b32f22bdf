// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Clusters of a board: cells of one state that are connected by steps to the four neighbours, on a torus.

#include <cstdint>
#include <span>
#include <vector>

namespace neel::models {

/// The number of cells of each cluster, in no particular order. `cells`: 0 or 1, x fastest. Rows are cut into runs of equal
/// cells, and runs that touch are joined in a union-find forest (Hoshen and Kopelman, Phys. Rev. B 14, 3438 (1976), by runs).
std::vector<std::uint32_t> cluster_sizes(std::span<const std::uint8_t> cells, int width, int height);

} // namespace neel::models
