// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The [sweep] table of a phi^4 run, and how it divides the lattice.

#include "models/phi4/phi4.hpp"

#include <neel/update/multi_hit.hpp>

#include <algorithm>

namespace neel::models {

namespace {

/// "8, 10, 14": lengths that a colouring fits.
std::string sizes_that_fit(int dimensions, int radius) {
  std::string text;
  for (int l = 4; l <= 64; l += 2) {
    if (lattice::smallest_colouring(lattice::stencil(dimensions, radius), {l, dimensions == 3 ? l : 1, l})) {
      text += (text.empty() ? "" : ", ") + std::to_string(l);
    }
  }
  return text;
}

/// The tile asked for, as the geometry has axes; zeros if none is.
std::array<int, 3> read_tile(input::Reader& in, const Phi4Options& o) {
  std::array<int, 3> wanted{0, 0, 0};
  if (!in.when(in.has("sweep.tile"))) {
    return wanted;
  }
  const std::vector<double> tile = in.numbers(
      {"sweep.tile", "tiles: their lengths, such as [8, 8, 8], each dividing half the lattice's", "near 8 (2D: 32)"});
  if (tile.size() != static_cast<std::size_t>(o.dimensions)) {
    in.error("sweep.tile", "expected a length for each of the " + std::to_string(o.dimensions) + " axes, found " +
                               std::to_string(tile.size()));
    return wanted;
  }
  const std::vector<int> lengths = o.lengths();
  for (std::size_t a = 0; a < tile.size(); ++a) {
    int& here = wanted[o.dimensions == 3 || a == 0 ? a : 2];
    here = static_cast<int>(std::clamp(tile[a], -1.0, 1e6));
    if (here != tile[a] || here < o.reach || lengths[a] % (2 * here) != 0) {
      in.error("sweep.tile", "a tile's length must be at least " + std::to_string(o.reach) +
                                 " and divide half the lattice's, " + std::to_string(lengths[a]) + "/2; found " +
                                 input::exact(tile[a]));
      return wanted;
    }
  }
  return wanted;
}

int draws_per_visit(const Phi4Options& o) {
  constexpr int (*of[])(int) = {update::draws_per_visit<Phi4<1, 2, false>>, update::draws_per_visit<Phi4<2, 2, false>>,
                                update::draws_per_visit<Phi4<3, 2, false>>, update::draws_per_visit<Phi4<4, 2, false>>};
  return of[o.components - 1](o.hits);
}

/// All keys of [sweep]; returns the tile asked for.
std::array<int, 3> read_keys(input::Reader& in, Phi4Options& o) {
  o.tiled = in.choice({"sweep.kind", "\"colours\": all sites of a colour at once; \"tiles\": local sweeps on tiles"},
                      {"colours", "tiles"}, "colours") == "tiles";
  o.hits = static_cast<int>(in.integer({"sweep.hits", "proposals per visit of a site"}, 1, 1024, 4));
  o.width = in.number({"sweep.width", "eps at the start: a proposal changes a component by at most this"}, 0.5);
  if (!(o.width > 0)) {
    in.error("sweep.width", "must be above zero");
  }
  o.acceptance = in.number({"sweep.acceptance", "that eps is tuned to while thermalising, below 1; 0: eps stays"}, 0.5);
  if (!(o.acceptance >= 0 && o.acceptance < 1)) {
    in.error("sweep.acceptance",
             "lies between 0 (the width stays as it is) and 1, found " + input::exact(o.acceptance));
  }
  if (!in.when(o.tiled)) {
    return {0, 0, 0};
  }
  o.local_sweeps =
      static_cast<int>(in.integer({"sweep.local_sweeps", "tiles: local sweeps per global one"}, 1, 4096, 5));
  if (std::int64_t{o.local_sweeps} * draws_per_visit(o) > update::most_draws) {
    in.error("sweep.local_sweeps", "times hits is more than the " + std::to_string(update::most_draws) +
                                       " random draws per site and sweep allow; take fewer");
  }
  return read_tile(in, o);
}

/// Finds the tiles or the colouring.
void divide(input::Reader& in, const std::array<int, 3>& wanted, Phi4Options& o) {
  const lattice::Geometry& g = o.geometry;
  if (!o.tiled) {
    const auto found = lattice::smallest_colouring(lattice::stencil(o.dimensions, o.reach), {g.lx, g.ly, g.lz});
    o.colouring = found.value_or(lattice::Colouring{});
    if (!found) {
      in.error("lattice.size", "no colouring of at most " + std::to_string(lattice::most_colours) +
                                   " colours closes on this lattice; lengths that do, for all axes alike: " +
                                   sizes_that_fit(o.dimensions, o.reach) +
                                   "; or take sweep.kind = \"tiles\", for even lengths with small factors");
    }
    return;
  }
  o.tiles = lattice::make_tiles(g, o.dimensions, o.reach, wanted);
  const double numbers = static_cast<double>(o.components) * o.tiles.haloed(0) * o.tiles.haloed(1) * o.tiles.haloed(2);
  const int longest = *std::max_element(std::begin(o.tiles.size), std::end(o.tiles.size));
  if (o.tiles.per_tile_colour() == 0 || numbers > lattice::HaloTiles::most_numbers ||
      longest > lattice::HaloTiles::longest) {
    in.error(in.has("sweep.tile") ? "sweep.tile" : "lattice.size",
             "no tile of at most " + std::to_string(lattice::HaloTiles::most_numbers) +
                 " numbers, its halo included, and at most " + std::to_string(lattice::HaloTiles::longest) +
                 " sites long, cuts this lattice into an even number of tiles along each axis; take "
                 "lengths with small factors, or a smaller tile");
  }
  const auto n = [&](std::size_t axis) { return std::to_string(o.along(axis, o.tiles.size)); };
  in.resolve("sweep.tile", "[" + n(0) + ", " + n(1) + (o.dimensions == 3 ? ", " + n(2) : "") + "]");
}

} // namespace

void read_sweep(input::Reader& in, Phi4Options& o) {
  const std::array<int, 3> tile = read_keys(in, o);
  if (in.errors() == 0) {
    divide(in, tile, o);
  }
}

} // namespace neel::models
