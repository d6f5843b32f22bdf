// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#include <neel/lattice/field_grid.hpp>
#include <neel/lattice/halo_tiles.hpp>

#include <catch2/catch_test_macros.hpp>

using namespace neel::lattice;

namespace {

using Size = std::array<int, 3>;

/// Looks at every pair of sites: none of one colour within the stencil, also across the boundaries.
bool separates_everywhere(const Colouring& c, const std::vector<Offset>& stencil, const Size& size) {
  for (int z = 0; z < size[2]; ++z) {
    for (int y = 0; y < size[1]; ++y) {
      for (int x = 0; x < size[0]; ++x) {
        for (const Offset& d : stencil) {
          const int there = c(wrapped(x + d.x, size[0]), wrapped(y + d.y, size[1]), wrapped(z + d.z, size[2]));
          if (there == c(x, y, z)) {
            return false;
          }
        }
      }
    }
  }
  return true;
}

} // namespace

TEST_CASE("stencils have the sites of the corona", "[lattice]") {
  CHECK(stencil(2, 1).size() == 4);
  CHECK(stencil(3, 1).size() == 6);
  CHECK(stencil(2, 2).size() == 12);
  CHECK(stencil(3, 2).size() == 24);
}

TEST_CASE("the smallest colouring separates the sites of each colour", "[lattice]") {
  const struct {
    int dimensions, radius;
    Size size;
    int colours;
  } cases[] = {{2, 1, {8, 1, 6}, 2},    {3, 1, {4, 6, 8}, 2},    {2, 1, {9, 1, 9}, 3},   {2, 2, {10, 1, 15}, 5},
               {2, 2, {12, 1, 6}, 6},   {2, 2, {14, 1, 14}, 7},  {2, 2, {16, 1, 16}, 8}, {2, 2, {8, 1, 4}, 8},
               {3, 2, {14, 7, 21}, 7},  {3, 2, {16, 16, 16}, 8}, {3, 2, {8, 4, 8}, 8},   {3, 2, {10, 10, 10}, 10},
               {3, 2, {12, 12, 12}, 12}};
  for (const auto& c : cases) {
    CAPTURE(c.dimensions, c.radius, c.size[0], c.size[1], c.size[2]);
    const auto reach = stencil(c.dimensions, c.radius);
    const auto found = smallest_colouring(reach, c.size);
    REQUIRE(found);
    CHECK(found->colours == c.colours);
    CHECK(separates_everywhere(*found, reach, c.size));
    for (int z = 0; z < c.size[2]; ++z) {
      for (int colour = 0; colour < found->colours; ++colour) {
        const int x = found->first_x(colour, 3, z);
        CHECK((x >= 0 && x < found->colours && (*found)(x, 3, z) == colour));
      }
    }
  }
}

TEST_CASE("a lattice that no colouring fits has none", "[lattice]") {
  CHECK_FALSE(smallest_colouring(stencil(3, 2), {34, 34, 34})); // 2 x 17
  CHECK_FALSE(smallest_colouring(stencil(3, 2), {4, 4, 4}));
  CHECK_FALSE(smallest_colouring(stencil(2, 1), {17, 1, 17}));
}

TEST_CASE("each sub-grid's tiles keep their distance, and all tiles cover the lattice once", "[lattice]") {
  const struct {
    int dimensions, radius;
    Size size, wanted;
  } cases[] = {{2, 2, {16, 1, 16}, {0, 0, 0}},  {2, 1, {12, 1, 20}, {3, 0, 5}}, {3, 2, {8, 8, 8}, {0, 0, 0}},
               {3, 2, {16, 12, 32}, {0, 0, 0}}, {3, 1, {6, 10, 4}, {1, 0, 2}},  {3, 2, {34, 8, 8}, {0, 0, 0}}};
  for (const auto& c : cases) {
    const Geometry g{c.size[0], c.size[1], c.size[2], true, c.dimensions == 3, true};
    const HaloTiles t = make_tiles(g, c.dimensions, c.radius, c.wanted);
    const auto reach = stencil(c.dimensions, c.radius);
    CAPTURE(t.size[0], t.size[1], t.size[2]);
    CHECK(t.colouring.separates(reach));
    std::vector<int> times(static_cast<std::size_t>(g.sites()));
    for (int sub = 0; sub < t.tile_colours(); ++sub) {
      std::vector<int> owner(times.size(), -1);
      for (int tile = 0; tile < t.per_tile_colour(); ++tile) {
        const Offset o = t.corner(sub, tile, {5, 3, 7});
        for (int z = 0; z < t.size[2]; ++z) {
          for (int y = 0; y < t.size[1]; ++y) {
            for (int x = 0; x < t.size[0]; ++x) {
              const auto site = g.site_number(wrapped(o.x + x, g.lx), wrapped(o.y + y, g.ly), wrapped(o.z + z, g.lz));
              ++times[site];
              owner[site] = tile;
            }
          }
        }
      }
      for (int z = 0; z < g.lz; ++z) {
        for (int y = 0; y < g.ly; ++y) {
          for (int x = 0; x < g.lx; ++x) {
            const int mine = owner[g.site_number(x, y, z)];
            for (const Offset& d : reach) {
              const int other =
                  owner[g.site_number(wrapped(x + d.x, g.lx), wrapped(y + d.y, g.ly), wrapped(z + d.z, g.lz))];
              if (mine >= 0 && other >= 0 && other != mine) {
                FAIL("tiles " << mine << " and " << other << " of sub-grid " << sub << " touch");
              }
            }
          }
        }
      }
    }
    CHECK(times == std::vector<int>(times.size(), 1));
  }
}
