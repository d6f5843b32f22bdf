// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Tiled local sweeps (algorithm 1 of Bialas, Kowal and Strzelecki, see models/phi4.hpp; Weigel, J. Comput. Phys. 231,
// 3064 (2012)): each tile of a sub-grid is loaded with its halo into fast memory, swept several times there while the
// halo stands still, and written back; then comes the next sub-grid. Every step is a Metropolis step on one site with
// all others fixed, so it leaves the Boltzmann weight invariant. So does their sequence, since its order does not
// depend on the field (docs/phi4.md).
//
// Device: a team works on a tile, its threads on the sites of one colour. Host: a thread works on sixteen tiles at once, a
// lane of its vectors each, and goes through their sites one after the other.

#include <neel/core/divisor.hpp>
#include <neel/models/grid_state.hpp>
#include <neel/update/multi_hit.hpp>
#include <neel/update/tile_order.hpp>

namespace neel::update {

/// Works on some layers of tiles of one sub-grid, from one on, in all systems.
template <class Model, ExecutionSpace Exec>
class SubGrid {
public:
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;
  static constexpr int components = Model::components;
  static constexpr int lanes = runs_on_host<Exec> ? Lanes<Model>::block : 1; ///< tiles per team
  static constexpr int scratch_level = runs_on_host<Exec> ? 1 : 0;           ///< Kokkos keeps level 0 small on hosts

  SubGrid(const models::GridState<typename Model::Field, Exec>& state, const lattice::HaloTiles& tiles,
          const TileOrder<Exec>& order, int sub_grid, const lattice::Offset& origin, int first_layer, int layers,
          const Hits& hits, int local_sweeps, std::int64_t* accepted)
      : contents_(state.contents()), tiles_(tiles), places_(order.places.data()), per_colour_(order.per_colour),
        sub_grid_(sub_grid), origin_(origin), hits_(hits), local_sweeps_(local_sweeps), accepted_(accepted),
        first_(first_layer * tiles.count[0] * tiles.count[1]), per_system_(layers * tiles.count[0] * tiles.count[1]),
        all_(per_system_ * state.systems), row_(tiles.haloed(0)), plane_(row_ * tiles.haloed(1)),
        haloed_sites_(tiles.haloed_sites()), by_row_(row_), by_plane_(plane_) {}

  void launch(const Exec& exec) const {
    if (all_ == 0) {
      return;
    }
    const int team = runs_on_host<Exec> ? 1 : Kokkos::min(256, (per_colour_ + 31) / 32 * 32);
    const std::size_t scratch = sizeof(float) * static_cast<std::size_t>(components * lanes * haloed_sites_);
    Kokkos::parallel_for("neel::update::sub_grid",
                         Kokkos::TeamPolicy<Exec>(exec, (all_ + lanes - 1) / lanes, team)
                             .set_scratch_size(scratch_level, Kokkos::PerTeam(static_cast<int>(scratch))),
                         *this);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    auto* const scratch = static_cast<float*>(
        team.team_scratch(int{scratch_level})
            .get_shmem(sizeof(float) * static_cast<std::size_t>(components * lanes * haloed_sites_)));
    if constexpr (runs_on_host<Exec>) {
      KOKKOS_IF_ON_HOST((work(team.league_rank() * lanes, scratch);))
    } else {
      work(team, scratch);
    }
  }

private:
  struct Tile {
    int system;
    lattice::Offset corner; ///< on the lattice
    int z;                  ///< of the corner, in the slab

    /// Of tiles that reach into several slabs, each works on all, and one counts.
    NEEL_FUNCTION bool counts() const { return z >= 0; }
  };
  /// Of the tiles of all lanes.
  struct Corners {
    int x[lanes], y[lanes], z[lanes];
  };
  NEEL_FUNCTION Tile tile(int index) const {
    const int system = index / per_system_, k = first_ + index - system * per_system_, all = tiles_.per_sub_grid();
    const lattice::Offset corner = tiles_.corner(sub_grid_, k < all ? k : k - all, origin_);
    return {system, corner, tiles_.seen_from(contents_.geometry, corner.z)};
  }
  /// The number on the lattice of a site of a tile, by its coordinates in the tile.
  NEEL_FUNCTION std::uint32_t number(const Tile& t, int x, int y, int z) const {
    const lattice::Geometry& g = tiles_.geometry;
    return g.short_number(lattice::wrapped(t.corner.x + x, g.lx), lattice::wrapped(t.corner.y + y, g.ly),
                          lattice::wrapped(t.corner.z + z, g.lz));
  }
  /// Its place in a system, which can be a slab.
  NEEL_FUNCTION int place(const Tile& t, int x, int y, int z) const {
    const lattice::Geometry& g = contents_.geometry;
    return lattice::wrapped(t.corner.x + x, g.lx) +
           g.lx * (lattice::wrapped(t.corner.y + y, g.ly) + g.ly * lattice::wrapped(t.z + z, g.lz));
  }
  /// That of entry `k` of the haloed tile.
  NEEL_FUNCTION int haloed_place(const Tile& t, int k) const {
    const int z = by_plane_.quotient(k), in_plane = k - z * plane_;
    const int y = by_row_.quotient(in_plane), x = in_plane - y * row_;
    return place(t, x - tiles_.margin(0), y - tiles_.margin(1), z - tiles_.margin(2));
  }
  /// The entry in the haloed tile of the site at a place of the order.
  NEEL_FUNCTION int entry(int x, int y, int z) const {
    return x + tiles_.margin(0) + row_ * (y + tiles_.margin(1)) + plane_ * (z + tiles_.margin(2));
  }
  NEEL_FUNCTION lattice::LocalSite<components> around(const float* here) const {
    return {here, lanes, lanes * row_, lanes * plane_, lanes * haloed_sites_};
  }

