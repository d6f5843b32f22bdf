// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
// The host's blocks and the device's look-up show a model the same neighbourhoods.
#include <neel/lattice/site_vectors.hpp>
#include <neel/models/heisenberg.hpp>
#include <neel/models/state.hpp>

#include <catch2/catch_test_macros.hpp>

#include <map>
#include <memory>
#include <vector>

using namespace neel;
using Host = Kokkos::DefaultHostExecutionSpace;
using State = models::State<models::Heisenberg<2>, Host>;
using Contents = models::Contents<models::Heisenberg<2>>;

namespace {

struct Seen {
  models::Spin site;
  std::vector<float> around;
  bool operator==(const Seen& o) const {
    return site.x == o.site.x && site.y == o.site.y && site.z == o.site.z && around == o.around;
  }
};

template <class Neighbourhood>
Seen look(const Neighbourhood& n) {
  Seen seen{n.site(), {static_cast<float>(n.quenched().species)}};
  lattice::for_each_neighbour(n, [&](const models::Spin& s, const models::Ion& ion, int) {
    const bool vacuum = s.x == 0 && s.y == 0 && s.z == 0;
    for (const float v : {s.x, s.y, s.z, vacuum ? 0.0F : static_cast<float>(ion.species)}) {
      seen.around.push_back(v);
    }
  });
  return seen;
}

/// Gives every site a spin and an ion that tell which site it is.
void mark(State& state) {
  const lattice::Geometry& g = state.geometry;
  for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
    const auto sites = state.sites.sites(c, 0);
    const auto ions = state.quenched.sites(c, 0);
    for (int entry = 0; entry < g.half_volume(); ++entry) {
      const int row = entry / g.half_x();
      const int x = 2 * (entry % g.half_x()) + lattice::Geometry::first_x(c, row % g.ly, row / g.ly);
      if (x < g.lx) {
        const auto number = g.site_number(x, row % g.ly, row / g.ly);
        sites.store(entry, {static_cast<float>(number) + 1, static_cast<float>(number) + 2, -1});
        ions.store(entry, {static_cast<std::uint8_t>(number % 251)});
      }
    }
  }
}

/// Every site is found by site vectors, once, with the neighbours that it has.
template <bool Whole, bool Open>
void compare_vectors(const State& state, lattice::Colour c, const std::map<std::uint64_t, Seen>& expected) {
  const lattice::Geometry& g = state.geometry;
  const lattice::SiteVectors vectors(g);
  const lattice::Planes planes = lattice::Planes::all(g);
  std::size_t found = 0;
  for (int team = 0; team < vectors.teams(planes); ++team) {
    for (int rank = 0; rank < lattice::SiteVectors::team_size; ++rank) {
      if (const lattice::SiteVectors::VectorPlace at = vectors(planes, team, rank); at.exists) {
        lattice::SiteVector<models::Spin, models::Ion> q;
        vectors.load<Whole, Open>(at, 0, c, state.contents().around(c), q);
        const int s = lattice::Geometry::first_x(c, at.y, at.z);
        for (int j = 0; j < std::min(int{lattice::vector_length}, q.count); ++j) {
          const std::uint64_t number = g.site_number(2 * (lattice::vector_length * at.column + j) + s, at.y, at.z);
          CHECK(expected.at(number) == look(q.at(j)));
          ++found;
        }
      }
    }
  }
  CHECK(found == expected.size());
}

} // namespace

TEST_CASE("blocks and look-up agree, and blocks cover every site once", "[lattice]") {
  const std::vector<lattice::Geometry> geometries{{4, 4, 4, true, true, true},
                                                  {40, 38, 2, true, true, true},
                                                  {5, 3, 7},
                                                  {41, 4, 3, false, true, false},
                                                  {2, 1, 1},
                                                  {4, 1, 1, true},
                                                  {2050, 2, 1, true, true},
                                                  {64, 64, 2, true, false, true},
                                                  {1, 6, 4, false, true, true},
                                                  {6, 1000, 1, false, true}};
  for (const lattice::Geometry& g : geometries) {
    State state(g, 1);
    mark(state);
    const lattice::Blocks blocks(g);
    for (const lattice::Colour c : {lattice::Colour::even, lattice::Colour::odd}) {
      std::map<std::uint64_t, Seen> by_block;
      for (int b = 0; b < blocks.per_plane() * g.lz; ++b) {
        const auto buffer = std::make_unique<Contents::Buffer>();
        Contents::Rows rows;
        const lattice::Blocks::Block block = blocks(b);
        const int width = block.i1 - block.i0;
        const int count = buffer->prepare(g, block, c, state.contents().around(c), rows);
        REQUIRE(count <= lattice::Blocks::capacity);
        for (int i = 0; i < count; ++i) {
          const int y = block.y0 + i / width,
                    x = 2 * (block.i0 + i % width) + lattice::Geometry::first_x(c, y, block.z);
          CHECK(by_block.emplace(g.site_number(x, y, block.z), look(rows.at(i))).second);
        }
      }
      CHECK(static_cast<std::int64_t>(by_block.size()) == g.sites(c));
      for (int entry = 0; entry < g.half_volume(); ++entry) {
        const auto here = lattice::locate(g, c, entry, state.contents().around(c));
        if (here.exists) {
          CHECK(by_block.at(here.number) == look(here.at));
        }
      }
      compare_vectors<false, true>(state, c, by_block);
      if (const lattice::SiteVectors vectors(g); vectors.whole()) {
        compare_vectors<true, true>(state, c, by_block);
        if (!vectors.open()) {
          compare_vectors<true, false>(state, c, by_block);
        }
      }
    }
  }
}
