// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Several sweeps in one launch, each system by itself: a team of a device sweeps one system again and again, which stays in the
// caches next to it. Nobody waits for a launch, or for the other systems. Hosts: host_sweeps.hpp.

#include <neel/update/colour_sweep.hpp>
#include <neel/update/vector_batch.hpp>

namespace neel::update {

template <models::SitePhysics Model, ExecutionSpace Exec, bool Whole, bool Open>
class TeamSweeps : VectorBatch<TeamSweeps<Model, Exec, Whole, Open>, Model, Whole, Open> {
public:
  static constexpr const char* label = "neel::update::team_sweeps";
  static constexpr int team_size = 256;
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<team_size, 2>>;
  using Team = typename Policy::member_type;

  TeamSweeps(const Model& model, const lattice::Geometry& geometry, const Moves<Exec>& moves, const Seed& seed,
             const SweepBatch& batch)
      : Base(model, geometry, moves, seed, batch) {}

  void launch(const Exec& exec, const models::State<Model, Exec>& state) {
    constexpr int warp = 32;
    const int threads = Kokkos::min(team_size, (vectors_.count() + warp - 1) / warp * warp);
    in_launches(state.systems, state.geometry.half_volume(), [&](int first, int count) {
      contents_ = state.contents().from(first);
      first_ = first;
      Kokkos::parallel_for(label, with_much_to_tell(Policy(exec, count, runs_on_host<Exec> ? 1 : threads)), *this);
    });
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const { this->sweeps(team); }

private:
  using Base = VectorBatch<TeamSweeps, Model, Whole, Open>;
  using Base::vectors_, Base::batch_;
  friend BatchOfMoves<TeamSweeps, Model>;

  template <models::Move M>
  NEEL_FUNCTION void sweep(const Team& team, const random::VectorStream::Of& when, int m) const {
    const int system = team.league_rank();
    std::uint32_t accepted = 0;
    NEEL_ROLLED_LOOP
    for (int colour = 0; colour < 2; ++colour) {
      const auto c = static_cast<lattice::Colour>(colour);
      const CheckerboardView<Model> half(contents_, c, first_);
      for (int index = team.team_rank(); index < vectors_.count(); index += team.team_size()) {
        accepted += this->template move<M>(half, c, when, system, vectors_(index));
      }
      team.team_barrier();
    }
    if (std::int64_t* const counter = batch_.counter(M, m); counter != nullptr) {
      team.team_reduce(Kokkos::Sum<std::uint32_t>(accepted));
      if (team.team_rank() == 0) {
        counter[first_ + system] += accepted;
      }
    }
  }

  // Of the systems of one launch:
  models::Contents<Model> contents_{};
  int first_ = 0;
};

template <models::SitePhysics Model, ExecutionSpace Exec>
void team_sweeps(const Exec& exec, const Model& model, const models::State<Model, Exec>& state,
                 const Moves<Exec>& moves, const Seed& seed, const SweepBatch& batch) {
  const auto launch = [&]<bool Whole, bool Open>() {
    TeamSweeps<Model, Exec, Whole, Open>(model, state.geometry, moves, seed, batch).launch(exec, state);
  };
  if (const lattice::SiteVectors vectors(state.geometry); vectors.whole() && !vectors.open()) {
    launch.template operator()<true, false>();
  } else {
    launch.template operator()<false, true>();
  }
}

} // namespace neel::update
