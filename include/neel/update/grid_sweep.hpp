// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The colour sweep of a field in natural order, for any colouring: all sites of one colour at once, several proposals each,
// then the next colour.

#include <neel/core/divisor.hpp>
#include <neel/models/grid_state.hpp>
#include <neel/update/colour_sweep.hpp>
#include <neel/update/multi_hit.hpp>

namespace neel::update {

/// Updates all sites of one colour in `planes` planes from `first_plane` on of a lattice that the colouring fits; adds accepted proposals, if `accepted` is not null,
/// per system.
template <class Model, ExecutionSpace Exec>
class GridColour {
public:
  using Team = typename Kokkos::TeamPolicy<Exec>::member_type;

  GridColour(const models::GridState<typename Model::Field, Exec>& state, const lattice::Colouring& colouring,
             int colour, int first_plane, int planes, const Hits& hits, std::int64_t* accepted)
      : contents_(state.contents()), colouring_(colouring), colour_(colour), hits_(hits), accepted_(accepted),
        row_(state.geometry.lx / colouring.colours), first_row_(first_plane * state.geometry.ly),
        sites_(row_ * state.geometry.ly * planes), chunks_((sites_ + chunk - 1) / chunk), by_row_(row_),
        by_ly_(state.geometry.ly) {}

  void launch(const Exec& exec, int systems) const {
    Kokkos::parallel_for("neel::update::grid_colour",
                         Kokkos::TeamPolicy<Exec>(exec, systems * chunks_, runs_on_host<Exec> ? 1 : chunk), *this);
  }

  /// A chunk of the sites of one system.
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = team.league_rank() / chunks_;
    const int first = (team.league_rank() - system * chunks_) * chunk, last = Kokkos::min(first + chunk, sites_);
    std::uint32_t accepted = 0;
    if constexpr (runs_on_host<Exec>) {
      KOKKOS_IF_ON_HOST((for (int k = first; k < last; k += Lanes<Model>::count) {
        accepted += update_lanes(system, k, Kokkos::min(k + Lanes<Model>::count, last));
      }))
    } else {
      Kokkos::parallel_reduce(
          Kokkos::TeamThreadRange(team, first, last), [&](int k, std::uint32_t& sum) { sum += update_site(system, k); },
          accepted);
    }
    if (accepted_ != nullptr) {
      Kokkos::single(Kokkos::PerTeam(team), [&]() { Kokkos::atomic_add(&accepted_[system], std::int64_t{accepted}); });
    }
  }

private:
  static constexpr int chunk = 256;

  /// Site `k` of this colour.
  NEEL_FUNCTION lattice::Offset place(int k) const {
    const int in_planes = by_row_.quotient(k), row = first_row_ + in_planes;
    const int z = by_ly_.quotient(row), y = row - z * contents_.geometry.ly;
    return {first_x(y, z) + (k - in_planes * row_) * colouring_.colours, y, z};
  }

  NEEL_FUNCTION int first_x(int y, int z) const {
    return colouring_.first_x(colour_, y, z + contents_.geometry.begin_z);
  }

  /// The site after one of this colour.
  NEEL_HOST_FUNCTION lattice::Offset after(lattice::Offset at) const {
    at.x += colouring_.colours;
    if (at.x >= contents_.geometry.lx) {
      ++at.y;
      if (at.y == contents_.geometry.ly) {
        at.y = 0;
        ++at.z;
      }
      at.x = first_x(at.y, at.z);
    }
    return at;
  }

  NEEL_FUNCTION std::uint32_t update_site(int system, int k) const {
    const lattice::Offset at = place(k);
    const std::uint32_t number = contents_.geometry.short_number(at.x, at.y, at.z);
    const auto done = visit<Model>(hits_, contents_.conditions[system], contents_.site(system, at.x, at.y, at.z),
                                   static_cast<std::uint32_t>(system), number);
    store(system, contents_.place(number), done.value);
    return done.accepted;
  }

  NEEL_HOST_FUNCTION std::uint32_t update_lanes(int system, int first, int last) const {
    Lanes<Model> lanes;
    int x[Lanes<Model>::count], y[Lanes<Model>::count], z[Lanes<Model>::count], number[Lanes<Model>::count];
    const int lx = contents_.geometry.lx, ly = contents_.geometry.ly;
    const std::uint32_t first_number = contents_.geometry.short_number(0, 0, 0);
    lattice::Offset at = place(first);
    for (int lane = 0; lane < Lanes<Model>::count; ++lane) {
      x[lane] = at.x;
      y[lane] = at.y;
      z[lane] = at.z;
      number[lane] = at.x + lx * (at.y + ly * at.z); // in the slab
      lanes.site[lane] = first_number + static_cast<std::uint32_t>(number[lane]);
      lanes.system[lane] = static_cast<std::uint32_t>(system);
      lanes.set_conditions(lane, contents_.conditions[system]);
      if (first + lane + 1 < last) { // lanes left over repeat the last site
        at = after(at);
      }
    }
    for (int b = 0; b < Lanes<Model>::blocks; ++b) {
      const int from = b * Lanes<Model>::block;
      lanes.read(b, [&](int k)
                        NEEL_INLINE_LAMBDA { return contents_.site(system, x[from + k], y[from + k], z[from + k]); });
    }
    lanes.hit(hits_);
    std::uint32_t accepted = 0;
    for (int lane = 0; lane < last - first; ++lane) {
      store(system, number[lane], lanes.value(lane));
      accepted += lanes.accepted[lane];
    }
    return accepted;
  }

  NEEL_FUNCTION void store(int system, std::int64_t place, const typename Model::Value& value) const {
    for (int k = 0; k < Model::components; ++k) {
      contents_.system(system)[k * contents_.volume + place] = value.v[k];
    }
  }

  models::GridContents<typename Model::Field> contents_;
  lattice::Colouring colouring_;
  int colour_;
  Hits hits_;
  std::int64_t* accepted_;
  int row_, first_row_; ///< sites of this colour in a row; the first row
  int sites_, chunks_;  ///< to update in a system; chunks of them
  Divisor by_row_, by_ly_;
};

/// One sweep: `hits` proposals on each site, colour by colour.
template <class Model, ExecutionSpace Exec>
void sweep(const Exec& exec, const models::GridState<typename Model::Field, Exec>& state,
           const lattice::Colouring& colouring, const Hits& hits, std::int64_t* accepted) {
  for (int c = 0; c < colouring.colours; ++c) {
    GridColour<Model, Exec>(state, colouring, c, 0, state.geometry.lz, hits, accepted).launch(exec, state.systems);
  }
}

} // namespace neel::update
