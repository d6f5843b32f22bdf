// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Tiled local sweeps (algorithm 1 of Bialas, Kowal and Strzelecki, see models/phi4.hpp; Weigel, J. Comput. Phys. 231,
// 3064 (2012)): each tile of a sub-grid is loaded with its halo into fast memory, swept several times there while the
// halo stands still, and written back; then comes the next sub-grid. Every step is a Metropolis step on one site with
// all others fixed, so it leaves the Boltzmann weight invariant. So does their sequence, since its order does not
// depend on the field (docs/phi4.md).
//
// Device: a team works on a tile, its threads on the sites of one colour; where tiles are so few that threads wait for each other, as many
// again draw the words for the next colour meanwhile. Host: a thread works on sixteen tiles at once, a lane of its vectors each, and goes
// through their sites one after the other.

#include <neel/models/field_state.hpp>
#include <neel/update/coloured_tiles.hpp>
#include <neel/update/multi_hit.hpp>
#include <neel/update/tile_order.hpp>
#include <neel/update/work_stealing.hpp>

namespace neel::update {

/// Works on some layers of tiles of one sub-grid, from one on, in all systems.
template <class Model, ExecutionSpace Exec>
class TileColour {
public:
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;
  static constexpr int components = Model::components;
  static constexpr int lanes = runs_on_host<Exec> ? Lanes<Model>::block : 1; ///< tiles per team

  TileColour(const models::FieldState<typename Model::Field, Exec>& state, const lattice::HaloTiles& tiles,
             const TileOrder<Exec>& order, int tile_colour, const lattice::Offset& origin, int first_layer, int layers,
             const Hits& hits, int local_sweeps, std::int64_t* accepted)
      : contents_(state.contents()),
        where_(tiles, state.geometry, state.systems, tile_colour, origin, first_layer, layers),
        places_(order.places.data()), per_colour_(order.per_colour), hits_(hits), local_sweeps_(local_sweeps),
        accepted_(accepted) {}

  void launch(const Exec& exec) const {
    if (where_.all() == 0) {
      return;
    }
    constexpr const char* label = "neel::update::sub_grid";
    if constexpr (runs_on_host<Exec>) {
      launch_phases(exec, label, [&](PhaseScheduler::Thread& thread) { phase(thread); });
    } else {
      const int team = Kokkos::min(256, (per_colour_ + 31) / 32 * 32);
      Kokkos::parallel_for(
          label,
          Kokkos::TeamPolicy<Exec>(exec, where_.all(), team).set_scratch_size(0, Kokkos::PerTeam(scratch_bytes())),
          *this);
    }
  }
  /// Host: as a round of this thread and others.
  void phase(PhaseScheduler::Thread& thread) const {
    auto* const scratch = reinterpret_cast<float*>(thread.scratch(static_cast<std::size_t>(scratch_bytes())));
    thread.phase((where_.all() + lanes - 1) / lanes,
                 [&](std::int64_t item) { work(static_cast<int>(item) * lanes, scratch); });
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    work(team, static_cast<float*>(team.team_scratch(0).get_shmem(static_cast<std::size_t>(scratch_bytes()))));
  }

private:
  /// Of the tiles of all lanes.
  struct Corners {
    int x[lanes], y[lanes], z[lanes];
  };
  NEEL_FUNCTION auto around(const float* here) const { return where_.template around<components>(here, lanes); }