  /// Device: one tile.
  KOKKOS_FUNCTION void work(const Team& team, float* scratch) const {
    const Tile t = tile(team.league_rank());
    float* const field = contents_.system(t.system);
    const auto volume = static_cast<int>(contents_.volume);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, haloed_sites_), [&](int k) {
      const int site = haloed_place(t, k);
      for (int c = 0; c < components; ++c) {
        scratch[c * haloed_sites_ + k] = field[c * volume + site];
      }
    });
    team.team_barrier();
    const typename Model::Conditions conditions = contents_.conditions[t.system];
    std::uint32_t accepted = 0;
    for (int sweep = 0; sweep < local_sweeps_; ++sweep) {
      Hits hits = hits_;
      hits.visit = sweep;
      for (int colour = 0; colour < tiles_.colouring.colours; ++colour) {
        for (int k = team.team_rank(); k < per_colour_; k += team.team_size()) {
          const int in_tile = places_[colour * per_colour_ + k];
          if (in_tile >= 0) {
            const int x = in_tile & 1023, y = in_tile >> 10 & 1023, z = in_tile >> 20;
            float* const here = scratch + entry(x, y, z);
            const auto done =
                visit<Model>(hits, conditions, around(here), static_cast<std::uint32_t>(t.system), number(t, x, y, z));
            for (int c = 0; c < components; ++c) {
              here[c * haloed_sites_] = done.value.v[c];
            }
            accepted += done.accepted;
          }
        }
        team.team_barrier();
      }
    }
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tiles_.colouring.colours * per_colour_), [&](int k) {
      const int in_tile = places_[k];
      if (in_tile >= 0) {
        const int x = in_tile & 1023, y = in_tile >> 10 & 1023, z = in_tile >> 20;
        const int site = place(t, x, y, z);
        for (int c = 0; c < components; ++c) {
          field[c * volume + site] = scratch[c * haloed_sites_ + entry(x, y, z)];
        }
      }
    });
    if (accepted_ != nullptr && t.counts()) {
      team.team_reduce(Kokkos::Sum<std::uint32_t>(accepted));
      Kokkos::single(Kokkos::PerTeam(team),
                     [&]() { Kokkos::atomic_add(&accepted_[t.system], std::int64_t{accepted}); });
    }
  }

  /// Host: tiles `first`, `first` + 1, ..., a lane each. Lanes left over work on zeros.
  void work(int first, float* scratch) const {
    const int count = Kokkos::min(lanes, all_ - first);
    Tile tile_of[lanes] = {};
    Corners corners = {};
    Lanes<Model> sites;
    for (int lane = 0; lane < count; ++lane) {
      tile_of[lane] = tile(first + lane);
      corners.x[lane] = tile_of[lane].corner.x;
      corners.y[lane] = tile_of[lane].corner.y;
      corners.z[lane] = tile_of[lane].corner.z;
      for (int k = lane; k < Lanes<Model>::count; k += lanes) {
        sites.system[k] = static_cast<std::uint32_t>(tile_of[lane].system);
        sites.set_conditions(k, contents_.conditions[tile_of[lane].system]);
      }
    }
    copy_in(count, tile_of, scratch);
    std::int64_t accepted[lanes] = {};
    for (int sweep = 0; sweep < local_sweeps_; ++sweep) {
      Hits hits = hits_;
      hits.visit = sweep;
      for (int colour = 0; colour < tiles_.colouring.colours; ++colour) {
        const int* const places = places_ + colour * per_colour_;
        for (int k = 0; k < per_colour_ && places[k] >= 0; k += Lanes<Model>::blocks) {
          update_places(hits, places + k, Kokkos::min(Lanes<Model>::blocks, per_colour_ - k), corners, sites, scratch,
                        accepted);
        }
      }
    }
    copy_out(count, tile_of, scratch);
    if (accepted_ != nullptr) {
      for (int lane = 0; lane < count; ++lane) {
        if (tile_of[lane].counts()) {
          Kokkos::atomic_add(&accepted_[tile_of[lane].system], accepted[lane]);
        }
      }
    }
  }

  /// Several places of one colour in all tiles, a block of lanes each. Blocks left over repeat the last place.
  NEEL_HOST_FUNCTION void update_places(const Hits& hits, const int* places, int most, const Corners& corners,
                                        Lanes<Model>& sites, float* scratch, std::int64_t* accepted) const {
    int used = 1;
    while (used < most && places[used] >= 0) {
      ++used;
    }
    const int lx = tiles_.geometry.lx, ly = tiles_.geometry.ly, lz = tiles_.geometry.lz;
    float* here[Lanes<Model>::blocks];
    for (int b = 0; b < Lanes<Model>::blocks; ++b) {
      const int in_tile = places[Kokkos::min(b, used - 1)];
      const int x = in_tile & 1023, y = in_tile >> 10 & 1023, z = in_tile >> 20;
      NEEL_INDEPENDENT_LOOP
      for (int lane = 0; lane < lanes; ++lane) {
        sites.site[b * lanes + lane] = static_cast<std::uint32_t>(
            lattice::wrapped(corners.x[lane] + x, lx) +
            lx * (lattice::wrapped(corners.y[lane] + y, ly) + ly * lattice::wrapped(corners.z[lane] + z, lz)));
      }
      float* const at = scratch + lanes * entry(x, y, z);
      sites.read(b, [&](int lane) NEEL_INLINE_LAMBDA { return around(at + lane); });
      here[b] = at;
    }
    sites.hit(hits);
    for (int b = 0; b < used; ++b) {
      for (int lane = 0; lane < lanes; ++lane) {
        for (int c = 0; c < components; ++c) {
          here[b][lanes * c * haloed_sites_ + lane] = sites.value(b * lanes + lane).v[c];
        }
        accepted[lane] += sites.accepted[b * lanes + lane];
      }
    }
  }

  void copy_in(int count, const Tile* tile_of, float* scratch) const {
    for (int k = 0; k < haloed_sites_; ++k) {
      for (int lane = 0; lane < lanes; ++lane) {
        for (int c = 0; c < components; ++c) {
          scratch[lanes * (c * haloed_sites_ + k) + lane] =
              lane < count
                  ? contents_.system(tile_of[lane].system)[c * contents_.volume + haloed_place(tile_of[lane], k)]
                  : 0.0F;
        }
      }
    }
  }
  void copy_out(int count, const Tile* tile_of, const float* scratch) const {
    for (int k = 0; k < tiles_.colouring.colours * per_colour_; ++k) {
      if (const int in_tile = places_[k]; in_tile >= 0) {
        const int x = in_tile & 1023, y = in_tile >> 10 & 1023, z = in_tile >> 20;
        for (int lane = 0; lane < count; ++lane) {
          for (int c = 0; c < components; ++c) {
            contents_.system(tile_of[lane].system)[c * contents_.volume + place(tile_of[lane], x, y, z)] =
                scratch[lanes * (c * haloed_sites_ + entry(x, y, z)) + lane];
          }
        }
      }
    }
  }

  models::GridContents<typename Model::Field> contents_;
  lattice::HaloTiles tiles_;
  const int* places_;
  int per_colour_, sub_grid_;
  lattice::Offset origin_;
  Hits hits_;
  int local_sweeps_;
  std::int64_t* accepted_;
  int first_, per_system_, all_;   ///< tiles: the first one, and how many, of a system; those of all systems
  int row_, plane_, haloed_sites_; ///< of a tile with its halo
  Divisor by_row_, by_plane_;
};

