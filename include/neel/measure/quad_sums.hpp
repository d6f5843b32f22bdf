// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The sums of site_sums.hpp on a device: a thread loads four sites and their neighbours at once, as it does to move them.

#include <neel/lattice/quads.hpp>
#include <neel/measure/sums.hpp>
#include <neel/models/state.hpp>

namespace neel::measure {

/// `Whole`: rows are made of whole quads; `Open`: an axis is open.
template <class Model, ExecutionSpace Exec, bool Whole, bool Open>
class QuadSums {
public:
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<lattice::Quads::team_size, 4>>;
  using Team = typename Policy::member_type;
  using Total = Sums<Model::terms>;

  QuadSums(const Model& model, const models::State<Model, Exec>& state, const typename Model::Formats& formats)
      : model_(model), formats_(formats), quads_(state.geometry), planes_(lattice::Planes::all(state.geometry)),
        half_volume_(static_cast<int>(state.geometry.half_volume())), tiles_(quads_.teams(planes_)),
        per_team_(tiles_for(state, tiles_)), per_half_((tiles_ + per_team_ - 1) / per_team_), by_half_(per_half_) {}

  /// Adds to the sums at `result`, (system, colour, term), of `count` systems.
  void launch(const Exec& exec, const models::Contents<Model>& contents, std::int64_t* result, int count) {
    contents_ = contents;
    result_ = result;
    Kokkos::parallel_for("neel::measure::quad_sums",
                         Policy(exec, 2 * per_half_ * count, runs_on_host<Exec> ? 1 : lattice::Quads::team_size),
                         *this);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int half = by_half_.quotient(team.league_rank());
    const int first = (team.league_rank() - half * per_half_) * per_team_;
    if (half % 2 == 0) {
      measure<lattice::Colour::even>(team, half / 2, first);
    } else {
      measure<lattice::Colour::odd>(team, half / 2, first);
    }
  }

private:
  /// Tiles of a team's quads that it takes one after another: more as the lattice grows, since adding up within a team costs as
  /// much as measuring several sites.
  static int tiles_for(const models::State<Model, Exec>& state, int tiles) {
    return static_cast<int>(Kokkos::clamp<std::int64_t>(2 * std::int64_t{state.systems} * tiles / 1024, 1, 16));
  }

  template <lattice::Colour C>
  NEEL_FUNCTION void measure(const Team& team, int system, int first) const {
    const auto halves = contents_.around(C);
    const auto conditions = contents_.conditions[system];
    const int end = Kokkos::min(first + per_team_, tiles_);
    Total total;
    for (int tile = first; tile < end; ++tile) {
      if constexpr (runs_on_host<Exec>) { // one thread is a team
        for (int rank = 0; rank < lattice::Quads::team_size; ++rank) {
          measure<C>(halves, conditions, system, quads_(planes_, tile, rank), total);
        }
      } else {
        measure<C>(halves, conditions, system, quads_(planes_, tile, team.team_rank()), total);
      }
    }
    team.team_reduce(Kokkos::Sum<Total>(total));
    Kokkos::single(Kokkos::PerTeam(team), [&]() {
      std::int64_t* const sums = result_ + (2 * system + static_cast<int>(C)) * Model::terms;
      for (int k = 0; k < Model::terms; ++k) {
        Kokkos::atomic_add(&sums[k], total.value[k]);
      }
    });
  }

  template <lattice::Colour C, class Halves>
  NEEL_FUNCTION void measure(const Halves& halves, const typename Model::Conditions& conditions, int system,
                             const lattice::Quads::Where& at, Total& total) const {
    if (!at.exists) {
      return;
    }
    lattice::Quad<typename Model::Site, typename Model::Quenched> q;
    quads_.template load<Whole, Open>(at, system * half_volume_, C, halves, q);
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < lattice::quad; ++j) {
      if (j < q.count) {
        const auto term = model_.template measure<C>(conditions, q.at(j), formats_);
        for (int k = 0; k < Model::terms; ++k) {
          total.value[k] += term.value[k];
        }
      }
    }
  }

  Model model_;
  typename Model::Formats formats_;
  lattice::Quads quads_;
  lattice::Planes planes_;
  int half_volume_, tiles_, per_team_, per_half_; ///< tiles of a half-lattice; of a team; teams of a half-lattice
  Divisor by_half_;
  // Of the systems of one launch:
  models::Contents<Model> contents_{};
  std::int64_t* result_ = nullptr;
};

} // namespace neel::measure