  /// The tile with its halo.
  NEEL_FUNCTION int scratch_bytes() const {
    return static_cast<int>(sizeof(float)) * components * lanes * where_.haloed_sites();
  }
  template <class Visit>
  NEEL_FUNCTION std::uint32_t update_site(float* here, const Visit& visit_it) const {
    const auto done = visit_it(around(here));
    for (int c = 0; c < components; ++c) {
      here[c * where_.haloed_sites()] = done.value.v[c];
    }
    return done.accepted;
  }
  KOKKOS_FUNCTION std::uint32_t sweeps(const Team& team, const Tile& t, float* scratch) const {
    const typename Model::Conditions conditions = contents_.conditions[t.system];
    std::uint32_t accepted = 0;
    for (int sweep = 0; sweep < local_sweeps_; ++sweep) {
      Hits hits = hits_;
      hits.visit = sweep;
      for (int colour = 0; colour < where_.colours(); ++colour) {
        for (int k = team.team_rank(); k < per_colour_; k += team.team_size()) {
          const int in_tile = places_[colour * per_colour_ + k];
          if (in_tile >= 0) {
            const InTile site = InTile::of(in_tile);
            accepted += update_site(scratch + where_.entry(site), [&](const auto& n) NEEL_INLINE_LAMBDA {
              return visit<Model>(hits, conditions, n, static_cast<std::uint32_t>(t.system), where_.number(t, site));
            });
          }
        }
        team.team_barrier();
      }
    }
    return accepted;
  }
  /// Device: one tile.
  KOKKOS_FUNCTION void work(const Team& team, float* scratch) const {
    const Tile t = where_.tile(team.league_rank());
    float* const field = contents_.system(t.system);
    const auto volume = static_cast<int>(contents_.volume);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, where_.haloed_sites()), [&](int k) {
      const int site = where_.haloed_place(t, k);
      for (int c = 0; c < components; ++c) {
        scratch[c * where_.haloed_sites() + k] = field[c * volume + site];
      }
    });
    team.team_barrier();
    std::uint32_t accepted = sweeps(team, t, scratch);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, where_.colours() * per_colour_), [&](int k) {
      const int in_tile = places_[k];
      if (in_tile >= 0) {
        const InTile site = InTile::of(in_tile);
        const int at = where_.place(t, site);
        for (int c = 0; c < components; ++c) {
          field[c * volume + at] = scratch[c * where_.haloed_sites() + where_.entry(site)];
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
    const int count = Kokkos::min(lanes, where_.all() - first);
    Tile tile_of[lanes] = {};
    Corners corners = {};
    Lanes<Model> sites;
    for (int lane = 0; lane < count; ++lane) {
      tile_of[lane] = where_.tile(first + lane);
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
      for (int colour = 0; colour < where_.colours(); ++colour) {
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
    const int lx = where_.lattice().lx, ly = where_.lattice().ly, lz = where_.lattice().lz;
    float* here[Lanes<Model>::blocks];
    for (int b = 0; b < Lanes<Model>::blocks; ++b) {
      const int in_tile = places[Kokkos::min(b, used - 1)];
      const InTile site = InTile::of(in_tile);
      NEEL_INDEPENDENT_LOOP
      for (int lane = 0; lane < lanes; ++lane) {
        sites.site[b * lanes + lane] =
            static_cast<std::uint32_t>(lattice::wrapped(corners.x[lane] + site.x, lx) +
                                       lx * (lattice::wrapped(corners.y[lane] + site.y, ly) +
                                             ly * lattice::wrapped(corners.z[lane] + site.z, lz)));
      }
      float* const at = scratch + lanes * where_.entry(site);
      sites.read(b, [&](int lane) NEEL_INLINE_LAMBDA { return around(at + lane); });
      here[b] = at;
    }
    sites.hit(hits);
    for (int b = 0; b < used; ++b) {
      for (int lane = 0; lane < lanes; ++lane) {
        for (int c = 0; c < components; ++c) {
          here[b][lanes * c * where_.haloed_sites() + lane] = sites.value(b * lanes + lane).v[c];
        }
        accepted[lane] += sites.accepted[b * lanes + lane];
      }
    }
  }

  void copy_in(int count, const Tile* tile_of, float* scratch) const {
    for (int k = 0; k < where_.haloed_sites(); ++k) {
      for (int lane = 0; lane < lanes; ++lane) {
        for (int c = 0; c < components; ++c) {
          scratch[lanes * (c * where_.haloed_sites() + k) + lane] =
              lane < count
                  ? contents_.system(tile_of[lane].system)[c * contents_.volume + where_.haloed_place(tile_of[lane], k)]
                  : 0.0F;
        }
      }
    }
  }
  void copy_out(int count, const Tile* tile_of, const float* scratch) const {
    for (int k = 0; k < where_.colours() * per_colour_; ++k) {
      if (const int in_tile = places_[k]; in_tile >= 0) {
        const InTile site = InTile::of(in_tile);
        for (int lane = 0; lane < count; ++lane) {
          for (int c = 0; c < components; ++c) {
            contents_.system(tile_of[lane].system)[c * contents_.volume + where_.place(tile_of[lane], site)] =
                scratch[lanes * (c * where_.haloed_sites() + where_.entry(site)) + lane];
          }
        }
      }
    }
  }

  models::FieldContents<typename Model::Field> contents_;
  ColouredTiles where_;
  const int* places_;
  int per_colour_;
  Hits hits_;
  int local_sweeps_;
  std::int64_t* accepted_;
};

/// One global sweep: `local_sweeps` times `hits` proposals on each site. Calls once(layers, part) for each sub-grid, where
/// part(first, count) is the TileColour of some of its layers.
template <class Model, ExecutionSpace Exec, class Once>
void tiled_sweep(const models::FieldState<typename Model::Field, Exec>& state, const lattice::HaloTiles& tiles,
                 const TileOrder<Exec>& order, const Hits& hits, int local_sweeps, std::int64_t* accepted,
                 const Once& once) {
  const random::Draw origin = random::Stream(hits.seed.value, random::Purpose::tiles, 0, hits.sweep)(0);
  const auto within = [](std::uint32_t word, int size) {
    return static_cast<int>(word % (2 * static_cast<std::uint32_t>(size)));
  };
  const bool flat = tiles.dimensions == 2;
  const lattice::Offset shift{within(origin.a, tiles.size[0]), flat ? 0 : within(origin.b, tiles.size[1]),
                              within(flat ? origin.b : origin.c, tiles.size[2])};
  for (int s = 0; s < tiles.tile_colours(); ++s) {
    const lattice::HaloTiles::Layers layers = tiles.layers(state.geometry, s, shift);
    once(layers, [&](int first, int count) {
      return TileColour<Model, Exec>(state, tiles, order, s, shift, layers.first + first, count, hits, local_sweeps,
                                     accepted);
    });
  }
}

} // namespace neel::update
