// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include "crystal/bonds.hpp"

namespace neel::crystal {

int wrapped(int at, int size, bool periodic) {
  if (at >= 0 && at < size) {
    return at;
  }
  return periodic ? ((at % size) + size) % size : -1;
}

std::vector<SitePair> all_bonds(const Cells& cells, const std::vector<Bond>& bonds) {
  std::vector<SitePair> all;
  for (int z = 0; z < cells.size[2]; ++z) {
    for (int y = 0; y < cells.size[1]; ++y) {
      for (int x = 0; x < cells.size[0]; ++x) {
        for (const Bond& bond : bonds) {
          const int to[3] = {wrapped(x + bond.offset[0], cells.size[0], cells.periodic[0]),
                             wrapped(y + bond.offset[1], cells.size[1], cells.periodic[1]),
                             wrapped(z + bond.offset[2], cells.size[2], cells.periodic[2])};
          if (to[0] >= 0 && to[1] >= 0 && to[2] >= 0) {
            all.push_back({cells.number(bond.from, x, y, z), cells.number(bond.to, to[0], to[1], to[2]), bond.kind,
                           bond.kind_back});
          }
        }
      }
    }
  }
  return all;
}

} // namespace neel::crystal
