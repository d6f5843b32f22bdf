// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// In which order the sites of a tile are visited.

#include <neel/core/copy.hpp>
#include <neel/lattice/halo_tiles.hpp>

#include <algorithm>
#include <vector>

namespace neel::update {

/// The sites of a tile, colour by colour, as x + 2^10 y + 2^20 z; `per_colour` places each, of which some may be empty (-1).
template <ExecutionSpace Exec>
struct TileOrder {
  int per_colour = 0;
  Kokkos::View<int*, Kokkos::LayoutRight, typename Exec::memory_space> places;

  TileOrder() = default;
  explicit TileOrder(const lattice::HaloTiles& t) {
    std::vector<std::vector<int>> sites(static_cast<std::size_t>(t.colouring.colours));
    for (int z = 0; z < t.size[2]; ++z) {
      for (int y = 0; y < t.size[1]; ++y) {
        for (int x = 0; x < t.size[0]; ++x) {
          sites[static_cast<std::size_t>(t.colouring(x, y, z))].push_back(x | y << 10 | z << 20);
        }
      }
    }
    std::size_t most = 0;
    for (const auto& colour : sites) {
      most = std::max(most, colour.size());
    }
    per_colour = static_cast<int>(most);
    std::vector<int> host(most * sites.size(), -1);
    for (std::size_t c = 0; c < sites.size(); ++c) {
      for (std::size_t k = 0; k < sites[c].size(); ++k) {
        host[c * most + k] = sites[c][k];
      }
    }
    places = device_list<Exec>("neel::update::tile_order", host);
  }
};

} // namespace neel::update
