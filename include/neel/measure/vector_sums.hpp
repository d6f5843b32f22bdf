// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// The sums of site_sums.hpp on a device: a thread loads four sites and their neighbours at once, as it does to move them.

#include <neel/lattice/site_vectors.hpp>
#include <neel/measure/block_sums.hpp>

namespace neel::measure {

/// `Whole`: rows are made of whole site vectors; `Open`: an axis is open.
template <class Model, ExecutionSpace Exec, bool Whole, bool Open>
class VectorSums {
public:
  static constexpr const char* label = "neel::measure::vector_sums";
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<lattice::SiteVectors::team_size, 4>>;
  using Team = typename Policy::member_type;

  VectorSums(const Model& model, const models::State<Model, Exec>& state, const typename Model::Formats& formats)
      : model_(model), formats_(formats), vectors_(models::in_planes<Model>(state.geometry)),
        planes_(lattice::Planes::all(models::in_planes<Model>(state.geometry))),
        half_volume_(static_cast<lattice::Index>(state.geometry.half_volume())), tiles_(vectors_.teams(planes_)),
        per_team_(tiles_for(state, tiles_)), of_system_((tiles_ + per_team_ - 1) / per_team_), by_system_(of_system_) {}

  /// Of `count` systems from now on, and to the sums at `result`, (system, colour, term).
  void take(const models::Contents<Model>& contents, std::int64_t* result, int count) {
    contents_ = contents;
    result_ = result;
    teams_ = of_system_ * count;
  }

  auto policy(const Exec& exec) const {
    Policy policy(exec, teams_, runs_on_host<Exec> ? 1 : lattice::SiteVectors::team_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(static_cast<int>(Block::bytes)));
    return with_much_to_tell(policy);
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = by_system_.quotient(team.league_rank());
    const int first = (team.league_rank() - system * of_system_) * per_team_;
    Block::by_team(team, result_ + Block::count * system, [&](const GridThread& block) {
      measure<lattice::Colour::even>(block, system, first);
      measure<lattice::Colour::odd>(block, system, first);
    });
  }

private:
  using Block = BlockSums<Model>;

  /// Tiles of a team's site vectors that it takes one after another: more as the lattice grows, since adding up within a team costs as
  /// much as measuring several sites.
  static int tiles_for(const models::State<Model, Exec>& state, int tiles) {
    return static_cast<int>(Kokkos::clamp<std::int64_t>(std::int64_t{state.systems} * tiles / 512, 1, 16));
  }

  template <lattice::Colour C>
  NEEL_FUNCTION void measure(const GridThread& block, int system, int first) const {
    const auto halves = contents_.around(C);
    const auto conditions = contents_.conditions[system];
    const int end = Kokkos::min(first + per_team_, tiles_);
    typename Block::Share share;
    for (int tile = first; tile < end; ++tile) {
      for (int rank = block.thread(); rank < lattice::SiteVectors::team_size; rank += block.threads()) {
        const lattice::SiteVectors::VectorPlace at = vectors_(planes_, tile, rank);
        if (at.exists) {
          lattice::SiteVector<typename Model::Site, typename Model::Quenched> q;
          vectors_.template load<Whole ? lattice::vector_length : 2, Open>(
              at, static_cast<lattice::Index>(system) * half_volume_, C, halves, q);
          NEEL_UNROLLED_LOOP
          for (int j = 0; j < lattice::vector_length; ++j) {
            if (j < q.count) {
              share.add(model_.template measure<C>(conditions, q.at(j), formats_));
            }
          }
        }
      }
    }
    Block::template add<C>(block, 0, share);
  }

  Model model_;
  typename Model::Formats formats_;
  lattice::SiteVectors vectors_;
  lattice::Planes planes_;
  lattice::Index half_volume_;
  int tiles_, per_team_, of_system_; ///< tiles of a colour; of a team; teams of a system
  Divisor by_system_;
  // Of the systems of one launch:
  models::Contents<Model> contents_{};
  int teams_ = 0;
  std::int64_t* result_ = nullptr;
};

} // namespace neel::measure