/// One global sweep: `local_sweeps` times `hits` proposals on each site. Calls once(layers, update) for each sub-grid, where
/// update(exec, first, count) works on some of its layers.
template <class Model, ExecutionSpace Exec, class Once>
void tiled_sweep(const models::GridState<typename Model::Field, Exec>& state, const lattice::HaloTiles& tiles,
                 const TileOrder<Exec>& order, const Hits& hits, int local_sweeps, std::int64_t* accepted,
                 const Once& once) {
  const random::Draw origin = random::Stream(hits.seed.value, random::Purpose::tiles, 0, hits.sweep)(0);
  const auto within = [](std::uint32_t word, int size) {
    return static_cast<int>(word % (2 * static_cast<std::uint32_t>(size)));
  };
  const bool flat = tiles.dimensions == 2;
  const lattice::Offset shift{within(origin.a, tiles.size[0]), flat ? 0 : within(origin.b, tiles.size[1]),
                              within(flat ? origin.b : origin.c, tiles.size[2])};
  for (int s = 0; s < tiles.sub_grids(); ++s) {
    const lattice::HaloTiles::Layers layers = tiles.layers(state.geometry, s, shift);
    once(layers, [&](const Exec& exec, int first, int count) {
      SubGrid<Model, Exec>(state, tiles, order, s, shift, layers.first + first, count, hits, local_sweeps, accepted)
          .launch(exec);
    });
  }
}

} // namespace neel::update
