// SPDX-FileCopyrightText: 2026 The Neel authors
// SPDX-License-Identifier: MIT
#pragma once
// Half a sweep on a device: a thread updates four sites that follow one another in a row. It has four times as many bytes on
// their way as with one site, and shares addresses and random words between them.

#include <neel/lattice/quads.hpp>
#include <neel/models/concepts.hpp>
#include <neel/models/state.hpp>

namespace neel::update {

static_assert(lattice::quad == random::quad);

/// Updates the sites of one colour by one kind of move. `Whole`: rows are made of whole quads.
template <models::SitePhysics Model, ExecutionSpace Exec, models::Move M, bool Whole, bool Open>
class QuadHalfSweep {
public:
  using Policy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<lattice::Quads::team_size, 4>>;
  using Team = typename Policy::member_type;

  QuadHalfSweep(const Model& model, const lattice::Geometry& geometry, lattice::Colour colour, const Seed& seed,
                std::uint64_t sweep, std::uint32_t number)
      : model_(model), quads_(geometry), half_volume_(static_cast<int>(geometry.half_volume())), colour_(colour),
        stream_(seed, random::Purpose::update, sweep, number), by_system_(quads_.teams()) {}

  void launch(const Exec& exec, const models::State<Model, Exec>& state, std::int64_t* accepted) {
    const int batch = lattice::systems_per_launch(state.systems, half_volume_);
    for (first_system_ = 0; first_system_ < state.systems; first_system_ += batch) {
      const models::Contents<Model> contents = state.contents().from(first_system_);
      own_ = contents.own(colour_);
      halves_ = contents.around(colour_);
      conditions_ = contents.conditions;
      accepted_ = accepted == nullptr ? nullptr : accepted + first_system_;
      const int teams = quads_.teams() * Kokkos::min(batch, state.systems - first_system_);
      const Policy policy(exec, teams, runs_on_host<Exec> ? 1 : lattice::Quads::team_size);
      Kokkos::parallel_for(
          "neel::update::quad_half_sweep",
          Kokkos::Experimental::require(policy, Kokkos::Experimental::WorkItemProperty::HintLightWeight), *this);
    }
  }

  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int system = by_system_.quotient(team.league_rank());
    const int index = team.league_rank() - system * quads_.teams();
    std::uint32_t accepted = 0;
    if constexpr (runs_on_host<Exec>) { // one thread is a team
      for (int rank = 0; rank < lattice::Quads::team_size; ++rank) {
        accepted += update_quad(system, index, rank);
      }
    } else {
      accepted = update_quad(system, index, team.team_rank());
    }
    if (accepted_ != nullptr) {
      team.team_reduce(Kokkos::Sum<std::uint32_t>(accepted));
      if (team.team_rank() == 0) {
        Kokkos::atomic_add(&accepted_[system], std::int64_t{accepted});
      }
    }
  }

private:
  /// `system` counts from the first of the launch. Returns the number of accepted proposals.
  NEEL_FUNCTION std::uint32_t update_quad(int system, int team, int rank) const {
    using Site = typename Model::Site;
    const lattice::Quads::Where at = quads_(team, rank);
    if (!at.exists) {
      return 0;
    }
    lattice::Quad<Site, typename Model::Quenched> q;
    quads_.template load<Whole, Open>(at, system * half_volume_, colour_, halves_, q);
    random::Draw draw[random::quad];
    random::draw_quad<Model::words(M)>(stream_, static_cast<std::uint32_t>(first_system_ + system), q.number, draw);
    const typename Model::Conditions conditions = conditions_[system];
    Site to[random::quad];
    std::uint32_t moved[random::quad];
    NEEL_UNROLLED_LOOP
    for (int j = 0; j < random::quad; ++j) {
      const auto step = model_.template update<M>(conditions, q.at(j), draw[j]);
      to[j] = step.site;
      moved[j] = step.accepted;
    }
    lattice::Quads::template store<Whole>(own_, q.entry, q.count, to);
    std::uint32_t accepted = moved[0];
    for (int j = 1; j < random::quad; ++j) {
      accepted += Whole || j < q.count ? moved[j] : 0U;
    }
    if (Whole && q.count < random::quad) { // of an odd length
      accepted -= moved[random::quad - 1];
    }
    return accepted;
  }

  Model model_;
  lattice::Quads quads_;
  int half_volume_;
  lattice::Colour colour_;
  random::QuadStream stream_;
  Divisor by_system_;
  // Of the systems of one launch:
  int first_system_ = 0;
  lattice::SitePointer<typename Model::Site, false> own_{};
  lattice::Around<typename Model::Site, typename Model::Quenched> halves_{};
  const typename Model::Conditions* conditions_ = nullptr;
  std::int64_t* accepted_ = nullptr;
};

/// Half a sweep, as fast as the lattice allows.
template <models::Move M, models::SitePhysics Model, ExecutionSpace Exec>
void quad_half_sweep(const Exec& exec, const Model& model, const models::State<Model, Exec>& state,
                     lattice::Colour colour, const Seed& seed, std::uint64_t sweep, std::int64_t* accepted,
                     std::uint32_t number) {
  const lattice::Quads quads(state.geometry);
  const auto launch = [&]<bool Whole, bool Open>() {
    QuadHalfSweep<Model, Exec, M, Whole, Open>(model, state.geometry, colour, seed, sweep, number)
        .launch(exec, state, accepted);
  };
  if (!quads.whole()) {
    launch.template operator()<false, true>();
  } else if (quads.open()) {
    launch.template operator()<true, true>();
  } else {
    launch.template operator()<true, false>();
  }
}

} // namespace neel::update
